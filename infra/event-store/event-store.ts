/** Kinds of actors, extended by declaration merging: `declare module … { interface ActorKinds … }`. */
export interface ActorKinds {
  readonly user: true;
  readonly admin: true;
  readonly auditor: true;
  readonly system: true;
}

/**
 * `sealed` is the IP address and device, encrypted with the actor's key. `id` is stored unencrypted for ever,
 * so it must not be an email or phone number.
 */
export interface Actor {
  readonly kind: keyof ActorKinds;
  readonly id: string;
  readonly sealed?: string;
}

export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };
export type EventData = { readonly [key: string]: Json | undefined };

/** `id` is a UUID, made once per fact. Appending the same ids again stores nothing. */
export interface NewEvent<Type extends string = string, Data = EventData> {
  readonly id: string;
  readonly type: Type;
  readonly version: number;
  /** ISO 8601 UTC, milliseconds. */
  readonly at: string;
  readonly actor: Actor;
  readonly correlationId: string;
  /** Id of the causing event, or `correlationId` when no event caused this one. */
  readonly causationId: string;
  readonly data: Data;
}

/** `hash` is the hex SHA-256 of the stored bytes, which contain all fields but `position` and `hash`. */
export interface RecordedEvent<Type extends string = string, Data = EventData> extends NewEvent<Type, Data> {
  readonly stream: string;
  readonly revision: number;
  /** Position in the whole log, from 1 and without gaps; may be 0 in results of `readStream`. */
  readonly position: number;
  readonly hash: string;
  /** Hash of the stream's previous event; 64 zeros for the first event. */
  readonly previousHash: string;
}

export type Stored<Event extends NewEvent<string, object>> =
  Event extends NewEvent<infer Type, infer Data> ? RecordedEvent<Type, Data> : never;

/**
 * Returns undefined for an event type of a newer version. `data` is not validated, so that old ledgers stay
 * readable.
 */
export function eventReader<Event extends NewEvent<string, object>>(
  types: Readonly<Record<Event['type'], true>>,
): (event: RecordedEvent) => Stored<Event> | undefined {
  const isKnown = (event: RecordedEvent): event is RecordedEvent & Stored<Event> =>
    Object.hasOwn(types, event.type);
  return (event) => (isKnown(event) ? event : undefined);
}

export interface StreamHead {
  /** Revision of the stream's last event; -1 for a stream without events. */
  readonly revision: number;
  readonly hash: string;
}

export const NO_STREAM: StreamHead = { revision: -1, hash: '0'.repeat(64) };

/** The last event of the stream is not `expected`. Nothing was written. */
export class RevisionConflict extends Error {
  constructor(
    readonly stream: string,
    readonly expected: StreamHead,
    readonly actual: StreamHead,
  ) {
    super(
      actual.revision === expected.revision
        ? `stream ${stream} at revision ${actual.revision} has the hash ${actual.hash}, not ${expected.hash}`
        : `stream ${stream} is at revision ${actual.revision}, not ${expected.revision}`,
    );
    this.name = 'RevisionConflict';
  }
}

/** The append may or may not be stored. Retry with the same ids and head, or read the stream. */
export class AppendOutcomeUnknown extends Error {
  override readonly name = 'AppendOutcomeUnknown';
}

/** The store refused the append (disk full, closed). Nothing was written. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** Another log replaced this one. The process must end, because its memory belongs to the old log. */
export class LogReplaced extends Error {
  override readonly name = 'LogReplaced';
}

export type BeforeAppend = (events: readonly { readonly type: string }[]) => Promise<void> | undefined;

export interface Appended {
  readonly head: StreamHead;
  readonly position: number | undefined;
}

export interface ReadStreamOptions {
  /** First revision to read; default 0 forwards, the last revision backwards. */
  readonly from?: number;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit?: number;
}

/** Filter by event type and stream. Called for every event, so it must be cheap. */
export type Wants = (type: string, stream: string) => boolean;

export interface EventFilter {
  readonly wants: Wants;
  readonly holding?: string | undefined;
}

export interface FollowOptions {
  readonly after: number;
  /** The loop ends without an error when this signal aborts. */
  readonly signal: AbortSignal;
  readonly batchMax?: number;
  /** Filter of a batch's events. The last event always stays, because it shows how far the log was read. */
  readonly wants?: Wants;
}

export interface HashPage {
  /** Hashes of events, 32 bytes each, in log order. */
  readonly hashes: Buffer;
  readonly storePosition?: string;
}

/** Numbers of one process since its start. */
export interface LogCounts {
  readonly appends: number;
  readonly conflicts: number;
  /** Reads of a stream in search of an append that was not answered. */
  readonly looks: number;
  /** Subscriptions that ended. */
  readonly drops: number;
}

export interface EventStore {
  /** True when other processes append too, so that reads may be stale. */
  readonly hasOtherWriters?: boolean;
  /** Milliseconds that this process is behind the log. */
  lateMs?(): number;
  /**
   * Appends if the stream's head is still `expected`. Resolves once the events are durable. A repeated append
   * resolves. The same ids with other data conflict.
   * @throws RevisionConflict, AppendOutcomeUnknown, StoreUnavailable
   */
  append(stream: string, expected: StreamHead, events: readonly NewEvent[]): Promise<Appended>;
  readStream(stream: string, options?: ReadStreamOptions): Promise<RecordedEvent[]>;
  head(stream: string): Promise<StreamHead>;
  /**
   * Number of commits to streams whose names begin with the same word. While this number is unchanged,
   * `readStream` finds nothing new, except a very recent commit.
   */
  changesLike?(stream: string): number | undefined;
  readAll(after: number, limit: number): Promise<RecordedEvent[]>;
  /** Like `readAll`, without unwanted events. The last event of a page always stays. */
  readWanted?(after: number, limit: number, wanted: EventFilter): Promise<readonly RecordedEvent[]>;
  readHashes?(after: number, limit: number): Promise<HashPage>;
  /**
   * Yields batches of events, then waits for new ones. Positions ascend, without gaps or repeats. Each batch
   * ends with the last event read, even an unwanted one.
   */
  follow(options: FollowOptions): AsyncIterable<readonly RecordedEvent[]>;
  /** Position of the last durable event; 0 for an empty log. */
  lastPosition(): Promise<number>;
  close(): Promise<void>;
}

export const EVENT_STORE = Symbol('EventStore');

export async function readHashes(
  store: Pick<EventStore, 'readAll' | 'readHashes'>,
  after: number,
  limit: number,
): Promise<HashPage> {
  if (store.readHashes) return store.readHashes(after, limit);
  const events = await store.readAll(after, limit);
  return { hashes: Buffer.from(events.map(({ hash }) => hash).join(''), 'hex') };
}
