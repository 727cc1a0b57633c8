import { getEventListeners } from 'node:events';
import { setTimeout as nodeSleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { breathe, onNextTurn, pause, sleep, startRepeating, startTimer, timeoutSignal } from './timers.js';

const HOUR = 3_600_000;
const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;
const failed = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'ended well',
    (error) => error,
  );

afterEach(() => void jest.useRealTimers());

describe('sleep', () => {
  it('resolves with its value, and keeps no listener', async () => {
    const { signal } = new AbortController();
    await expect(sleep(1)).resolves.toBeUndefined();
    await expect(sleep(1, 'awake', { signal })).resolves.toBe('awake');
    expect(listeners(signal)).toBe(0);
  });

  it.each([true, false])("ends like Node's sleep, with the signal aborted before: %s", async (before) => {
    const stop = new AbortController();
    if (before) stop.abort('enough');
    const [ours, theirs] = [sleep, nodeSleep].map((any) =>
      failed(any(HOUR, undefined, { signal: stop.signal })),
    );
    stop.abort('enough');
    const { name, code, message, cause } = (await ours) as NodeJS.ErrnoException;
    expect(await theirs).toMatchObject({ name, code, message, cause });
    expect({ name, code, cause }).toEqual({ name: 'AbortError', code: 'ABORT_ERR', cause: 'enough' });
    expect(listeners(stop.signal)).toBe(0);
  });

  it('shares one listener of a signal among all sleepers, and ends each of them', async () => {
    const stop = new AbortController();
    const slept = [1, 2, 3].map((ms) => sleep(ms, ms, { signal: stop.signal }));
    const held = Array.from({ length: 50 }, () => failed(sleep(HOUR, 0, { signal: stop.signal })));
    expect(listeners(stop.signal)).toBe(1);
    expect(await Promise.all(slept)).toEqual([1, 2, 3]);
    expect(listeners(stop.signal)).toBe(1);
    stop.abort();
    for (const error of await Promise.all(held)) expect(error).toMatchObject({ code: 'ABORT_ERR' });
    expect(listeners(stop.signal)).toBe(0);
  });

  it('keeps the process alive by default', () => {
    const stop = new AbortController();
    const { signal } = stop;
    const before = keepingAlive();
    const held = [sleep(HOUR, 0, { signal, ref: false }), sleep(HOUR, 0, { signal })].map(failed);
    expect(keepingAlive() - before).toBe(1);
    stop.abort();
    expect(keepingAlive()).toBe(before);
    return Promise.all(held);
  });
});

/** Counts the timers that keep this process alive. */
const keepingAlive = (): number =>
  process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

describe('timers', () => {
  it('call once, repeatedly, or never once cancelled, also with fake timers', () => {
    jest.useFakeTimers();
    const calls: string[] = [];
    startTimer(() => calls.push('once'), 10).unref();
    startTimer(() => calls.push('never'), 10).cancel();
    const beat = startRepeating(() => calls.push('beat'), 4);
    jest.advanceTimersByTime(9);
    expect(calls).toEqual(['beat', 'beat']);
    beat.cancel();
    jest.advanceTimersByTime(HOUR);
    expect(calls).toEqual(['beat', 'beat', 'once']);
  });

  it('keep the process alive unless unreferenced or cancelled', () => {
    const before = keepingAlive();
    const timers = [startTimer(() => undefined, HOUR), startRepeating(() => undefined, HOUR)];
    expect(keepingAlive() - before).toBe(2);
    expect(timers[0]!.unref()).toBe(timers[0]);
    expect(keepingAlive() - before).toBe(1);
    for (const timer of timers) timer.cancel();
    expect(keepingAlive()).toBe(before);
  });

  it('wait for everything due in this turn', async () => {
    const calls: string[] = [];
    onNextTurn(() => calls.push('turn'));
    void Promise.resolve().then(() => calls.push('promise'));
    await breathe();
    expect(calls).toEqual(['promise', 'turn']);
  });
});

it('aborts a signal after its time with a timeout error', () => {
  jest.useFakeTimers();
  const signal = timeoutSignal(50);
  jest.advanceTimersByTime(49);
  expect(signal.aborted).toBe(false);
  jest.advanceTimersByTime(1);
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
});

describe('pause', () => {
  it('shares one listener of a signal among all pauses, and leaves none', async () => {
    const { signal } = new AbortController();
    for (let round = 0; round < 3; round += 1) {
      const pauses = Array.from({ length: 500 }, (_, n) => pause(n % 20, signal));
      expect(listeners(signal)).toBe(1);
      await Promise.all(pauses);
      expect(listeners(signal)).toBe(0);
    }
  });

  it('ends all pauses at once when the signal aborts, and starts none afterwards', async () => {
    const stop = new AbortController();
    const pauses = Array.from({ length: 50 }, () => pause(HOUR, stop.signal));
    stop.abort();
    await Promise.all(pauses);
    await pause(HOUR, stop.signal);
    expect(listeners(stop.signal)).toBe(0);
  });
});
