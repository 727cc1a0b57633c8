import type { JobQueue } from '../queue/job-queue.js';
import { Consumer, type JobBroker } from './job-broker.js';

const dropped = (): Error => new Error('the queue is away');
const UNANSWERED = { unknown: dropped, refused: dropped };

export function simulatedJobQueue(broker: JobBroker): JobQueue {
  const consumers: Consumer[] = [];
  const { network } = broker;
  let closed = false;
  return {
    async enqueue(queue, job, delayMs = 0) {
      if (closed) return;
      await network
        .call('enqueue', () => broker.add(queue, job, delayMs), UNANSWERED, 'writes')
        .catch(() => undefined);
    },
    process(queue, pace, handler) {
      const consumer = new Consumer(network.scheduler.current, pace, handler);
      consumers.push(consumer);
      broker.attach(queue, consumer);
    },
    async close(timeoutMs) {
      closed = true;
      for (const consumer of consumers) consumer.closed = true;
      const running = consumers.flatMap((consumer) => [...consumer.running]);
      const ended = Promise.all(running).then(() => undefined);
      const { scheduler } = network;
      const late = new Promise<void>((resolve) => {
        scheduler.in(timeoutMs, scheduler.current, 'queue closes', resolve);
      });
      await Promise.race([ended, late]);
    },
  };
}
