/**
 * Kinds of actor. Other modules extend it by declaration merging: `declare module … { interface ActorKinds …
 * }`.
 */
export interface ActorKinds {
  readonly user: true;
  readonly admin: true;
  readonly auditor: true;
  readonly system: true;
}

/** The cause of an event. `sealed` holds IP and device, encrypted per person; `id` is stored unencrypted. */
export interface Actor {
  readonly kind: keyof ActorKinds;
  readonly id: string;
  readonly sealed?: string;
}

export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };
export type EventData = { readonly [key: string]: Json | undefined };

/** A fact to append. `id` is a UUID made once per fact: appending the same ids again is the same append. */
export interface NewEvent<Type extends string = string, Data = EventData> {
  readonly id: string;
  readonly type: Type;
  readonly version: number;
  /** ISO 8601 UTC, milliseconds. */
  readonly at: string;
  readonly actor: Actor;
  /** The request or job that started the chain of events. */
  readonly correlationId: string;
  /** The event that led to this one, or `correlationId` at the start. */
  readonly causationId: string;
  readonly data: Data;
}

/** A stored event. `hash` is SHA-256 (hex) over the stored bytes: everything but `position` and `hash`. */
export interface RecordedEvent<Type extends string = string, Data = EventData> extends NewEvent<Type, Data> {
  readonly stream: string;
  /** 0 for the first event of its stream. */
  readonly revision: number;
  /**
   * Dense ordinal in global order, 1 for the first event. 0 from a `readStream` that cannot tell it without
   * counting.
   */
  readonly position: number;
  readonly hash: string;
  /** `hash` of the preceding event of the stream; 64 zeros for the first. */
  readonly previousHash: string;
}

export type Stored<Event extends NewEvent<string, object>> =
  Event extends NewEvent<infer Type, infer Data> ? RecordedEvent<Type, Data> : never;

/**
 * Narrows stored events to a union, and returns undefined for a type not in `types`: a newer version may have
 * stored it.
 * `types` fails to compile unless it lists each type of `Event`. `data` is not validated, so that old ledgers
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
  /** -1 when the stream does not exist. */
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

/** The append may or may not be stored. Retry with the same ids and head, or read the stream again. */
export class AppendOutcomeUnknown extends Error {
  override readonly name = 'AppendOutcomeUnknown';
}

/** The store refused the append (disk full, closed). Nothing was written. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

export interface Appended {
  readonly head: StreamHead;
  /** Position of the last appended event; undefined when the store has not counted it yet. */
  readonly position: number | undefined;
}

export interface ReadStreamOptions {
  /** First revision to read; default 0 forwards, the last one backwards. */
  readonly from?: number;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit?: number;
}

/** Decides by type and stream, before the event is parsed. Called for every event, so it must be cheap. */
export type Wants = (type: string, stream: string) => boolean;

/** Selects the events that `wants` accepts, and those whose stored text contains `holding`. */
export interface Wanted {
  readonly wants: Wants;
  readonly holding?: string | undefined;
}

export interface FollowOptions {
  /** Position of the last event already handled; 0 for all. */
  readonly after: number;
  /** Ends the loop without an error. Any other end is thrown. */
  readonly signal: AbortSignal;
  /** Most events scanned for one batch; default 512. */
  readonly batchMax?: number;
  /** Filters each batch, except its last event, which shows how far the scan came. */
  readonly wants?: Wants;
}

export interface HashPage {
  /** 32 bytes each, in log order. */
  readonly hashes: Buffer;
  /** Place of the last hash in the store's own log, where that differs from our positions. */
  readonly storePosition?: string;
}

/** The ledger, the only source of truth. Every adapter passes `event-store.contract.ts`. */
export interface EventStore {
  /** True when other processes append too, so an earlier read may be stale. */
  readonly hasOtherWriters?: boolean;
  /**
   * Stores the events if the head of the stream is still `expected`. Resolves once they are durable.
   * Repeating the same events at the same place resolves; the same ids with other data conflict.
   * @throws RevisionConflict, AppendOutcomeUnknown, StoreUnavailable
   */
  append(stream: string, expected: StreamHead, events: readonly NewEvent[]): Promise<Appended>;
  /** Events of one stream; empty when it does not exist. */
  readStream(stream: string, options?: ReadStreamOptions): Promise<RecordedEvent[]>;
  /** `NO_STREAM` when the stream does not exist. */
  head(stream: string): Promise<StreamHead>;
  /**
   * Commit counter of all streams of this kind; undefined where reading is the only way to know.
   * While it is unchanged, a read finds nothing new, except a commit of this very moment.
   */
  changesLike?(stream: string): number | undefined;
  /** Page in position order: events with position > after, at most `limit`. Empty at the end. */
  readAll(after: number, limit: number): Promise<RecordedEvent[]>;
  /**
   * `readAll` without unwanted events, except the last of the page. Present where filtering is cheaper than
   * reading.
   */
  readWanted?(after: number, limit: number, wanted: Wanted): Promise<readonly RecordedEvent[]>;
  /**
   * Hashes of events with position > after, at most `limit`. Present where that is cheaper than `readAll`.
   * With `hasOtherWriters`, stops at the last event this process has counted.
   */
  readHashes?(after: number, limit: number): Promise<HashPage>;
  /**
   * Catches up, then goes live: non-empty batches in position order, without gaps or repeats.
   * Each batch ends with the last event scanned, wanted or not. Ends by `signal`; any other end is thrown.
   */
  follow(options: FollowOptions): AsyncIterable<readonly RecordedEvent[]>;
  /**
   * Position of the last durable event, 0 when empty. Never less than that of an event appended before the
   * call.
   */
  lastPosition(): Promise<number>;
  close(): Promise<void>;
}

export const EVENT_STORE = Symbol('EventStore');

/** Falls back to `readAll` for a store without `readHashes`. */
export async function readHashes(
  store: Pick<EventStore, 'readAll' | 'readHashes'>,
  after: number,
  limit: number,
): Promise<HashPage> {
  if (store.readHashes) return store.readHashes(after, limit);
  const events = await store.readAll(after, limit);
  return { hashes: Buffer.from(events.map(({ hash }) => hash).join(''), 'hex') };
}
