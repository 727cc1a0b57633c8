import { afterAll, beforeAll } from '@jest/globals';
import { describeJobQueue } from '../queue/testing/job-queue.contract.js';
import { JobBroker } from './job-broker.js';
import { CALM, Network } from './network.js';
import { Scheduler } from './scheduler.js';
import { simulatedJobQueue } from './simulated-job-queue.js';
import { inVirtualTime } from './testing/virtual-time.js';

let scheduler: Scheduler;
let end: () => void;

beforeAll(() => {
  scheduler = new Scheduler(1);
  end = inVirtualTime(scheduler);
});
afterAll(() => end());

const newBroker = (): JobBroker => new JobBroker(new Network(scheduler, { ...CALM, latencyMs: 0.5 }));

describeJobQueue('simulated', async () => {
  const queue = simulatedJobQueue(newBroker());
  return { sender: queue, receiver: queue };
});

describeJobQueue('simulated, its two ends in two processes', async () => {
  const broker = newBroker();
  return { sender: simulatedJobQueue(broker), receiver: simulatedJobQueue(broker) };
});
