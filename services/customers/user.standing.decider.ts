import { RuleBroken } from '../contracts/errors.js';
import type { Tier } from '../contracts/services.js';
import type { UserEventDraft } from './user.events.js';
import type { Standing } from './user.state.js';

/** What needs no key of the person: it is asked of somebody who is nobody any more, or where no keys are. */
export type StandingCommand =
  /** `changeId` (UUID) follows from what was paid for it: whoever derives it from the same payment names the same change. */
  | { readonly type: 'RaiseTier'; readonly changeId: string }
  /**
   * `changeId` (UUID) follows from what they are frozen for: undone by an administrator, it is not done again. Stored also of whoever
   * is frozen already: whoever allows them to spend has to know of every reason not to.
   */
  | { readonly type: 'FreezeOnce'; readonly changeId: string; readonly reason: string }
  | { readonly type: 'SetTier'; readonly tier: Tier }
  | { readonly type: 'Forget' };

/** As `decide` of user.decider.ts, for what is asked without the person's key. */
export function decideStanding(command: StandingCommand, standing: Standing): readonly UserEventDraft[] {
  const { userId, newest, tier, tierChanges, freezes, forgotten } = standing;
  switch (command.type) {
    case 'RaiseTier':
      // Whoever was forgotten since has no tier.
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
    case 'Forget':
      // Stays the last fact of the person: read models clear what they show when they meet it.
      return newest === undefined || newest === 'PersonForgotten'
        ? []
        : [{ type: 'PersonForgotten', data: { userId } }];
  }
}

/** The id of the charge that pays for the next change of tier: the same for all who ask at once. @throws RuleBroken(ALREADY_AFFILIATE) */
export function upgradeChargeId({ tier, tierChanges }: Standing): string {
  if (tier === 'affiliate') throw new RuleBroken('ALREADY_AFFILIATE');
  return String(tierChanges.length);
}
