/** Kinds of actors, extended by declaration merging: `declare module … { interface ActorKinds … }`. */
export interface ActorKinds {
  readonly user: true;
  readonly admin: true;
  readonly auditor: true;
  readonly system: true;
}

/**
 * `sealed` holds IP and device, encrypted per person. `id` is stored unencrypted for ever, so it must never be an
 * email or phone number.
 */
export interface Actor {
  readonly kind: keyof ActorKinds;
  readonly id: string;
  readonly sealed?: string;
}

export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };
export type EventData = { readonly [key: string]: Json | undefined };

/** `id` is a UUID made once per fact. A repeated append with equal ids stores nothing again. */
export interface NewEvent<Type extends string = string, Data = EventData> {
  readonly id: string;
  readonly type: Type;
  readonly version: number;
  /** ISO 8601 UTC, milliseconds. */
  readonly at: string;
  readonly actor: Actor;
  readonly correlationId: string;
  /** Id of the causing event, or `correlationId` at the start. */
  readonly causationId: string;
  readonly data: Data;
}

/** `hash` is SHA-256 (hex) over the stored bytes, which hold everything but `position` and `hash`. */
export interface RecordedEvent<Type extends string = string, Data = EventData> extends NewEvent<Type, Data> {
  readonly stream: string;
  readonly revision: number;
  /**
   * Place in the whole log, from 1 and without gaps. `readStream` gives 0 when only counting the log would
   * tell it.
   */
  readonly position: number;
  readonly hash: string;
  /** 64 zeros for the first event of the stream. */
  readonly previousHash: string;
}

export type Stored<Event extends NewEvent<string, object>> =
  Event extends NewEvent<infer Type, infer Data> ? RecordedEvent<Type, Data> : never;

/**
 * Returns undefined for a type that only a newer version knows. `data` is not validated, so that old ledgers
 * stay readable.
 */
export function eventReader<Event extends NewEvent<string, object>>(
  types: Readonly<Record<Event['type'], true>>,
): (event: RecordedEvent) => Stored<Event> | undefined {
  const isKnown = (event: RecordedEvent): event is RecordedEvent & Stored<Event> =>
    Object.hasOwn(types, event.type);
  return (event) => (isKnown(event) ? event : undefined);
}

export interface StreamHead {
  /** Revision of the last event; -1 as in `NO_STREAM`. */
  readonly revision: number;
  readonly hash: string;
}

export const NO_STREAM: StreamHead = { revision: -1, hash: '0'.repeat(64) };

/** The stream does not end at `expected`. Nothing was written. */
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

/** The append may be stored or not. Retry with the same ids and head, or read the stream. */
export class AppendOutcomeUnknown extends Error {
  override readonly name = 'AppendOutcomeUnknown';
}

/** The store refused the append (disk full, closed). Nothing was written. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** The log was replaced under this process, which must end: its memory is of another log. */
export class LogReplaced extends Error {
  override readonly name = 'LogReplaced';
}

/** Runs before an append, which waits for the promise. A rejection refuses the append. */
export type BeforeAppend = (events: readonly { readonly type: string }[]) => Promise<void> | undefined;

export interface Appended {
  readonly head: StreamHead;
  /** Position of the last event; undefined until the store has counted it. */
  readonly position: number | undefined;
}

export interface ReadStreamOptions {
  /** First revision; default 0 forwards, the last one backwards. */
  readonly from?: number;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit?: number;
}

/** Called for every event before it is parsed, so it must be cheap. */
export type Wants = (type: string, stream: string) => boolean;

/** Selects events that `wants` accepts or whose stored text contains `holding`. */
export interface EventFilter {
  readonly wants: Wants;
  readonly holding?: string | undefined;
}

export interface FollowOptions {
  /** Position of the last event handled; 0 for all. */
  readonly after: number;
  /** Signal that ends the loop without an error. Any other end throws. */
  readonly signal: AbortSignal;
  /** Most events scanned for one batch; default 512. */
  readonly batchMax?: number;
  /** Filters each batch except its last event, which shows how far the scan came. */
  readonly wants?: Wants;
}

export interface HashPage {
  /** Hashes of 32 bytes each, in log order. */
  readonly hashes: Buffer;
  /** Position in the store's own numbering, where it differs from ours. */
  readonly storePosition?: string;
}

/** Every adapter passes `event-store.contract.ts`. */
export interface EventStore {
  /** True when other processes append too, so that reads may be stale. */
  readonly hasOtherWriters?: boolean;
  /** Milliseconds that this process is behind the log. Absent without other writers. */
  lateMs?(): number;
  /**
   * Appends if the head of the stream is still `expected`. Resolves once the events are durable.
   * Repeating the same append resolves; the same ids with other data conflict.
   * @throws RevisionConflict, AppendOutcomeUnknown, StoreUnavailable
   */
  append(stream: string, expected: StreamHead, events: readonly NewEvent[]): Promise<Appended>;
  /** Returns an empty list when the stream does not exist. */
  readStream(stream: string, options?: ReadStreamOptions): Promise<RecordedEvent[]>;
  /** Returns `NO_STREAM` when the stream does not exist. */
  head(stream: string): Promise<StreamHead>;
  /**
   * Number of commits to streams of this kind; undefined if only a read can tell. While unchanged,
   * `readStream` finds nothing new, except a very recent commit.
   */
  changesLike?(stream: string): number | undefined;
  /** Events with position > after, at most `limit`, in order. */
  readAll(after: number, limit: number): Promise<RecordedEvent[]>;
  /** Leaves out unwanted events. The last event of a page always stays. */
  readWanted?(after: number, limit: number, wanted: EventFilter): Promise<readonly RecordedEvent[]>;
  /**
   * Hashes of the events of `readAll`.
   * With `hasOtherWriters`, stops at the last event this process has counted.
   */
  readHashes?(after: number, limit: number): Promise<HashPage>;
  /**
   * Catches up, then goes live: non-empty batches in position order, without gaps or repeats. Each batch ends
   * with the last event scanned, even an unwanted one.
   */
  follow(options: FollowOptions): AsyncIterable<readonly RecordedEvent[]>;
  /** Position of the last durable event, 0 when empty. Covers every `append` that ended before the call. */
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
