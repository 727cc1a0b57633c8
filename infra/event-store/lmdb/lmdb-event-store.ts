import type { RootDatabase } from 'lmdb';
import type { CommitSignal } from '../commit-signal.js';
import type {
  Appended,
  BeforeAppend,
  EventStore,
  FollowOptions,
  HashPage,
  NewEvent,
  ReadStreamOptions,
  RecordedEvent,
  StreamHead,
  EventFilter,
} from '../event-store.js';
import { StoreUnavailable } from '../event-store.js';
import { followEvents } from '../follow-events.js';
import type { SealedEvent, StoredBytes } from '../seal-events.js';
import { sealEvents } from '../seal-events.js';
import type { GroupCommit } from './group-commit.js';
import { isPanic } from '../../lmdb/disk-space.js';
import { damageOr } from './ledger-damaged.js';
import { checkStreamName } from './log-layout.js';
import type { LogReader } from './log-reader.js';

const AN_EVENT = 'an event';

export class LmdbEventStore implements EventStore {
  beforeAppend: BeforeAppend | undefined;
  private open = true;

  constructor(
    private readonly root: RootDatabase,
    private readonly reader: LogReader,
    private readonly commits: CommitSignal,
    private readonly writer: GroupCommit | undefined,
    private readonly path: string,
  ) {}

  append(stream: string, expected: StreamHead, events: readonly NewEvent[]): Promise<Appended> {
    return this.appendSealed(stream, expected, sealEvents(stream, expected, events));
  }

  async appendSealed(
    stream: string,
    expected: StreamHead,
    sealed: readonly SealedEvent[],
  ): Promise<Appended> {
    checkStreamName(stream);
    if (!this.writer) throw new StoreUnavailable('the event store was opened for reading only');
    if (sealed.length === 0) throw new RangeError('an append holds at least one event');
    const before = this.beforeAppend?.(sealed);
    if (before) await before;
    return this.writer.append(stream, expected, sealed);
  }

  refusal(): StoreUnavailable | undefined {
    return this.writer?.refusal();
  }

  /** @throws LedgerDamaged */
  async readStream(stream: string, options?: ReadStreamOptions): Promise<RecordedEvent[]> {
    return this.read(`the stream ${stream}`, (reader) => reader.stream(stream, options));
  }

  async head(stream: string): Promise<StreamHead> {
    return this.read(`the head of stream ${stream}`, (reader) => reader.head(stream));
  }

  changesLike(stream: string): number | undefined {
    return this.commits.changesLike(stream);
  }

  async readAll(after: number, limit: number): Promise<RecordedEvent[]> {
    return this.read(AN_EVENT, (reader) => reader.page(after, limit));
  }

  async readWanted(after: number, limit: number, wanted: EventFilter): Promise<readonly RecordedEvent[]> {
    return this.read(AN_EVENT, (reader) => reader.walk(after, limit, wanted)).events;
  }

  /** @throws LedgerDamaged */
  async readStored(after: number, limit: number): Promise<StoredBytes[]> {
    return this.read(`an event after position ${after}`, (reader) => reader.storedPage(after, limit));
  }

  async readHashes(after: number, limit: number): Promise<HashPage> {
    return { hashes: this.read(AN_EVENT, (reader) => reader.hashes(after, limit)) };
  }

  follow(options: FollowOptions): AsyncIterable<readonly RecordedEvent[]> {
    return followEvents(
      (after, limit) => this.read(AN_EVENT, (reader) => reader.walk(after, limit, options)),
      this.commits,
      options,
    );
  }

  async lastPosition(): Promise<number> {
    return this.read('its end', (reader) => reader.lastPosition());
  }

  isReplaced(): boolean {
    return this.writer?.isReplaced ?? false;
  }

  async close(): Promise<void> {
    if (!this.open) return;
    await this.writer?.close();
    this.open = false;
    this.commits.wake();
    await this.root.close();
  }

  private read<Result>(what: string, work: (reader: LogReader) => Result): Result {
    if (!this.open) throw new StoreUnavailable('the event store is closed');
    // Each read of a panicked file makes an error message of lmdb longer, until it overflows its buffer.
    if (this.commits.unreadable) throw this.panicked();
    try {
      return work(this.reader);
    } catch (error) {
      if (!isPanic(error)) throw damageOr(error, this.path, what);
      this.commits.setUnreadable();
      throw this.panicked();
    }
  }

  private panicked(): StoreUnavailable {
    return new StoreUnavailable(
      `${this.path}: the last step of a commit failed, so a restart must open the log again`,
    );
  }
}
