import { RuleBroken } from '../../contracts/errors.js';
import type { CatalogEventDraft } from '../catalog.events.js';
import type { CatalogState } from '../catalog.state.js';
import { staleEdit } from './set-prices.decider.js';

/**
 * Confirms the prices of a new ledger. Before this confirmation, nothing is sold. Later price
 * changes need no confirmation.
 */
export interface ConfirmPrices {
  readonly type: 'ConfirmPrices';
  /**
   * `priceVersion` that the owner's screen showed. The command fails with `STALE_EDIT` when another
   * version is stored meanwhile.
   */
  readonly seen: number;
}

/** @throws RuleBroken NOTHING_PRICED, STALE_EDIT */
export function confirmPrices({ seen }: ConfirmPrices, state: CatalogState): readonly CatalogEventDraft[] {
  const { pricesConfirmed, priceVersion, dataPlans, cablePlans, exams } = state;
  if (pricesConfirmed) return [];
  if (dataPlans.size + cablePlans.size + exams.size === 0) throw new RuleBroken('NOTHING_PRICED');
  if (seen !== priceVersion) throw staleEdit('The price list', `version ${priceVersion}`);
  return [{ type: 'PricesConfirmed', data: { priceVersion } }];
}
