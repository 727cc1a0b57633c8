import { decideAndAppend } from '../../infra/event-store/decide-and-append.js';
import { type EventContext, fact } from '../../infra/event-store/event-context.js';
import { type EventStore, NO_STREAM } from '../../infra/event-store/event-store.js';
import { decide } from '../catalog/catalog.decider.js';
import { CATALOG_STREAM, catalogEvent } from '../catalog/catalog.events.js';
import { evolve } from '../catalog/catalog.evolve.js';
import { SEED } from '../catalog/seed/seed.js';
import type { BankAccountChange, PriceWork } from './approval.events.js';

/**
 * Makes an approved change of the catalogue once. Needs no `Catalog`, because workers do not have one.
 * @throws RuleBroken STALE_EDIT, PLAN_NOT_FOUND, VALIDATION_FAILED
 */
export async function changeApproved(
  store: Pick<EventStore, 'append' | 'readStream'>,
  work: BankAccountChange | PriceWork,
  { approvalId, approvedBy }: { readonly approvalId: string; readonly approvedBy: string },
  context: EventContext,
): Promise<void> {
  const change = changeOf(work, context.now.getTime());
  await decideAndAppend(store, {
    stream: CATALOG_STREAM,
    load: async () => {
      const events = await store.readStream(CATALOG_STREAM);
      const { revision, hash } = events.at(-1) ?? NO_STREAM;
      const state = events.reduce((so, event) => {
        const known = catalogEvent(event);
        return known ? evolve(so, known) : so;
      }, SEED);
      return { revision, hash, state, isDone: events.some(({ id }) => id === approvalId) };
    },
    decide: ({ state, isDone }) =>
      isDone
        ? []
        : decide(change, state).map(({ type, data }, index) => {
            const event = fact<string, object>(type, { ...data, approvedBy }, context);
            return index === 0 ? { ...event, id: approvalId } : event;
          }),
  });
}

function changeOf(work: BankAccountChange | PriceWork, now: number) {
  if (work.type === 'bank-account') return { type: 'SetFundingTerms', ...work.change } as const;
  return work.change.type === 'SchedulePrices' ? { ...work.change, now } : work.change;
}
