import type { Faults } from './faults.js';

/**
 * Appends between arrival and commit. A repeat of one under way stays unanswered for `twinMs` and then times out: a
 * real server recognizes repeats only of committed events.
 */
export class Commits {
  private readonly underWay = new Set<string>();
  private readonly held: (() => void)[] = [];
  private holding = false;

  constructor(private readonly faults: Pick<Faults, 'commitMs' | 'twinMs'>) {}

  /** Appends not yet committed. */
  get waiting(): number {
    return this.underWay.size;
  }

  /** Runs `timedOut` instead when the same append is under way. */
  begin(key: string, commit: () => void, timedOut: () => void): void {
    if (this.underWay.has(key)) {
      setTimeout(timedOut, this.faults.twinMs).unref();
      return;
    }
    if (!this.holding && this.faults.commitMs === 0) {
      commit();
      return;
    }
    this.underWay.add(key);
    const finish = (): void => {
      this.underWay.delete(key);
      commit();
    };
    if (this.holding) this.held.push(finish);
    else setTimeout(finish, this.faults.commitMs);
  }

  /** Keeps new appends uncommitted until `release`. */
  hold(): void {
    this.holding = true;
  }

  release(): void {
    this.holding = false;
    for (const finish of this.held.splice(0)) finish();
  }
}
