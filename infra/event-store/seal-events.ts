import { hash } from 'node:crypto';
import type { NewEvent, RecordedEvent, StreamHead } from './event-store.js';

/** An event as it will be stored: `text` is its canonical form for ever, `hash` is SHA-256 (hex) over its UTF-8 bytes. */
export interface SealedEvent {
  readonly id: string;
  readonly type: string;
  readonly text: string;
  readonly hash: string;
  readonly revision: number;
}

/** An event as it is stored. Whoever verifies hashes `bytes`; nothing is encoded again. */
export interface StoredBytes {
  readonly position: number;
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/** SHA-256 as hex. Text is hashed as UTF-8. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data, 'hex');

/** Gives each event its place after `head` and its hash, chained to the event before it. */
export function sealEvents(stream: string, head: StreamHead, events: readonly NewEvent[]): SealedEvent[] {
  let { revision, hash: previousHash } = head;
  return events.map((event) => {
    revision += 1;
    const text = canonicalText(event, stream, revision, previousHash);
    const hash = sha256(text);
    previousHash = hash;
    return { id: event.id, type: event.type, text, hash, revision };
  });
}

// The order of these keys is the stored format: changing it changes no old event, but never change it without need.
const canonicalText = (event: NewEvent, stream: string, revision: number, previousHash: string): string =>
  JSON.stringify({
    id: event.id,
    type: event.type,
    version: event.version,
    stream,
    revision,
    at: event.at,
    actor: event.actor,
    correlationId: event.correlationId,
    causationId: event.causationId,
    previousHash,
    data: event.data,
  });

// Found where the canonical form has them; a name that needed escaping is not found.
const HEADER =
  /^\{"id":"[^"\\]*","type":"([ !#-[\]-~]*)","version":\d+,"stream":"([!#-[\]-~]*)","revision":(\d+),/;
/** More than an id, a type and the longest name of a stream. */
export const HEADER_BYTES_MAX = 512;

/** What the beginning of an event's canonical form, read as Latin-1, tells. */
export function headerOf(beginning: string): Pick<RecordedEvent, 'type' | 'stream' | 'revision'> | undefined {
  const header = HEADER.exec(beginning);
  if (!header) return undefined;
  return { type: header[1] as string, stream: header[2] as string, revision: Number(header[3]) };
}

/** The event that was stored. `text` is its canonical form; position and hash are kept beside it. */
export function openEvent(text: string, position: number, hash: string): RecordedEvent {
  const event = JSON.parse(text) as { -readonly [Key in keyof RecordedEvent]: RecordedEvent[Key] };
  event.position = position;
  event.hash = hash;
  return event;
}

/** Whether the bytes are what was sealed under this hash. */
export const verifyBytes = (bytes: string | Uint8Array, hash: string): boolean => sha256(bytes) === hash;
