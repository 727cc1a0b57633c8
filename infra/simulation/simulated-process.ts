import type { Scheduler } from './scheduler.js';

export class SimulatedProcess {
  dead = false;
  diedAt = Infinity;
  pausedUntil = 0;
  /** Time in virtual ms until which the process is cut off from all stores. */
  cutOffUntil = 0;

  constructor(
    readonly scheduler: Scheduler,
    readonly name: string,
    /** Milliseconds by which the clock of this process differs from virtual time. */
    public skewMs = 0,
  ) {}

  /** Delays the callbacks of the process. The process does not notice the delay. */
  pause(ms: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, this.scheduler.now + ms);
  }

  cutOff(ms: number): void {
    this.cutOffUntil = Math.max(this.cutOffUntil, this.scheduler.now + ms);
  }

  crash(): void {
    this.dead = true;
    this.diedAt = this.scheduler.now;
  }
}
