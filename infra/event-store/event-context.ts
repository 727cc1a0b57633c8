import { randomUUID } from '../host/chance.js';
import { nowMs } from '../host/clock.js';
import type { Actor, NewEvent } from './event-store.js';

export interface EventContext {
  readonly actor: Actor;
  readonly now: Date;
  readonly correlationId: string;
  readonly causationId?: string;
  /** UUID of the first event. Default: random. Set this id when two processes may append the same fact. */
  readonly firstEventId?: string;
}

export type ContinuedContext = Pick<EventContext, 'actor' | 'now'> & Partial<EventContext>;

export const SYSTEM: Actor = { kind: 'system', id: 'system' };

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
