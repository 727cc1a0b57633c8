/** What may cause an event. Who stores events adds to it what else acts there: `declare module … { interface ActorKinds … }`. */
export interface ActorKinds {
  readonly user: true;
  readonly admin: true;
  readonly auditor: true;
  readonly system: true;
}

/** Who caused an event. `sealed` holds IP and device, encrypted for the person; ids only in the clear. */
export interface Actor {
  readonly kind: keyof ActorKinds;
  readonly id: string;
  readonly sealed?: string;
}

export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };
export type EventData = { readonly [key: string]: Json | undefined };

/** A fact to be stored. `id` is a UUID made once per fact: sending the same ids again is the same append. */
export interface NewEvent<Type extends string = string, Data = EventData> {
  readonly id: string;
  readonly type: Type;
  readonly version: number;
  /** ISO 8601 UTC, milliseconds. */
  readonly at: string;
  readonly actor: Actor;
  /** The request or job that started the story; the same on every event of it. */
  readonly correlationId: string;
  /** The event that led to this one, or the correlation id at the start. */
  readonly causationId: string;
  readonly data: Data;
}

/** A stored fact. `hash` is SHA-256 (hex) over the stored bytes, which hold everything except position and hash. */
export interface RecordedEvent<Type extends string = string, Data = EventData> extends NewEvent<Type, Data> {
  readonly stream: string;
  /** 0 for the first event of its stream. */
  readonly revision: number;
  /** Dense ordinal in global order, 1 for the first event of the store. Where only counting tells it, `readStream` says 0. */
  readonly position: number;
  readonly hash: string;
  /** Hash of the event before it in the stream; 64 zeros for the first. */
  readonly previousHash: string;
}

/** A stored event of one of these kinds. */
export type Stored<Event extends NewEvent<string, object>> =
  Event extends NewEvent<infer Type, infer Data> ? RecordedEvent<Type, Data> : never;

/**
 * Gives stored events the shape that their type says; undefined for a type that is not listed: a newer version may have stored it. `types`
 * does not compile without each type of `Event`. The data is not looked at, since nobody else writes it, and what old ledgers hold must
 * stay readable.
 */
export function eventReader<Event extends NewEvent<string, object>>(
  types: Readonly<Record<Event['type'], true>>,
): (event: RecordedEvent) => Stored<Event> | undefined {
  const isKnown = (event: RecordedEvent): event is RecordedEvent & Stored<Event> =>
    Object.hasOwn(types, event.type);
  return (event) => (isKnown(event) ? event : undefined);
}

/** The last event of a stream. */
export interface StreamHead {
  /** -1 when the stream does not exist. */
  readonly revision: number;
  readonly hash: string;
}

export const NO_STREAM: StreamHead = { revision: -1, hash: '0'.repeat(64) };

/** The stream is not where the writer read it. Nothing was written. */
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

/** It could not be learnt whether the append is stored. Retry with the same ids and head, or read the stream again. */
export class AppendOutcomeUnknown extends Error {
  override readonly name = 'AppendOutcomeUnknown';
}

/** The store refused for a reason of its own (disk full, closed). Nothing was written. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

export interface Appended {
  readonly head: StreamHead;
  /** Position of the last event appended; undefined when the store cannot know it at once. */
  readonly position: number | undefined;
}

export interface ReadStreamOptions {
  /** First revision to read; default 0 forwards, the last one backwards. */
  readonly from?: number;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit?: number;
}

/** Which events somebody wants, told before the rest of an event is read. Asked for every event: it must be cheap. */
export type Wants = (type: string, stream: string) => boolean;

/** Which events of a page somebody wants: those, and any whose stored text holds this. */
export interface Wanted {
  readonly wants: Wants;
  readonly holding?: string | undefined;
}

export interface FollowOptions {
  /** Position of the last event already handled; 0 for all. */
  readonly after: number;
  /** Ends the loop quietly. Any other end is thrown. */
  readonly signal: AbortSignal;
  /** Events walked for one batch, at most; default 512. */
  readonly batchMax?: number;
  /** Others are left out, which costs next to nothing, but for the last of each batch: it tells how far the walk has come. */
  readonly wants?: Wants;
}

/** Hashes of events that follow one another in the log. */
export interface HashPage {
  /** 32 bytes each. */
  readonly hashes: Buffer;
  /** Where the store has the last of them, in its own words, where its positions are others than ours. */
  readonly storePosition?: string;
}

/** The ledger. Everything above it is derived. All adapters pass `event-store.contract.ts`. */
export interface EventStore {
  /** Other processes append as well: what was read here may be older than what is stored. */
  readonly hasOtherWriters?: boolean;
  /**
   * Stores the events at the end of the stream if its head is still `expected`; resolves only after they are durable.
   * The same events at the same place again is the same append and resolves. The same ids with other data is a conflict.
   * @throws RevisionConflict, AppendOutcomeUnknown, StoreUnavailable
   */
  append(stream: string, expected: StreamHead, events: readonly NewEvent[]): Promise<Appended>;
  /** Events of one stream; empty when it does not exist. */
  readStream(stream: string, options?: ReadStreamOptions): Promise<RecordedEvent[]>;
  /** NO_STREAM when it does not exist. */
  head(stream: string): Promise<StreamHead>;
  /**
   * A number that grows when something was committed to streams of this kind, whoever appended it, where that is known without
   * reading. While it is the same a look would find nothing new, but for what was committed this very moment.
   */
  changesLike?(stream: string): number | undefined;
  /** One page in position order: events with position > after, at most `limit`. Empty at the end. */
  readAll(after: number, limit: number): Promise<RecordedEvent[]>;
  /** The same page without what nobody wants, but for its last event, where leaving out is cheaper than reading. */
  readWanted?(after: number, limit: number, wanted: Wanted): Promise<readonly RecordedEvent[]>;
  /**
   * Hashes of events with position > after, at most `limit`, without the events, where that is cheaper. Beside other processes only as
   * far as this one has heard of the log.
   */
  readHashes?(after: number, limit: number): Promise<HashPage>;
  /**
   * Catches up, then goes live, with no gap and no repeat, in non-empty batches in position order: all that are wanted,
   * and always the last one that was walked over.
   * Ends only by the signal; an end of the underlying stream is thrown as a fault.
   */
  follow(options: FollowOptions): AsyncIterable<readonly RecordedEvent[]>;
  /** Position of the last durable event, or a later one, 0 when empty: at least that of anything appended before. */
  lastPosition(): Promise<number>;
  close(): Promise<void>;
}

/** Injection token of the EventStore. */
export const EVENT_STORE = Symbol('EventStore');

/** Hashes of the events after a position, in their order: as the store has them at hand, or taken from the events. */
export async function readHashes(
  store: Pick<EventStore, 'readAll' | 'readHashes'>,
  after: number,
  limit: number,
): Promise<HashPage> {
  if (store.readHashes) return store.readHashes(after, limit);
  const events = await store.readAll(after, limit);
  return { hashes: Buffer.from(events.map(({ hash }) => hash).join(''), 'hex') };
}
