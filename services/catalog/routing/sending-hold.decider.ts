import { RuleBroken } from '../../contracts/errors.js';
import type { CatalogEventDraft } from '../catalog.events.js';
import type { CatalogFact, CatalogState, SendingHold } from '../catalog.state.js';

/**
 * Ends the hold of sending after a restore. `seen` is the hold that the administrator's screen
 * showed. The command fails with `STALE_EDIT` when another hold is stored meanwhile.
 */
export interface ReleaseSending {
  readonly type: 'ReleaseSending';
  readonly reason: string;
  /** Id of the hold that the administrator's screen showed. */
  readonly seen?: string;
}

/**
 * Returns the event that ends the hold of sending. Returns no events when sending is not held.
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
