import type { Scheduler } from './scheduler.js';

/** One run of one process: after a crash comes another one. */
export class SimulatedProcess {
  dead = false;
  diedAt = Infinity;
  pausedUntil = 0;
  /** Virtual milliseconds until which it reaches no store. */
  cutOffUntil = 0;

  constructor(
    readonly scheduler: Scheduler,
    readonly name: string,
    /** What its clock is wrong by. */
    public skewMs = 0,
  ) {}

  /** Stands still for so long, wherever it is, and does not know of it. */
  pause(ms: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, this.scheduler.now + ms);
  }

  /** Reaches no store for so long. */
  cutOff(ms: number): void {
    this.cutOffUntil = Math.max(this.cutOffUntil, this.scheduler.now + ms);
  }

  crash(): void {
    this.dead = true;
    this.diedAt = this.scheduler.now;
  }
}
