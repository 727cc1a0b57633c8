import { setTimeout as sleep } from 'node:timers/promises';
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
} from '../event-store.js';
import { StoreUnavailable } from '../event-store.js';
import { followEvents, walkOver } from '../follow-events.js';
import type { SealedEvent, StoredBytes } from '../seal-events.js';
import type { Connection } from './connection/connection.js';
import type { ExactAppends } from './exact-appends.js';
import type { Heartbeat } from './connection/heartbeat.js';
import type { LedgerStreams } from './ledger-streams.js';
import type { LogPages } from './log/log-pages.js';
import type { LogTail } from './log/log-tail.js';
import type { Patience } from './connection/retrying.js';
import { retrying, unavailable } from './connection/retrying.js';
import type { LogCounts } from '../event-store.js';
import { bytesOf, eventOf, hashOf, type StorePosition } from './stored-record.js';
import type { StreamReader } from './stream-reader.js';

export interface StoreParts {
  readonly connection: Connection;
  readonly streams: LedgerStreams;
  readonly tail: LogTail;
  readonly pages: LogPages;
  readonly reader: StreamReader;
  readonly appends: ExactAppends;
  readonly heartbeat: Heartbeat;
  readonly closing: AbortController;
  readonly patience: Patience;
  readonly settleWithinMs: number;
}

/**
 * Each process numbers the events in log order, so all processes agree on positions. `lastPosition` asks the
 * leader, so a process can always read its own writes.
 */
export class EventStoreDbEventStore implements EventStore {
  readonly hasOtherWriters = true;
  beforeAppend: BeforeAppend | undefined;
  private readonly underWay = new Set<Promise<unknown>>();
  private closed = false;
  private asking: Promise<number> | undefined;
  private asked: Promise<number> | undefined;

  constructor(private readonly parts: StoreParts) {}

  connected(): boolean {
    const { tail, heartbeat } = this.parts;
    return tail.stands && heartbeat.answered && !this.closed;
  }

  lateMs(): number {
    return this.parts.tail.lateMs;
  }

  counts(): LogCounts {
    const { appends, tail } = this.parts;
    return { ...appends.counts, drops: tail.drops };
  }

  async append(stream: string, expected: StreamHead, events: readonly NewEvent[]): Promise<Appended> {
    this.refuseAppend(stream, events.length);
    const before = this.beforeAppend?.(events);
    if (before) await before;
    return this.settled(this.parts.appends.append(stream, expected, events));
  }

  async appendSealed(
    stream: string,
    expected: StreamHead,
    sealed: readonly SealedEvent[],
  ): Promise<Appended> {
    this.refuseAppend(stream, sealed.length);
    return this.settled(this.parts.appends.appendSealed(stream, expected, sealed));
  }

  async readStream(stream: string, options?: ReadStreamOptions): Promise<RecordedEvent[]> {
    this.refuseWhenClosed();
    return this.parts.reader.read(stream, options);
  }

  async head(stream: string): Promise<StreamHead> {
    this.refuseWhenClosed();
    return this.parts.reader.head(stream);
  }

  async readAll(after: number, limit: number): Promise<RecordedEvent[]> {
    this.refuseWhenClosed();
    if (after + limit > this.parts.tail.ordinal) await this.lastPosition();
    return this.page(after, limit);
  }

  async readStored(after: number, limit: number): Promise<StoredBytes[]> {
    this.refuseWhenClosed();
    const { pages, tail } = this.parts;
    if (after + limit > tail.ordinal) await this.lastPosition();
    const records = await pages.page(after, limit, tail.ordinal);
    return records.map(({ ordinal, record }) => {
      const bytes = bytesOf(record);
      return { position: ordinal, hash: hashOf(record, bytes), bytes };
    });
  }

  async readHashes(after: number, limit: number): Promise<HashPage> {
    this.refuseWhenClosed();
    const { pages, tail } = this.parts;
    const recent = tail.page(after, limit);
    if (recent) {
      const last = recent.at(-1);
      return hashPage(
        recent.map(({ hash }) => hash),
        last && tail.positionOf(last),
      );
    }
    try {
      const records = await pages.page(after, limit, tail.ordinal);
      return hashPage(
        records.map(({ record }) => hashOf(record, bytesOf(record))),
        records.at(-1)?.record.position,
      );
    } catch (error) {
      throw unavailable(error);
    }
  }

  follow(options: FollowOptions): AsyncIterable<readonly RecordedEvent[]> {
    const { wants } = options;
    return followEvents(
      async (after, limit) => walkOver(await this.page(after, limit), wants),
      this.parts.tail.commits,
      options,
    );
  }

  /** Calls that arrive during a request share the next one, because the running request may miss newer events. */
  lastPosition(): Promise<number> {
    this.asked ??= this.next(this.asking);
    return this.asked;
  }

  /** Fails all running calls, so that a silent server does not delay the stop of the process. */
  giveUp(): void {
    const { closing, connection, tail } = this.parts;
    closing.abort();
    connection.end(new StoreUnavailable('the event store was given up'));
    void tail.stop();
  }

  async close(): Promise<void> {
    const { closing, heartbeat, tail, connection, settleWithinMs } = this.parts;
    if (this.closed) return;
    this.closed = true;
    heartbeat.stop();
    const late = new AbortController();
    const patience = sleep(settleWithinMs, undefined, { signal: late.signal }).catch(() => undefined);
    await Promise.race([Promise.allSettled(this.underWay), patience]);
    late.abort();
    closing.abort();
    await tail.stop();
    await connection.close(new StoreUnavailable('the event store is closed'));
    await Promise.allSettled(this.underWay);
  }

  private refuseAppend(stream: string, count: number): void {
    this.refuseWhenClosed();
    this.parts.streams.nameOf(stream);
    if (count === 0) throw new RangeError('an append holds at least one event');
  }

  private async settled(append: Promise<Appended>): Promise<Appended> {
    this.underWay.add(append);
    try {
      return await append;
    } finally {
      this.underWay.delete(append);
    }
  }

  private async next(before: Promise<number> | undefined): Promise<number> {
    await before?.catch(() => 0);
    this.asking = this.asked;
    this.asked = undefined;
    return this.countToTheEnd();
  }

  private async countToTheEnd(): Promise<number> {
    this.refuseWhenClosed();
    const { tail, patience } = this.parts;
    for (let all = false; !all;) all = await retrying(() => tail.advance(), patience);
    return tail.ordinal;
  }

  private page(after: number, limit: number): RecordedEvent[] | Promise<RecordedEvent[]> {
    return this.parts.tail.page(after, limit) ?? this.oldPage(after, limit);
  }

  private async oldPage(after: number, limit: number): Promise<RecordedEvent[]> {
    const { pages, tail, streams } = this.parts;
    try {
      const records = await pages.page(after, limit, tail.ordinal);
      return records.map(({ ordinal, record }) => eventOf(record, ordinal, streams.prefix));
    } catch (error) {
      throw unavailable(error);
    }
  }

  private refuseWhenClosed(): void {
    if (this.closed) throw new StoreUnavailable('the event store is closed');
  }
}

const hashPage = (hashes: readonly string[], position: StorePosition | undefined): HashPage => ({
  hashes: Buffer.from(hashes.join(''), 'hex'),
  ...(position && { storePosition: `${position.commit}/${position.prepare}` }),
});
