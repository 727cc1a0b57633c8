import {
  AppendOutcomeUnknown,
  type Appended,
  type EventStore,
  type FollowOptions,
  type NewEvent,
  type ReadStreamOptions,
  type RecordedEvent,
  StoreUnavailable,
  type StreamHead,
} from '../event-store/event-store.js';
import { walkOver } from '../event-store/follow-events.js';
import { checkStreamName } from '../event-store/lmdb/log-layout.js';
import type { Need, Network, Unanswered } from './network.js';
import type { SimulatedLog } from './simulated-log.js';

export interface SimulatedStoreOptions {
  readonly batchMax?: number;
  /** Maximum virtual ms between an append and the moment when `follow` yields its events. */
  readonly lagMs?: number;
  readonly hasOtherWriters?: boolean;
}

const READ: Unanswered = {
  unknown: () => new StoreUnavailable('the event store did not answer'),
  refused: () => new StoreUnavailable('the event store is away'),
};
const APPEND: Unanswered = {
  unknown: () => new AppendOutcomeUnknown('the event store did not answer'),
  refused: READ.refused,
};

export class SimulatedEventStore implements EventStore {
  readonly hasOtherWriters: boolean;
  readonly #generation: number;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #ended = new AbortController();

  constructor(
    private readonly log: SimulatedLog,
    private readonly network: Network,
    private readonly options: SimulatedStoreOptions = {},
  ) {
    this.#generation = log.generation;
    this.hasOtherWriters = options.hasOtherWriters ?? true;
  }

  async append(stream: string, expected: StreamHead, events: readonly NewEvent[]): Promise<Appended> {
    checkStreamName(stream);
    if (events.length === 0) throw new RangeError('an append holds at least one event');
    const append = (): Appended => {
      if (this.log.generation !== this.#generation) throw READ.refused();
      return this.log.append(stream, expected, events);
    };
    return this.#asked('append', append, APPEND, 'writes');
  }

  readStream(stream: string, options?: ReadStreamOptions): Promise<RecordedEvent[]> {
    return this.#asked('readStream', () => this.log.stream(stream, options));
  }

  head(stream: string): Promise<StreamHead> {
    return this.#asked('head', () => this.log.head(stream));
  }

  readAll(after: number, limit: number): Promise<RecordedEvent[]> {
    return this.#asked('readAll', () => this.log.page(after, limit));
  }

  lastPosition(): Promise<number> {
    return this.#asked('lastPosition', () => this.log.all.length);
  }

  async *follow({
    after,
    signal,
    batchMax = 512,
    wants,
  }: FollowOptions): AsyncGenerator<readonly RecordedEvent[]> {
    const most = Math.min(batchMax, this.options.batchMax ?? batchMax);
    for (let last = after; !signal.aborted;) {
      const page = await this.#asked('follow', () => this.log.page(last, most)).catch((error: unknown) => {
        if (signal.aborted) return [];
        throw error;
      });
      if (signal.aborted) return;
      if (page.length === 0) {
        await this.#news(last, signal);
        continue;
      }
      const walked = walkOver(page, wants);
      last += walked.count;
      yield walked.events;
    }
  }

  async close(): Promise<void> {
    this.#ended.abort();
    await Promise.allSettled(this.#underWay);
  }

  async #asked<Result>(
    what: string,
    work: () => Result,
    unanswered = READ,
    need: Need = 'reads',
  ): Promise<Result> {
    if (this.#ended.signal.aborted) throw new StoreUnavailable('the event store is closed');
    const asked = this.network.call(what, work, unanswered, need);
    this.#underWay.add(asked);
    return asked.finally(() => this.#underWay.delete(asked));
  }

  #news(position: number, signal: AbortSignal): Promise<void> {
    const { log, network, options } = this;
    const { scheduler } = network;
    const follower = scheduler.current;
    return new Promise((resolve) => {
      const wake = (): void => {
        stop();
        signal.removeEventListener('abort', wake);
        this.#ended.signal.removeEventListener('abort', wake);
        resolve();
      };
      const heard = (): void => {
        stop();
        const lagMs = scheduler.random.fraction() * (options.lagMs ?? 0);
        scheduler.in(network.way() + lagMs, follower, 'hears', wake);
      };
      const stop = log.onAppend(heard);
      if (signal.aborted || this.#ended.signal.aborted) return wake();
      signal.addEventListener('abort', wake);
      this.#ended.signal.addEventListener('abort', wake);
      if (log.all.length > position) heard();
    });
  }
}
