import type { TriesRule, TriesStore, Verdict } from './session-store.js';

/** Wrong tries in a row. */
export interface Tries {
  readonly wrong: number;
  /** Milliseconds since the epoch; 0 while not locked. */
  readonly lockedUntil: number;
}

/** Where tries survive a restart. Resolves after it is durable. */
export interface KeptTries {
  entries(): Iterable<readonly [subject: string, tries: Tries]>;
  put(subject: string, tries: Tries): Promise<unknown>;
  remove(subject: string): Promise<unknown>;
}

const PASSED: Verdict = { outcome: 'passed' };

/** Tries of the only process: reading is a memory look-up, for it happens on every purchase. */
export class EmbeddedTries implements TriesStore {
  private readonly tries: Map<string, Tries>;

  constructor(private readonly kept: KeptTries) {
    this.tries = new Map(kept.entries());
  }

  judge(subject: string, right: boolean, rule: TriesRule, now: number): Verdict | Promise<Verdict> {
    const known = this.tries.get(subject);
    if (known && known.lockedUntil > now) return { outcome: 'locked', until: known.lockedUntil };
    if (!right) return this.count(subject, (known?.wrong ?? 0) + 1, rule, now);
    return known ? this.clear(subject).then(() => PASSED) : PASSED;
  }

  async clear(subject: string): Promise<void> {
    if (this.tries.delete(subject)) await this.kept.remove(subject);
  }

  /** Counts before it waits, so that tries side by side all count. */
  private async count(subject: string, wrong: number, rule: TriesRule, now: number): Promise<Verdict> {
    const until = wrong >= rule.max ? now + rule.lockMs : 0;
    const tries = until > 0 ? { wrong: 0, lockedUntil: until } : { wrong, lockedUntil: 0 };
    this.tries.set(subject, tries);
    await this.kept.put(subject, tries);
    return until > 0 ? { outcome: 'locked', until } : { outcome: 'wrong', left: rule.max - wrong };
  }
}
