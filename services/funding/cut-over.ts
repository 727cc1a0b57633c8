import { decideAndAppend } from '../../infra/event-store/decide-and-append.js';
import { type EventContext, fact } from '../../infra/event-store/event-context.js';
import { type EventStore, NO_STREAM } from '../../infra/event-store/event-store.js';
import { cutOverEvent, type CutOverSet } from './funding.events.js';

export const cutOverStream = (provider: string): string => `cut-over-${provider}`;

/**
 * Returns the cut-over of a provider, or `undefined` when there is none. An older system credited the
 * payments before this moment, so they are never booked.
 */
export async function cutOverOf(
  store: Pick<EventStore, 'readStream'>,
  provider: string,
): Promise<Date | undefined> {
  const [last] = await store.readStream(cutOverStream(provider), { direction: 'backwards', limit: 1 });
  const set = last && cutOverEvent(last);
  return set && new Date(set.data.before);
}

/**
 * Sets the cut-over of a provider: earlier payments are not booked. Stores nothing when `before` is already
 * stored.
 */
export async function setCutOver(
  store: Pick<EventStore, 'append' | 'readStream'>,
  { provider, before }: Omit<CutOverSet, 'was'>,
  context: EventContext,
): Promise<void> {
  await decideAndAppend(store, {
    stream: cutOverStream(provider),
    load: async () => {
      const [last] = await store.readStream(cutOverStream(provider), { direction: 'backwards', limit: 1 });
      const { revision, hash } = last ?? NO_STREAM;
      return { revision, hash, was: last && cutOverEvent(last)?.data.before };
    },
    decide: ({ was }) =>
      was === before
        ? []
        : [fact('CutOverSet', { provider, before, ...(was !== undefined && { was }) }, context)],
  });
}
