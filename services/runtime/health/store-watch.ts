import { breathe, sleep } from '../../../infra/host/timers.js';

export interface StoreCheck {
  /**
   * Name of the store for operators, such as `the event store at eventstore:2113`. Contains no
   * password.
   */
  readonly name: string;
  readonly ask: () => Promise<unknown>;
}

const EVERY_MS = 1_000;
const PATIENCE_MS = 3_000;

/** Requests to a store that does not answer are refused at once. */
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

  problems(): string[] {
    return Array.from(this.away, ([name, reason]) => `${name} does not answer: ${reason}`);
  }

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
        // Prefer an answer that has already arrived. After a pause of the whole process, this timer fires
        // before the answer is handled.
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

/** Returns the hosts of a connection string as `host:port,host:port`, without credentials and options. */
export function hostsOf(url: string): string {
  return /^[^:]+:\/\/(?:[^@/]*@)?([^/?]*)/.exec(url)?.[1] ?? 'an unreadable address';
}
