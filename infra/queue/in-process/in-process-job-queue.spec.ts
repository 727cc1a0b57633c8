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
