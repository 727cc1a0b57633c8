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
import { damageIn } from './ledger-damaged.js';
import { checkStreamName } from './log-layout.js';
import type { LogReader } from './log-reader.js';

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
    return damageIn(this.path, `the stream ${stream}`, () => this.reading().stream(stream, options));
  }

  async head(stream: string): Promise<StreamHead> {
    return damageIn(this.path, `the head of stream ${stream}`, () => this.reading().head(stream));
  }

  changesLike(stream: string): number | undefined {
    return this.commits.changesLike(stream);
  }

  async readAll(after: number, limit: number): Promise<RecordedEvent[]> {
    return this.reading().page(after, limit);
  }

  async readWanted(after: number, limit: number, wanted: EventFilter): Promise<readonly RecordedEvent[]> {
    return this.reading().walk(after, limit, wanted).events;
  }

  /** @throws LedgerDamaged */
  async readStored(after: number, limit: number): Promise<StoredBytes[]> {
    return damageIn(this.path, `an event after position ${after}`, () =>
      this.reading().storedPage(after, limit),
    );
  }

  async readHashes(after: number, limit: number): Promise<HashPage> {
    return { hashes: this.reading().hashes(after, limit) };
  }

  follow(options: FollowOptions): AsyncIterable<readonly RecordedEvent[]> {
    return followEvents((after, limit) => this.reading().walk(after, limit, options), this.commits, options);
  }

  async lastPosition(): Promise<number> {
    return this.reading().lastPosition();
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

  private reading(): LogReader {
    if (!this.open) throw new StoreUnavailable('the event store is closed');
    // Each read of a panicked file makes an error message of lmdb longer, until it overflows its buffer.
    if (this.commits.unreadable)
      throw new StoreUnavailable('the last step of a commit failed: a restart must open the log again');
    return this.reader;
  }
}
