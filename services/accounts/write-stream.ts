import { randomUUID } from 'node:crypto';
import {
  AppendOutcomeUnknown,
  StoreUnavailable,
  type Actor,
  type Appended,
  type EventStore,
  type NewEvent,
  type StreamHead,
} from '../../infra/event-store/event-store.js';
import { RuleBroken } from '../contracts/errors.js';
import { appendSurely } from '../wallet/append-surely.js';

/** What every fact of one request has in common. */
export interface Story {
  readonly actor: Actor;
  readonly correlationId: string;
  readonly now: Date;
}

export const SYSTEM: Actor = { kind: 'system', id: 'system' };

export const systemStory = (now = new Date()): Story => ({ actor: SYSTEM, correlationId: randomUUID(), now });

/** Fills in the envelope of a fact. */
export const fact = <const Type extends string, const Data>(
  type: Type,
  data: Data,
  story: Story,
  version = 1,
): NewEvent<Type, Data> => ({
  ...{ id: randomUUID(), type, version, at: story.now.toISOString(), actor: story.actor },
  ...{ correlationId: story.correlationId, causationId: story.correlationId, data },
});

/**
 * Appends with the words of the product for what can go wrong. The data of events is made of plain interfaces, which
 * TypeScript does not count as JSON objects: this is where they become NewEvents.
 * @throws RevisionConflict, RuleBroken(OUTCOME_UNKNOWN | LEDGER_UNAVAILABLE)
 */
export async function writeStream(
  store: EventStore,
  stream: string,
  expected: StreamHead,
  events: readonly NewEvent<string, object>[],
): Promise<Appended> {
  try {
    return await appendSurely(store, stream, expected, events as readonly NewEvent[]);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw new RuleBroken('LEDGER_UNAVAILABLE');
    if (error instanceof AppendOutcomeUnknown) throw new RuleBroken('OUTCOME_UNKNOWN');
    throw error;
  }
}
