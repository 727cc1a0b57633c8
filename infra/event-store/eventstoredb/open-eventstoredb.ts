import type { Logger } from 'pino';
import { type LogReplaced, StoreUnavailable } from '../event-store.js';
import { Connection } from './connection/connection.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';
import { endWithProcess } from './connection/end-with-process.js';
import { ExactAppends } from './exact-appends.js';
import { Heartbeat } from './connection/heartbeat.js';
import { LenientMarks } from './log/lenient-marks.js';
import { LedgerStreams } from './ledger-streams.js';
import { LogPages } from './log/log-pages.js';
import { LogTail } from './log/log-tail.js';
import type { Mark, PositionMarks } from './log/position-marks.js';
import { MemoryPositionMarks } from './log/position-marks.js';
import { retrying } from './connection/retrying.js';
import { KnownHeads } from './stream-heads.js';
import type { StorePosition } from './stored-record.js';
import { StreamReader } from './stream-reader.js';

/**
 * Maximum bytes of data in transit. When this window is full, EventStoreDB 23.10 buffers 32 more events and
 * then drops the subscriber. The default of 64 kB (about 60 events) is full when the subscriber pauses for 10
 * to 50 ms.
 */
const WINDOW_BYTES = 16 << 20;
const DEADLINE_MS = 5_000;
const APPEND_WITHIN_MS = 10_000;
const HEARTBEAT_MS = 3_000;
const OPEN_WITHIN_MS = 60_000;
const SETTLE_WITHIN_MS = 3_000;
const MARK_EVERY = 1_000;

const ignore = (): void => undefined;
const SILENT: StoreLogger = { info: ignore, warn: ignore, error: ignore };

type StoreLogger = Pick<Logger, 'info' | 'warn' | 'error'>;

export interface OpenEventStoreDb {
  /** `esdb://user:password@host:2113,host:2113?...` */
  readonly url: string;
  readonly prefix?: string;
  readonly marks?: PositionMarks;
  readonly deadlineMs?: number;
  readonly windowBytes?: number;
  /** Milliseconds for all tries of an append, which then fails with `AppendOutcomeUnknown`. */
  readonly appendWithinMs?: number;
  /** Milliseconds without an event after which a `Heartbeat` is written. */
  readonly heartbeatMs?: number;
  readonly openWithinMs?: number;
  readonly settleWithinMs?: number;
  readonly logger?: StoreLogger;
  /** Called once when the server was restored to another log. */
  readonly onReplaced?: (fault: LogReplaced) => void;
  readonly signal?: AbortSignal;
}

/**
 * The promise resolves when this process has counted the events of the log.
 * @throws StoreUnavailable after `openWithinMs`
 * @throws LogDamaged
 * @throws Error when `url` is invalid
 */
export async function openEventStoreDb({
  url,
  prefix = '',
  marks = new MemoryPositionMarks(),
  deadlineMs = DEADLINE_MS,
  windowBytes = WINDOW_BYTES,
  appendWithinMs = APPEND_WITHIN_MS,
  heartbeatMs = HEARTBEAT_MS,
  openWithinMs = OPEN_WITHIN_MS,
  settleWithinMs = SETTLE_WITHIN_MS,
  logger = SILENT,
  onReplaced = ignore,
  signal,
}: OpenEventStoreDb): Promise<EventStoreDbEventStore> {
  const closing = new AbortController();
  const connection = new Connection(url, deadlineMs, windowBytes);
  const streams = new LedgerStreams(prefix);
  const heads = new KnownHeads();
  const patience = { withinMs: deadlineMs, signal: closing.signal };
  const kept = new LenientMarks(marks, logger);
  const pages = new LogPages(connection, streams, kept, patience);
  const onMark = (mark: Mark): void => void pages.keep(mark);
  const tail = new LogTail({ connection, streams, heads, logger, onMark, markEvery: MARK_EVERY, onReplaced });
  const reader = new StreamReader(connection, streams, heads, patience);
  const onStored = (position: StorePosition): void => tail.stored(position);
  const times = { deadlineMs, withinMs: appendWithinMs, signal: closing.signal, onStored, log: tail };
  const appends = new ExactAppends(connection, reader, heads, times);
  const heartbeat = new Heartbeat(connection, streams.heartbeat, heartbeatMs, logger);
  const parts = { connection, streams, tail, pages, reader, appends, heartbeat, closing };
  const store = new EventStoreDbEventStore({ ...parts, patience, settleWithinMs });
  const abandon = (): void => {
    closing.abort();
    void tail.stop();
  };
  signal?.addEventListener('abort', abandon, { once: true });
  try {
    const starting = { withinMs: openWithinMs, signal: closing.signal };
    signal?.throwIfAborted();
    tail.begin(await new LogPages(connection, streams, kept, starting).newestMark());
    for (let all = false; !all;) all = await retrying(() => tail.advance(openWithinMs), starting);
    tail.start();
    heartbeat.start(tail);
    await tail.standing(openWithinMs);
    if (signal) endWithProcess({ store, connection, heartbeat: streams.heartbeat, signal, closing });
    return store;
  } catch (error) {
    await store.close();
    throw signal?.aborted
      ? new StoreUnavailable('opening the event store was given up', { cause: error })
      : error;
  } finally {
    signal?.removeEventListener('abort', abandon);
  }
}
