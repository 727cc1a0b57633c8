import type { Faults } from './faults.js';

/**
 * Appends between their arrival and their commit. A second one of the same events meanwhile is answered by nothing for
 * long, and then by an error, as the server does: only what is committed is known to it as the same.
 */
export class Commits {
  private readonly underWay = new Set<string>();
  private readonly held: (() => void)[] = [];
  private holding = false;

  constructor(private readonly faults: Pick<Faults, 'commitMs' | 'twinMs'>) {}

  /** How many appends have arrived and are not committed. */
  get waiting(): number {
    return this.underWay.size;
  }

  /** Calls `commit` when its turn comes, or `timedOut` when it is a twin. */
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

  /** What arrives from now on is committed by `release`. */
  hold(): void {
    this.holding = true;
  }

  release(): void {
    this.holding = false;
    for (const finish of this.held.splice(0)) finish();
  }
}
