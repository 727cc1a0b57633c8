import { RuleBroken } from '../contracts/errors.js';

export interface FairQueueSizes {
  /** How many are worked on at once, of everybody together. */
  readonly atOnce: number;
  /** How many one person may have waiting. */
  readonly perPerson: number;
  /** How many may wait in all. */
  readonly inAll: number;
}

interface Waiting {
  readonly start: () => Promise<void>;
}

/** Told to come back after so long, seconds: about what a few documents take. */
const RETRY_SECONDS = 10;

/**
 * Lets people take turns at something costly: one piece of work of each person at a time, and whoever has waited for
 * longest goes next. So somebody who orders eight delays nobody else by more than one. What is beyond these sizes is
 * refused at once, because a queue that only grows is a way to run out of memory.
 */
export class FairQueue {
  /** Who waits, in the order of their next turn. */
  private readonly waiting = new Map<string, Waiting[]>();
  private readonly working = new Set<string>();
  private size = 0;

  constructor(private readonly sizes: FairQueueSizes) {}

  /** Does the work when it is the person's turn. @throws RuleBroken(RATE_LIMITED) when too much waits already */
  run<T>(person: string, work: () => Promise<T>): Promise<T> {
    const own = this.waiting.get(person) ?? [];
    if (own.length >= this.sizes.perPerson || this.size >= this.sizes.inAll)
      return Promise.reject(new RuleBroken('RATE_LIMITED', { seconds: RETRY_SECONDS }));
    const done = new Promise<T>((resolve, reject) => {
      own.push({ start: () => work().then(resolve, reject) });
    });
    this.waiting.set(person, own);
    this.size += 1;
    this.startNext();
    return done;
  }

  private startNext(): void {
    if (this.working.size >= this.sizes.atOnce) return;
    for (const [person, own] of this.waiting) {
      if (this.working.has(person)) continue;
      const next = own.shift();
      if (own.length === 0) this.waiting.delete(person);
      if (next) this.start(person, next);
      return;
    }
  }

  /** Whoever has just been served lets everybody go first who waits now. */
  private moveBehind(person: string): void {
    const own = this.waiting.get(person);
    if (!own) return;
    this.waiting.delete(person);
    this.waiting.set(person, own);
  }

  private start(person: string, { start }: Waiting): void {
    this.size -= 1;
    this.working.add(person);
    void start().finally(() => {
      this.working.delete(person);
      this.moveBehind(person);
      this.startNext();
    });
  }
}
