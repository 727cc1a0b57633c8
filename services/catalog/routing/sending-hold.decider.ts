import { RuleBroken } from '../../contracts/errors.js';
import type { CatalogEventDraft } from '../catalog.events.js';
import type { CatalogFact, CatalogState, SendingHold } from '../catalog.state.js';

/**
 * Allows sales and orders again after a restore. `seen` is the stop that the administrator's screen
 * showed. The command fails with `STALE_EDIT` when another stop is stored meanwhile.
 */
export interface ReleaseSending {
  readonly type: 'ReleaseSending';
  readonly reason: string;
  readonly seen?: string;
}

/**
 * Returns the event that allows sales and orders again. Returns no events when they are already
 * allowed.
 * @throws RuleBroken STALE_EDIT
 */
export function releaseSending(
  { reason, seen }: ReleaseSending,
  { sendingHold: hold }: Pick<CatalogState, 'sendingHold'>,
): readonly CatalogEventDraft[] {
  if (!hold?.held) return [];
  if (seen !== undefined && seen !== hold.id)
    throw new RuleBroken('STALE_EDIT', { what: 'The reason why sending is held', now: hold.reason });
  return [{ type: 'SendingReleased', data: { holdId: hold.id, reason } }];
}

type Held = Extract<CatalogFact, { readonly type: 'SendingHeld' }>;

export const sendingHeld = ({ id, at, actor, data }: Held): SendingHold => ({
  id,
  held: true,
  since: Date.parse(at),
  before: Date.parse(data.acceptedBefore),
  upTo: data.acceptedUpTo,
  by: actor.id,
  reason: data.reason,
});
