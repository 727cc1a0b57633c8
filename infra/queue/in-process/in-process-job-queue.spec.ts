import { MessageChannel } from 'node:worker_threads';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { describeJobQueue } from '../testing/job-queue.contract.js';
import { forwardingJobQueue, serveJobs } from './forward-jobs.js';
import { inProcessJobQueue } from './in-process-job-queue.js';

describeJobQueue('in process', async () => {
  const queue = inProcessJobQueue();
  return { sender: queue, receiver: queue };
});

describeJobQueue('forwarded from another thread', async () => {
  const { port1, port2 } = new MessageChannel();
  const receiver = inProcessJobQueue();
  serveJobs(receiver, port2);
  port2.ref();
  return { sender: forwardingJobQueue(port1), receiver };
});

describe('in-process queue', () => {
  it('stops waiting for a job that does not end', async () => {
    const queue = inProcessJobQueue();
    let begun = false;
    queue.process('vendor-1', { concurrency: 1 }, () => {
      begun = true;
      return new Promise<never>(() => undefined);
    });
    await queue.enqueue('vendor-1', { kind: 'dispatch', purchaseId: 'a' });
    while (!begun) await sleep(5);
    await queue.close(50);
  });

  it('reports the job that failed', async () => {
    const failed: unknown[] = [];
    const queue = inProcessJobQueue({
      onFailed: (job, error) => failed.push([job.purchaseId, (error as Error).message]),
    });
    queue.process('vendor-1', { concurrency: 1 }, () => Promise.reject(new Error('planted')));
    await queue.enqueue('vendor-1', { kind: 'dispatch', purchaseId: 'a' });
    while (failed.length === 0) await sleep(5);
    expect(failed).toEqual([['a', 'planted']]);
    await queue.close(10);
  });
});

describe('a place in a queue', () => {
  const never = (): Promise<never> => new Promise(() => undefined);
  const job = (purchaseId: string) => ({ kind: 'dispatch', purchaseId }) as const;

  it('counts as a running job until it is left', async () => {
    const queue = inProcessJobQueue();
    const started: string[] = [];
    queue.process('vendor-1', { concurrency: 2 }, async ({ purchaseId }) => void started.push(purchaseId));
    const places = [await queue.place!('vendor-1'), await queue.place!('vendor-1')];
    await queue.enqueue('vendor-1', job('a'));
    await sleep(10);
    expect([places.length, started]).toEqual([2, []]);
    places[0]!.leave();
    await sleep(10);
    expect(started).toEqual(['a']);
    places[1]!.leave();
    await queue.close(10);
  });

  it('is waited for while places get free, after the jobs that wait', async () => {
    const queue = inProcessJobQueue();
    const order: string[] = [];
    queue.process('vendor-1', { concurrency: 1 }, async ({ purchaseId }) => void order.push(purchaseId));
    await queue.enqueue('vendor-1', job('a'));
    await sleep(10);
    const first = await queue.place!('vendor-1');
    await queue.enqueue('vendor-1', job('b'));
    const second = queue.place!('vendor-1').then((place) => {
      order.push('place');
      place!.leave();
    });
    await sleep(10);
    expect(order).toEqual(['a']);
    first!.leave();
    await second;
    expect(order).toEqual(['a', 'b', 'place']);
    await queue.close(10);
  });

  it('is not waited for where none gets free, nor for long', async () => {
    const queue = inProcessJobQueue();
    queue.process('vendor-1', { concurrency: 1 }, never);
    const place = await queue.place!('vendor-1');
    expect(await queue.place!('vendor-1')).toBeUndefined();
    place!.leave();
    await queue.place!('vendor-1');
    const waiting = Array.from({ length: 5 }, () => queue.place!('vendor-1'));
    // One was left lately: four may wait, until the queue closes.
    expect(await waiting[4]).toBeUndefined();
    await queue.close(10);
    expect(await Promise.all(waiting)).toEqual(Array.from({ length: 5 }, () => undefined));
  });

  it('counts among the starts of a second', async () => {
    const queue = inProcessJobQueue();
    queue.process('vendor-1', { concurrency: 9, startsPerSecondMax: 1 }, () => Promise.resolve());
    expect(await queue.place!('vendor-1')).toBeDefined();
    expect(await queue.place!('vendor-1')).toBeUndefined();
    await queue.close(10);
  });
});
