import {
  AppendOutcomeUnknown,
  type Appended,
  type EventStore,
  type FollowOptions,
  type NewEvent,
  type ReadStreamOptions,
  type StreamHead,
  StoreUnavailable,
} from '../../../infra/event-store/event-store.js';

/** Event store of a process that dies at its n-th append, before or after storing. */
export class MortalEventStore implements EventStore {
  private appends = 0;
  private readonly death = new AbortController();

  constructor(
    private readonly ledger: EventStore,
    private readonly diesAt: number,
    private readonly storesTheLast: boolean,
  ) {}

  get dead(): boolean {
    return this.death.signal.aborted;
  }

  async append(stream: string, expected: StreamHead, events: readonly NewEvent[]): Promise<Appended> {
    this.alive();
    this.appends += 1;
    if (this.appends < this.diesAt) return this.ledger.append(stream, expected, events);
    this.death.abort();
    if (this.storesTheLast) await this.ledger.append(stream, expected, events);
    throw new AppendOutcomeUnknown('the process died');
  }

  async readStream(stream: string, options?: ReadStreamOptions) {
    this.alive();
    return this.ledger.readStream(stream, options);
  }

  async head(stream: string): Promise<StreamHead> {
    this.alive();
    return this.ledger.head(stream);
  }

  async readAll(after: number, limit: number) {
    this.alive();
    return this.ledger.readAll(after, limit);
  }

  async *follow(options: FollowOptions) {
    this.alive();
    const signal = AbortSignal.any([options.signal, this.death.signal]);
    yield* this.ledger.follow({ ...options, signal });
    this.alive();
  }

  async lastPosition(): Promise<number> {
    return this.ledger.lastPosition();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private alive(): void {
    if (this.dead) throw new StoreUnavailable('the process died');
  }
}
