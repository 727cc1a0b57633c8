import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { until } from '../../infra/testing/until.js';
import { PendingFundings } from './pending-fundings.js';

const logger = pino({ level: 'silent' });

describe('pending payments', () => {
  it('are queried one at a time each, within the total limit', async () => {
    const running = new Map<string, number>();
    let most = 0;
    const settle = async (reference: string): Promise<boolean> => {
      running.set(reference, (running.get(reference) ?? 0) + 1);
      expect(running.get(reference)).toBe(1);
      most = Math.max(most, running.size);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running.delete(reference);
      return true;
    };
    const pending = new PendingFundings({ settle, logger, concurrency: 3 });
    for (let round = 0; round < 4; round += 1) for (let one = 0; one < 10; one += 1) pending.add(`r${one}`);
    await until(() => pending.references().length === 0);
    expect(most).toBe(3);
    await pending.stop();
  });

  it('are queried again after growing pauses, for any failure', async () => {
    const at: number[] = [];
    const settle = (): Promise<boolean> => {
      at.push(Date.now());
      if (at.length === 1) return Promise.reject(new Error('away'));
      return Promise.resolve(at.length === 4);
    };
    const pending = new PendingFundings({ settle, logger, firstRetryMs: 20 });
    pending.add('r');
    await until(() => pending.references().length === 0);
    const pauses = at.slice(1).map((time, index) => time - at[index]!);
    expect(pauses).toHaveLength(3);
    [20, 40, 80].forEach((least, index) => expect(pauses[index]).toBeGreaterThanOrEqual(least - 2));
    await pending.stop();
  });

  it.each([
    ['not finished', false],
    ['finished, maybe as one that was never paid', true],
  ])('reported during a query are queried once more without a pause: %s', async (_, finished) => {
    let asked = 0;
    let answer: (() => void) | undefined;
    const settle = async (): Promise<boolean> => {
      asked += 1;
      await new Promise<void>((resolve) => (answer = resolve));
      return finished || asked === 2;
    };
    const pending = new PendingFundings({ settle, logger, firstRetryMs: 60_000 });
    pending.add('r');
    await until(() => asked === 1);
    pending.add('r');
    answer?.();
    await until(() => asked === 2);
    answer?.();
    await until(() => pending.references().length === 0);
    await pending.stop();
  });

  it('stay pending at a stop, which waits for queries in progress', async () => {
    let finished = 0;
    const settle = async (): Promise<boolean> => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      finished += 1;
      return false;
    };
    const pending = new PendingFundings({ settle, logger, concurrency: 1 });
    pending.add('a');
    pending.add('b');
    await pending.stop();
    pending.add('c');
    expect([finished, pending.references()]).toEqual([1, ['a', 'b']]);
  });
});
