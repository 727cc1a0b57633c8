/**
 * Kinds of actors. Other modules add kinds by declaration merging: `declare module … { interface ActorKinds …
 * }`.
 */
export interface ActorKinds {
  readonly user: true;
  readonly admin: true;
  readonly auditor: true;
  readonly system: true;
}

/**
 * Actor of an event. `sealed` contains the IP address and the device, encrypted with the actor's
 * key. `id` is stored unencrypted for ever, so it must never be an email or a phone number.
 */
export interface Actor {
  readonly kind: keyof ActorKinds;
  readonly id: string;
  readonly sealed?: string;
}

export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };
export type EventData = { readonly [key: string]: Json | undefined };

/**
 * Event to append. `id` is a UUID that is made once for each fact. An event with an already stored `id` is
 * not stored again.
 */
export interface NewEvent<Type extends string = string, Data = EventData> {
  readonly id: string;
  readonly type: Type;
  readonly version: number;
  /** ISO 8601 UTC, milliseconds. */
  readonly at: string;
  readonly actor: Actor;
  readonly correlationId: string;
  /** Id of the event that caused this event. Equals `correlationId` when no event caused this event. */
  readonly causationId: string;
  readonly data: Data;
}

/**
 * Stored event. `hash` is the hexadecimal SHA-256 of the stored bytes, which contain all fields
 * except `position` and `hash`.
 */
export interface RecordedEvent<Type extends string = string, Data = EventData> extends NewEvent<Type, Data> {
  readonly stream: string;
  readonly revision: number;
  /**
   * Position in the whole log, counted from 1 without gaps. In results of `readStream`, 0 means that the
   * position is unknown.
   */
  readonly position: number;
  readonly hash: string;
  /** Hash of the previous event of the stream. The first event has 64 zeros instead. */
  readonly previousHash: string;
}

export type Stored<Event extends NewEvent<string, object>> =
  Event extends NewEvent<infer Type, infer Data> ? RecordedEvent<Type, Data> : never;

/**
 * Returns a reader, which returns undefined for an event type that this version does not know. The reader
 * does not validate `data`, because validation could make old ledgers unreadable.
 */
export function eventReader<Event extends NewEvent<string, object>>(
  types: Readonly<Record<Event['type'], true>>,
): (event: RecordedEvent) => Stored<Event> | undefined {
  const isKnown = (event: RecordedEvent): event is RecordedEvent & Stored<Event> =>
    Object.hasOwn(types, event.type);
  return (event) => (isKnown(event) ? event : undefined);
}

export interface StreamHead {
  /** Revision of the stream's last event. -1 for a stream without events. */
  readonly revision: number;
  readonly hash: string;
}

export const NO_STREAM: StreamHead = { revision: -1, hash: '0'.repeat(64) };

/** Error when the last event of the stream is not the event `expected`. Nothing was written. */
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

/**
 * Error when it is unknown whether the append was stored. Retry with the same ids and the same `expected`, or
 * read the stream.
 */
export class AppendOutcomeUnknown extends Error {
  override readonly name = 'AppendOutcomeUnknown';
}

/**
 * Error when the store refused the append, for example because the disk is full. Nothing was
 * written.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/**
 * Error when another log has replaced the log. The process must end, because its memory contains states of the
 * old log.
 */
export class LogReplaced extends Error {
  override readonly name = 'LogReplaced';

  constructor(
    message: string,
    readonly newest?: Pick<RecordedEvent, 'position' | 'hash'>,
  ) {
    super(message);
  }
}

export type BeforeAppend = (events: readonly { readonly type: string }[]) => Promise<void> | undefined;

export interface Appended {
  readonly head: StreamHead;
  readonly position: number | undefined;
}

export interface ReadStreamOptions {
  /**
   * First revision to read. Default: 0 when reading forwards, and the last revision when reading backwards.
   */
  readonly from?: number;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit?: number;
}

/** Filter by event type and stream. The store calls this function for every event, so it must be fast. */
export type Wants = (type: string, stream: string) => boolean;

export interface EventFilter {
  readonly wants: Wants;
  readonly holding?: string | undefined;
}

export interface FollowOptions {
  readonly after: number;
  /** Signal that ends the loop over events, without an error. */
  readonly signal: AbortSignal;
  readonly batchMax?: number;
  /**
   * Filter for the events of a batch. A batch always includes the last event that was read, to show how far
   * the log was read.
   */
  readonly wants?: Wants;
}

export interface HashPage {
  /** Hashes of events, 32 bytes each, in log order. */
  readonly hashes: Buffer;
  readonly storePosition?: string;
}

/** Statistics of a process since its start. */
export interface LogCounts {
  readonly appends: number;
  readonly conflicts: number;
  /** Number of reads that looked for an append before the server answered the append. */
  readonly looks: number;
  /** Subscriptions that ended. */
  readonly drops: number;
}

export interface EventStore {
  /** True when other processes append to the same log. Reads of this process may then be stale. */
  readonly hasOtherWriters?: boolean;
  /** Milliseconds for which this process has been behind the log. */
  lateMs?(): number;
  /**
   * Appends if the stream's head is still `expected`. Resolves once the events are durable. An append that is
   * already stored resolves too. The same ids with other data are a conflict.
   * @throws RevisionConflict, AppendOutcomeUnknown, StoreUnavailable
   */
  append(stream: string, expected: StreamHead, events: readonly NewEvent[]): Promise<Appended>;
  /** Error that an append would get now, for example because the disk is nearly full. */
  refusal?(): StoreUnavailable | undefined;
  readStream(stream: string, options?: ReadStreamOptions): Promise<RecordedEvent[]>;
  head(stream: string): Promise<StreamHead>;
  /**
   * Number of commits to all streams of one kind, such as `wallet-…`. While this number is unchanged, `stream`
   * need not be read again. A commit is counted shortly after it is stored.
   */
  changesLike?(stream: string): number | undefined;
  readAll(after: number, limit: number): Promise<RecordedEvent[]>;
  /** Reads like `readAll`, but skips events that `wanted` excludes. */
  readWanted?(after: number, limit: number, wanted: EventFilter): Promise<readonly RecordedEvent[]>;
  readHashes?(after: number, limit: number): Promise<HashPage>;
  /** Yields batches of events, then waits for new events. Positions ascend without gaps or repeats. */
  follow(options: FollowOptions): AsyncIterable<readonly RecordedEvent[]>;
  /** Position of the last durable event. An empty log has position 0. */
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
