import { randomUUID } from '../host/chance.js';
import { nowMs } from '../host/clock.js';
import type { Actor, NewEvent } from './event-store.js';

/** What the events of one request, job or derived fact have in common: who, when, and why. */
export interface EventContext {
  readonly actor: Actor;
  readonly now: Date;
  /** The request or job that all of it belongs to. */
  readonly correlationId: string;
  /** The event that led to these; by default the correlation id, as at the start of a request. */
  readonly causationId?: string;
  /** Id (UUID) of the first event, where two processes may derive the same fact. Random otherwise. */
  readonly firstEventId?: string;
}

/** As EventContext; what is left out is taken from the stream: the correlation id, and its last event as the cause. */
export type ContinuedContext = Pick<EventContext, 'actor' | 'now'> & Partial<EventContext>;

export const SYSTEM: Actor = { kind: 'system', id: 'system' };

/** For what the product does of its own accord. */
export const systemContext = (now = new Date(nowMs())): EventContext => ({
  actor: SYSTEM,
  correlationId: randomUUID(),
  now,
});

/** Makes an event of what happened, with a random id. */
export const fact = <const Type extends string, const Data>(
  type: Type,
  data: Data,
  { actor, now, correlationId, causationId = correlationId }: EventContext,
  version = 1,
): NewEvent<Type, Data> => ({
  id: randomUUID(),
  type,
  version,
  at: now.toISOString(),
  actor,
  correlationId,
  causationId,
  data,
});
