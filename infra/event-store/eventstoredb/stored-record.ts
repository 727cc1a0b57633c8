import {
  type AllStreamRecordedEvent,
  type EventData,
  binaryEvent,
  type Position,
} from '@eventstore/db-client';
import type { RecordedEvent } from '../event-store.js';
import { type SealedEvent, openEvent, sha256 } from '../seal-events.js';
import { LogDamaged } from './connection/store-failures.js';

export type ServerRecord = Pick<AllStreamRecordedEvent, 'id' | 'streamId' | 'type' | 'isJson'> & {
  readonly revision: bigint;
  readonly data: unknown;
};

/**
 * Makes the id of an event on the server from `hash`, so that the server treats an append as repeated only
 * when its bytes are identical.
 */
const serverId = (hash: string): string =>
  `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;

/** Stores the event as binary data, because the client would parse JSON and write it in another form. */
export function recordOf({ type, text, hash }: SealedEvent): EventData {
  return binaryEvent({ id: serverId(hash), type, data: Buffer.from(text, 'utf8') });
}

/** @throws LogDamaged when the record is not binary */
export function bytesOf(record: ServerRecord): Buffer {
  const { data } = record;
  if (data instanceof Uint8Array) return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  throw new LogDamaged(`${placeOf(record)} is no event of ours: it is not binary`);
}

/** Returns a text that differs from every hash when the bytes are damaged. */
export function hashOf(record: ServerRecord, bytes: Uint8Array): string {
  const hash = sha256(bytes);
  return serverId(hash) === record.id ? hash : record.id.replaceAll('-', '').padEnd(64, '0');
}

/** @throws LogDamaged when the bytes, the stream or the revision differ from those of the sealed event */
export function eventOf(record: ServerRecord, position: number, prefix: string): RecordedEvent {
  const bytes = bytesOf(record);
  const hash = sha256(bytes);
  if (serverId(hash) !== record.id) throw new LogDamaged(`${placeOf(record)} is not what was sealed`);
  const event = parsed(record, bytes, position, hash);
  if (record.streamId !== prefix + event.stream || Number(record.revision) !== event.revision)
    throw new LogDamaged(`${placeOf(record)} was sealed for ${event.stream} revision ${event.revision}`);
  return event;
}

function parsed(record: ServerRecord, bytes: Buffer, position: number, hash: string): RecordedEvent {
  try {
    return openEvent(bytes.toString('utf8'), position, hash);
  } catch (cause) {
    throw new LogDamaged(`${placeOf(record)} cannot be read`, { cause });
  }
}

export const placeOf = ({ streamId, revision }: ServerRecord): string =>
  `stream ${streamId} revision ${revision}`;

/** Position in the server's log. Positions are unique and ascending, but have gaps. */
export type StorePosition = Position;

export function comparePositions(a: StorePosition, b: StorePosition): number {
  if (a.commit !== b.commit) return a.commit < b.commit ? -1 : 1;
  if (a.prepare === b.prepare) return 0;
  return a.prepare < b.prepare ? -1 : 1;
}
