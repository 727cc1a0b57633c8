import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

const NICENESS = 5;

/** Lets the threads that take purchases go first. On Linux a thread has a priority of its own; elsewhere nothing happens. */
export function lowerThreadPriority(): void {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICENESS);
  } catch {
    // A courtesy: without it everything still works.
  }
}
