import { RuleBroken } from '../contracts/errors.js';
import type { Tier } from '../contracts/services.js';
import type { UserEventDraft } from './user.events.js';
import type { Standing } from './user.state.js';

/**
 * Commands that do not need the person's key, so that they also work for an erased person and in processes
 * without keys.
 */
export type StandingCommand =
  /**
   * Raises the tier of a customer. `changeId` (UUID) is derived from the payment, so that one
   * payment raises the tier only once.
   */
  | { readonly type: 'RaiseTier'; readonly changeId: string }
  /**
   * Freezes spending. `changeId` (UUID) is derived from the cause, so that one cause freezes
   * spending only once.
   */
  | { readonly type: 'FreezeOnce'; readonly changeId: string; readonly reason: string }
  | { readonly type: 'SetTier'; readonly tier: Tier }
  /** Ends the delay of payouts. `change` is the id of the event that delayed payouts. */
  | {
      readonly type: 'AllowPayouts';
      readonly changeId: string;
      readonly change: string;
      readonly approvedBy: string;
    }
  | { readonly type: 'Forget' };

export function decideStanding(command: StandingCommand, standing: Standing): readonly UserEventDraft[] {
  const { userId, newest, tier, tierChanges, freezes, allowed, payoutDelay, forgotten } = standing;
  switch (command.type) {
    case 'RaiseTier':
      return forgotten || tierChanges.includes(command.changeId)
        ? []
        : [{ type: 'TierChanged', data: { userId, tier: 'affiliate' } }];
    case 'SetTier':
      return forgotten || tier === command.tier
        ? []
        : [{ type: 'TierChanged', data: { userId, tier: command.tier, was: tier } }];
    case 'FreezeOnce':
      return newest === undefined || forgotten || freezes.includes(command.changeId)
        ? []
        : [{ type: 'SpendingFrozen', data: { userId, reason: command.reason } }];
    case 'AllowPayouts':
      return forgotten || payoutDelay?.id !== command.change || allowed.includes(command.changeId)
        ? []
        : [{ type: 'PayoutsAllowed', data: { userId, approvedBy: command.approvedBy } }];
    case 'Forget':
      // Store nothing after `PersonForgotten`, which must stay the last event. Read models erase
      // the person when they read this event.
      return newest === undefined || newest === 'PersonForgotten'
        ? []
        : [{ type: 'PersonForgotten', data: { userId } }];
  }
}

/**
 * The id is derived from the number of tier changes, so that parallel requests make only one charge.
 * @throws RuleBroken(ALREADY_AFFILIATE)
 */
export function upgradeChargeId({ tier, tierChanges }: Standing): string {
  if (tier === 'affiliate') throw new RuleBroken('ALREADY_AFFILIATE');
  return String(tierChanges.length);
}
