import { RuleBroken } from '../contracts/errors.js';

export interface FairQueueSizes {
  readonly atOnce: number;
  readonly perPerson: number;
  readonly inAll: number;
}

interface Waiting {
  readonly start: () => Promise<void>;
}

/** Seconds after which a person whose order was refused should try again. */
const RETRY_SECONDS = 10;

/**
 * Queue in which people take turns: a person waits for at most one order of each other person. Orders beyond
 * `sizes` are refused, because an unlimited queue would use up the memory.
 */
export class FairQueue {
  private readonly waiting = new Map<string, Waiting[]>();
  private readonly working = new Set<string>();
  private size = 0;

  constructor(private readonly sizes: FairQueueSizes) {}

  /** @throws RuleBroken(RATE_LIMITED) when this person, or all people together, have too many waiting orders */
  run<T>(person: string, work: () => Promise<T>): Promise<T> {
    const own = this.waiting.get(person) ?? [];
    if (own.length >= this.sizes.perPerson || this.size >= this.sizes.inAll)
      return Promise.reject(new RuleBroken('RATE_LIMITED', { seconds: RETRY_SECONDS, policy: 'in-flight' }));
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
