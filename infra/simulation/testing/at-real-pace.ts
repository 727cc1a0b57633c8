import type { Scheduler } from '../scheduler.js';

const TURN_MS = 1;

/** Lets virtual time run as fast as time does, for suites that know of no other. Answers what ends it. */
export function atRealPace(scheduler: Scheduler): () => void {
  const from = performance.now();
  let running = false;
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    void scheduler.runUntil(performance.now() - from).finally(() => (running = false));
  }, TURN_MS);
  return () => clearInterval(timer);
}
