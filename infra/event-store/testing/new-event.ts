import { randomUUID } from 'node:crypto';
import type { EventData, NewEvent } from '../event-store.js';

/** An event with a fresh id and no meaning. */
export function newEvent(data: EventData = {}, type = 'Noted'): NewEvent {
  const id = randomUUID();
  return {
    id,
    type,
    version: 1,
    at: '2026-01-02T03:04:05.678Z',
    actor: { kind: 'system', id: 'test' },
    correlationId: id,
    causationId: id,
    data,
  };
}

export const newEvents = (count: number): NewEvent[] =>
  Array.from({ length: count }, (_, n) => newEvent({ n }));

/** A stream name that no other test uses. */
export const newStream = (kind = 'note'): string => `${kind}-${randomUUID()}`;
