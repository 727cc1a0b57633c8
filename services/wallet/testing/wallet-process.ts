import { AppendOutcomeUnknown, StoreUnavailable } from '../../../infra/event-store/event-store.js';
import type {
  Appended,
  EventStore,
  FollowOptions,
  NewEvent,
  ReadStreamOptions,
  RecordedEvent,
  StreamHead,
} from '../../../infra/event-store/event-store.js';
import type { Turns } from '../../../infra/lease/turns.js';
import type { SnapshotStore } from '../../../infra/snapshots/snapshots.js';
import type { RuleBroken } from '../../contracts/errors.js';
import type { WalletCommand } from '../wallet.commands.js';
import type { Executed } from '../queue/wallet.batch.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { WalletStreams } from '../wallet.streams.js';
import type { WalletCacheSizes } from '../wallet.streams.js';
import { START, USER } from './given-wallet.js';

/** Fault of the next call of a kind. `lose` stores an append without answering. */
export interface CallFault {
  readonly before?: () => Promise<void>;
  readonly after?: () => Promise<void>;
  readonly lose?: true;
  readonly away?: true;
}

type Call = 'append' | 'readStream' | 'head';

/** Connection of one process to a shared store, with its own faults. */
export class Connection implements EventStore {
  readonly hasOtherWriters = true;
  readonly faults: Record<Call, CallFault[]> = { append: [], readStream: [], head: [] };
  readonly calls: Record<Call, number> = { append: 0, readStream: 0, head: 0 };
  late = 0;
  /** Runs before and after each call; lets a test control the order. */
  turn: () => Promise<void> = () => Promise.resolve();

  constructor(private readonly store: EventStore) {}

  lateMs(): number {
    return this.late;
  }

  append(stream: string, expected: StreamHead, events: readonly NewEvent[]): Promise<Appended> {
    return this.through('append', () => this.store.append(stream, expected, events));
  }

  readStream(stream: string, options?: ReadStreamOptions): Promise<RecordedEvent[]> {
    return this.through('readStream', () => this.store.readStream(stream, options));
  }

  head(stream: string): Promise<StreamHead> {
    return this.through('head', () => this.store.head(stream));
  }

  readAll(after: number, limit: number): Promise<RecordedEvent[]> {
    return this.store.readAll(after, limit);
  }

  follow(options: FollowOptions): AsyncIterable<readonly RecordedEvent[]> {
    return this.store.follow(options);
  }

  lastPosition(): Promise<number> {
    return this.store.lastPosition();
  }

  async close(): Promise<void> {
    // The store is shared, so it stays open.
  }

  private async through<Result>(call: Call, run: () => Promise<Result>): Promise<Result> {
    this.calls[call] += 1;
    const fault = this.faults[call].shift();
    await this.turn();
    await fault?.before?.();
    if (fault?.away) throw new StoreUnavailable('the event store is away');
    const result = await run();
    await fault?.after?.();
    if (fault?.lose) throw new AppendOutcomeUnknown('no answer');
    await this.turn();
    return result;
  }
}

const NO_SNAPSHOTS: SnapshotStore = {
  load: () => undefined,
  save: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/** Process on a shared store. Events of other processes arrive only when `hear` is called. */
export class WalletProcess {
  readonly connection: Connection;
  readonly wallets: WalletStreams;
  private heard = 0;

  constructor(
    private readonly store: EventStore,
    sizes?: WalletCacheSizes,
    turns?: Turns,
  ) {
    this.connection = new Connection(store);
    this.wallets = new WalletStreams(this.connection, NO_SNAPSHOTS, sizes, turns);
  }

  /** Delivers the next events, by default all. @returns their number */
  async hear(most = Infinity): Promise<number> {
    const events = await this.store.readAll(this.heard, Math.min(most, 10_000));
    for (const event of events) this.wallets.onRecorded(event);
    this.heard += events.length;
    return events.length;
  }

  ask(command: WalletCommand, more: Partial<EventContext> = {}): Promise<Executed> {
    const causationId = 'purchaseId' in command ? `${command.type}-${command.purchaseId}` : 'cause';
    const actor = { kind: 'user', id: USER } as const;
    return this.wallets.handle(USER, command, {
      actor,
      correlationId: 'context',
      causationId,
      now: START,
      ...more,
    });
  }

  /** Code of the `RuleBroken`, or `accepted`. */
  codeOf(command: WalletCommand): Promise<string> {
    return this.ask(command).then(
      () => 'accepted',
      (error: RuleBroken) => error.code,
    );
  }
}
