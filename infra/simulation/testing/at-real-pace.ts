import type { Scheduler } from '../scheduler.js';

const TURN_MS = 1;

/** Lets virtual time run as fast as time does, for suites that know of no other. Answers what ends it. */
export function atRealPace(scheduler: Scheduler): () => void {
  const from = performance.now();
  const elapsed = (): number => performance.now() - from;
  const inVirtual = scheduler.in.bind(scheduler);
  // Virtual time was last looked at a moment ago: what is due counts from now.
  scheduler.in = (ms, ...rest) => inVirtual(ms + Math.max(0, elapsed() - scheduler.now), ...rest);
  let running = false;
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    void scheduler.runUntil(elapsed()).finally(() => (running = false));
  }, TURN_MS);
  return () => clearInterval(timer);
}
