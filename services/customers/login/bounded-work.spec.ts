import { expect, it } from '@jest/globals';
import { BoundedWork } from './bounded-work.js';

it('runs so much at once, lets so much wait, refuses the rest at once, and recovers', async () => {
  const bounded = new BoundedWork(2, 3);
  let [running, most] = [0, 0];
  const ends: (() => void)[] = [];
  const work = async (): Promise<string> => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => ends.push(resolve));
    running -= 1;
    return 'done';
  };
  const asked = Array.from({ length: 7 }, () =>
    bounded.run(work).catch((error: { code: string }) => error.code),
  );
  expect(await Promise.all(asked.slice(5))).toEqual(['OVERLOADED', 'OVERLOADED']);
  for (let ended = 0; ended < 5; ended += 1) {
    while (ends.length === 0) await Promise.resolve();
    ends.shift()!();
  }
  expect(await Promise.all(asked.slice(0, 5))).toEqual(Array(5).fill('done'));
  expect(most).toBe(2);
  const failing = () => Promise.reject(new Error('broken'));
  for (let times = 0; times < 5; times += 1) await expect(bounded.run(failing)).rejects.toThrow('broken');
  expect(await bounded.run(() => Promise.resolve('again'))).toBe('again');
});
