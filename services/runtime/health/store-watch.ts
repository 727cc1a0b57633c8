import { breathe, sleep } from '../../../infra/host/timers.js';

/** One store, asked now and then whether it answers. */
export interface StoreCheck {
  /** How an operator knows it: `the event store at eventstore:2113`. Names no password. */
  readonly name: string;
  /** @throws when it does not answer */
  readonly ask: () => Promise<unknown>;
}

const EVERY_MS = 1_000;
const PATIENCE_MS = 3_000;

/** Knows which stores answer, without anybody having to wait for those that do not. */
export class StoreWatch {
  private readonly away = new Map<string, string>();
  private readonly stopping = new AbortController();
  private readonly watching: Promise<unknown>;

  constructor(
    checks: readonly StoreCheck[],
    private readonly everyMs = EVERY_MS,
    private readonly patienceMs = PATIENCE_MS,
  ) {
    this.watching = Promise.all(checks.map((check) => this.watch(check)));
  }

  /** One line for each store that does not answer. */
  problems(): string[] {
    return Array.from(this.away, ([name, reason]) => `${name} does not answer: ${reason}`);
  }

  /** Whether one of them answers, as far as is known. */
  answers({ name }: Pick<StoreCheck, 'name'>): boolean {
    return !this.away.has(name);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.watching;
  }

  private async watch({ name, ask }: StoreCheck): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const reason = await this.reasonOf(ask);
      if (reason === undefined) this.away.delete(name);
      else this.away.set(name, reason);
      await sleep(this.everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private async reasonOf(ask: () => Promise<unknown>): Promise<string | undefined> {
    const given = new AbortController();
    try {
      const late = sleep(this.patienceMs, undefined, { signal: given.signal, ref: false })
        // A process that was held up itself finds the answer lying there: timers come before what was received.
        .then(breathe)
        .then(() => 'late')
        .catch(() => 'given');
      const first = await Promise.race([ask().then(() => 'answered'), late]);
      return first === 'late' ? `nothing within ${this.patienceMs / 1_000} s` : undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      given.abort();
    }
  }
}

/** `host:port,host:port` of a connection string, without user, password and options. */
export function hostsOf(url: string): string {
  return /^[^:]+:\/\/(?:[^@/]*@)?([^/?]*)/.exec(url)?.[1] ?? 'an unreadable address';
}
