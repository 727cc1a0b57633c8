import { UNTIL_CLEARED, type TriesRule, type TriesStore, type Verdict } from './session-store.js';

export interface Tries {
  readonly wrong: number;
  /** Unix time in ms at which the lock ends. 0 while the subject is not locked. */
  readonly lockedUntil: number;
  readonly locks?: number;
  /** Unix time in ms at which the record ends, by `keepMs` of its rule. */
  readonly endsAt?: number;
}

/** Writes resolve once durable. */
export interface KeptTries {
  entries(): Iterable<readonly [subject: string, tries: Tries]>;
  put(subject: string, tries: Tries): Promise<unknown>;
  remove(subject: string): Promise<unknown>;
}

const PASSED: Verdict = { outcome: 'passed' };

/** Counts wrong tries in memory, because every purchase reads the counts. */
export class EmbeddedTries implements TriesStore {
  private readonly tries: Map<string, Tries>;

  constructor(private readonly kept: KeptTries) {
    this.tries = new Map(kept.entries());
  }

  judge(subject: string, right: boolean, rule: TriesRule, now: number): Verdict | Promise<Verdict> {
    const lock = this.lockedUntil(subject, rule, now);
    if (lock instanceof Promise) return lock.then((until) => ({ outcome: 'locked', until }));
    if (lock !== undefined) return { outcome: 'locked', until: lock };
    const known = this.find(subject, now);
    if (!right) return this.count(subject, known, rule, now);
    return known ? this.clear(subject).then(() => PASSED) : PASSED;
  }

  lockedUntil(
    subject: string,
    { locksMs }: Pick<TriesRule, 'locksMs'>,
    now: number,
  ): number | undefined | Promise<number> {
    const known = this.find(subject, now);
    if (!known || known.lockedUntil <= now) return undefined;
    const lockMs = locksMs[(known.locks ?? 0) - 1] ?? Infinity;
    if (known.lockedUntil <= now + lockMs) return known.lockedUntil;
    const shorter = { ...known, lockedUntil: now + lockMs };
    this.tries.set(subject, shorter);
    return this.kept.put(subject, shorter).then(() => shorter.lockedUntil);
  }

  async clear(subject: string): Promise<void> {
    if (this.tries.delete(subject)) await this.kept.remove(subject);
  }

  /** Counts the try in memory before `put`, so that parallel tries are all counted. */
  private async count(
    subject: string,
    known: Tries | undefined,
    { max, locksMs, keepMs }: TriesRule,
    now: number,
  ): Promise<Verdict> {
    const removed = keepMs === undefined ? [] : this.removeEnded(now);
    const wrong = (known?.wrong ?? 0) + 1;
    const locks = known?.locks ?? 0;
    const lockMs = locksMs[locks];
    const until = wrong < max ? 0 : lockMs === undefined ? UNTIL_CLEARED : now + lockMs;
    const tries = {
      ...(until > 0 ? { wrong: 0, lockedUntil: until, locks: locks + 1 } : { wrong, lockedUntil: 0, locks }),
      ...(keepMs !== undefined && { endsAt: now + keepMs }),
    };
    this.tries.set(subject, tries);
    await Promise.all([this.kept.put(subject, tries), ...removed]);
    return until > 0 ? { outcome: 'locked', until } : { outcome: 'wrong', left: max - wrong };
  }

  private find(subject: string, now: number): Tries | undefined {
    const known = this.tries.get(subject);
    return known?.endsAt !== undefined && known.endsAt <= now ? undefined : known;
  }

  private removeEnded(now: number): readonly Promise<void>[] {
    const ended = Array.from(this.tries).filter(([, { endsAt }]) => endsAt !== undefined && endsAt <= now);
    return ended.map(([subject]) => this.clear(subject));
  }
}
