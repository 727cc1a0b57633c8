import { hash } from 'node:crypto';
import type { NewEvent, RecordedEvent, StreamHead } from './event-store.js';

/**
 * Event in the form in which it is stored. `text` never changes. `hash` is the hex SHA-256 of the UTF-8 bytes
 * of `text`.
 */
export interface SealedEvent {
  readonly id: string;
  readonly type: string;
  readonly text: string;
  readonly hash: string;
  readonly revision: number;
}

/** Event as bytes. Verify `hash` with `bytes`, because encoding the event again could change the bytes. */
export interface StoredBytes {
  readonly position: number;
  readonly hash: string;
  readonly bytes: Uint8Array;
}

export const sha256 = (data: string | Uint8Array): string => hash('sha256', data, 'hex');

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

// The order of the object's keys is part of the stored format and must never change.
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

const HEADER =
  /^\{"id":"[^"\\]*","type":"([ !#-[\]-~]*)","version":\d+,"stream":"([!#-[\]-~]*)","revision":(\d+),/;
/** Maximum total length of an id, an event type and a stream name. */
export const HEADER_BYTES_MAX = 512;

/** @param beginning start of an event's canonical text, decoded as Latin-1 */
export function headerOf(beginning: string): Pick<RecordedEvent, 'type' | 'stream' | 'revision'> | undefined {
  const header = HEADER.exec(beginning);
  if (!header) return undefined;
  return { type: header[1] as string, stream: header[2] as string, revision: Number(header[3]) };
}

export function openEvent(text: string, position: number, hash: string): RecordedEvent {
  const event = JSON.parse(text) as { -readonly [Key in keyof RecordedEvent]: RecordedEvent[Key] };
  event.position = position;
  event.hash = hash;
  return event;
}

export const verifyBytes = (bytes: string | Uint8Array, hash: string): boolean => sha256(bytes) === hash;
