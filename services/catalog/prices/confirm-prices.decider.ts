import type { CatalogEventDraft } from '../catalog.events.js';
import type { CatalogState } from '../catalog.state.js';
import { staleEdit } from './set-prices.decider.js';

/** Lets a new ledger sell. Later price changes need no confirmation. */
export interface ConfirmPrices {
  readonly type: 'ConfirmPrices';
  /** `priceVersion` on the owner's screen. Another stored version gives `STALE_EDIT`. */
  readonly seen: number;
}

/** @throws RuleBroken STALE_EDIT */
export function confirmPrices({ seen }: ConfirmPrices, state: CatalogState): readonly CatalogEventDraft[] {
  const { pricesConfirmed, priceVersion } = state;
  if (pricesConfirmed) return [];
  if (seen !== priceVersion) throw staleEdit('The price list', `version ${priceVersion}`);
  return [{ type: 'PricesConfirmed', data: { priceVersion } }];
}
