import { Scheduler } from '../scheduler.js';
import { installHost } from '../simulated-host.js';

/** Milliseconds that pass in one turn without a due timer. */
const STEP_MS = 20;

/**
 * Runs a suite in virtual time, at any machine speed: an hour costs a second. For code that uses `infra/host` and
 * stays inside the process. Returns a function that stops it.
 */
export function inVirtualTime(scheduler = new Scheduler(1)): () => void {
  const toRealTime = installHost(scheduler);
  let over = false;
  const pass = async (): Promise<void> => {
    while (!over) await scheduler.runUntil(scheduler.now + STEP_MS, () => over);
  };
  void pass();
  return () => {
    over = true;
    toRealTime();
  };
}
