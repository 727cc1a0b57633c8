import { Scheduler } from '../scheduler.js';
import { installHost } from '../simulated-host.js';

/**
 * Lets a suite that waits wait in virtual time, which passes as fast as what is due in it is done: an hour costs a second, and how fast
 * the machine is plays no part. For what takes its time from `infra/host` and reaches nothing outside of the process. Answers what ends it.
 */
export function inVirtualTime(scheduler = new Scheduler(1)): () => void {
  const toRealTime = installHost(scheduler);
  let over = false;
  const pass = async (): Promise<void> => {
    while (!over) await scheduler.runUntil(scheduler.now + 1, () => over);
  };
  void pass();
  return () => {
    over = true;
    toRealTime();
  };
}
