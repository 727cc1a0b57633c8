import { randomUUID } from '../host/chance.js';
import { nowMs } from '../host/clock.js';
import type { Actor, NewEvent } from './event-store.js';

/** Fields shared by all events of one request, job or derived fact. */
export interface EventContext {
  readonly actor: Actor;
  readonly now: Date;
  readonly correlationId: string;
  /** The event that led to these; `correlationId` by default. */
  readonly causationId?: string;
  /** UUID of the first event, for facts that two processes may both derive. Random by default. */
  readonly firstEventId?: string;
}

/** An `EventContext` completed from the stream: its correlation id, and its last event as the cause. */
export type ContinuedContext = Pick<EventContext, 'actor' | 'now'> & Partial<EventContext>;

export const SYSTEM: Actor = { kind: 'system', id: 'system' };

/** Context of actions that the product starts itself. */
export const systemContext = (now = new Date(nowMs())): EventContext => ({
  actor: SYSTEM,
  correlationId: randomUUID(),
  now,
});

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
