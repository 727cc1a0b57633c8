import type { Scheduler } from '../scheduler.js';

const TURN_MS = 1;

/** Runs virtual time at the pace of real time. Returns a function that stops it. */
export function atRealPace(scheduler: Scheduler): () => void {
  const from = performance.now();
  const elapsed = (): number => performance.now() - from;
  const inVirtual = scheduler.in.bind(scheduler);
  // `scheduler.now` lags behind, so delays count from `elapsed`.
  scheduler.in = (ms, ...rest) => inVirtual(ms + Math.max(0, elapsed() - scheduler.now), ...rest);
  let running = false;
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    void scheduler.runUntil(elapsed()).finally(() => (running = false));
  }, TURN_MS);
  return () => clearInterval(timer);
}
