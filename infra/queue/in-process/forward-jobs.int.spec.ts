import { MessageChannel } from 'node:worker_threads';
import { describeJobQueue } from '../testing/job-queue.contract.js';
import { forwardingJobQueue, serveJobs } from './forward-jobs.js';
import { inProcessJobQueue } from './in-process-job-queue.js';

describeJobQueue('forwarded from another thread', async () => {
  const { port1, port2 } = new MessageChannel();
  const receiver = inProcessJobQueue();
  serveJobs(receiver, port2);
  port2.ref();
  return { sender: forwardingJobQueue(port1), receiver };
});
