import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { inVirtualTime } from '../../simulation/testing/virtual-time.js';
import { describeJobQueue, idOf, reminder } from '../testing/job-queue.contract.js';
import { inProcessJobQueue } from './in-process-job-queue.js';
import { until } from '../../testing/until.js';

describe('in virtual time', () => {
  let toRealTime: () => void;
  beforeAll(() => void (toRealTime = inVirtualTime()));
  afterAll(() => toRealTime());

  describeJobQueue('in process', async () => {
    const queue = inProcessJobQueue();
    return { sender: queue, receiver: queue };
  });
});

describe('in-process queue', () => {
  it('closes after timeoutMs although a job does not end', async () => {
    const queue = inProcessJobQueue();
    let begun = false;
    queue.process('queue-1', { concurrency: 1 }, () => {
      begun = true;
      return new Promise<never>(() => undefined);
    });
    await queue.enqueue('queue-1', reminder('a'));
    while (!begun) await sleep(5);
    await queue.close(50);
  });

  it('reports the job that failed', async () => {
    const failed: unknown[] = [];
    const queue = inProcessJobQueue({
      onFailed: (data, error) => failed.push([idOf(data), (error as Error).message]),
    });
    queue.process('queue-1', { concurrency: 1 }, () => Promise.reject(new Error('planted')));
    await queue.enqueue('queue-1', reminder('a'));
    while (failed.length === 0) await sleep(5);
    expect(failed).toEqual([['a', 'planted']]);
    await queue.close(10);
  });
});

describe('a slot in a queue', () => {
  // Fixes the time within one second, because free slots and starts are counted per second.
  beforeEach(() => void jest.spyOn(performance, 'now').mockReturnValue(1_000_000));
  afterEach(() => void jest.restoreAllMocks());

  const never = (): Promise<never> => new Promise(() => undefined);

  it('counts as a running job until leave is called', async () => {
    const queue = inProcessJobQueue();
    const started: string[] = [];
    queue.process('queue-1', { concurrency: 2 }, async (data) => void started.push(idOf(data)));
    const slots = [await queue.slot!('queue-1'), await queue.slot!('queue-1')];
    await queue.enqueue('queue-1', reminder('a'));
    await sleep(10);
    expect([slots.length, started]).toEqual([2, []]);
    slots[0]!.leave();
    await until(() => started.length > 0);
    expect(started).toEqual(['a']);
    slots[1]!.leave();
    await queue.close(10);
  });

  it('is given after waiting jobs, while slots become free', async () => {
    const queue = inProcessJobQueue();
    const order: string[] = [];
    queue.process('queue-1', { concurrency: 1 }, async (data) => void order.push(idOf(data)));
    await queue.enqueue('queue-1', reminder('a'));
    await until(() => order.length > 0);
    const first = await queue.slot!('queue-1');
    await queue.enqueue('queue-1', reminder('b'));
    const second = queue.slot!('queue-1').then((slot) => {
      order.push('slot');
      slot!.leave();
    });
    await sleep(10);
    expect(order).toEqual(['a']);
    first!.leave();
    await second;
    expect(order).toEqual(['a', 'b', 'slot']);
    await queue.close(10);
  });

  it('is refused when no slot becomes free or the wait gets long', async () => {
    const queue = inProcessJobQueue();
    queue.process('queue-1', { concurrency: 1 }, never);
    const slot = await queue.slot!('queue-1');
    expect(await queue.slot!('queue-1')).toBeUndefined();
    slot!.leave();
    await queue.slot!('queue-1');
    const waiting = Array.from({ length: 5 }, () => queue.slot!('queue-1'));
    let sentAway = 0;
    for (const slot of waiting) void slot.then(() => (sentAway += 1));
    // A slot became free recently, so four callers may wait until the queue closes.
    expect(await waiting[4]).toBeUndefined();
    await sleep(10);
    expect(sentAway).toBe(1);
    await queue.close(10);
    expect(await Promise.all(waiting)).toEqual(Array.from({ length: 5 }, () => undefined));
  });

  it('counts as a start of its second', async () => {
    const queue = inProcessJobQueue();
    queue.process('queue-1', { concurrency: 9, startsPerSecondMax: 1 }, () => Promise.resolve());
    expect(await queue.slot!('queue-1')).toBeDefined();
    expect(await queue.slot!('queue-1')).toBeUndefined();
    await queue.close(10);
  });
});
