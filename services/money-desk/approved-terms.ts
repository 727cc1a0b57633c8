import { decideAndAppend } from '../../infra/event-store/decide-and-append.js';
import { type EventContext, fact } from '../../infra/event-store/event-context.js';
import { type EventStore, NO_STREAM } from '../../infra/event-store/event-store.js';
import { CATALOG_STREAM, catalogEvent } from '../catalog/catalog.events.js';
import { evolve } from '../catalog/catalog.evolve.js';
import { setFundingTerms } from '../catalog/funding-terms/funding-terms.decider.js';
import { SEED } from '../catalog/seed/seed.js';
import type { BankAccountChange } from './approval.events.js';

/**
 * Sets approved terms once. Needs no `Catalog`, because workers do not have one.
 * @throws RuleBroken STALE_EDIT
 */
export async function setApprovedTerms(
  store: Pick<EventStore, 'append' | 'readStream'>,
  { change }: BankAccountChange,
  { approvalId, approvedBy }: { readonly approvalId: string; readonly approvedBy: string },
  context: EventContext,
): Promise<void> {
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
        : setFundingTerms({ type: 'SetFundingTerms', ...change }, state).map(({ type, data }) => ({
            ...fact<string, object>(type, { ...data, approvedBy }, context),
            id: approvalId,
          })),
  });
}
