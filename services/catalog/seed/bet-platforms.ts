import type { BetPlatform } from '../../contracts/bet.js';
import type { VendorCodes } from '../../contracts/products.js';

export interface BetPlatformEntry {
  /** What each family of vendors calls it; nobody can fund a platform without an entry. */
  readonly codes: VendorCodes;
  /** A client id can be looked up before it is paid. */
  readonly verifies: boolean;
}

const verified = (bet: string): BetPlatformEntry => ({ codes: { bet }, verifies: true });

/**
 * Platforms that an aggregator can fund, as the published lists of several of them have it (October 2025); the rest of the
 * contract's platforms are shown as unavailable.
 */
export const BET_PLATFORMS_SOLD: Readonly<Partial<Record<BetPlatform, BetPlatformEntry>>> = {
  'MERRYBET': verified('MerryBet'),
  'NAIJABET': verified('NaijaBet'),
  'BANGBET': verified('BangBet'),
  '1XBET': verified('1xBet'),
  'BET9JA': verified('Bet9ja'),
  'BETKING': verified('BetKing'),
  'BET9JA AGENT': { codes: { bet: 'Bet9jaAgent' }, verifies: false },
  'BETWAY': verified('BetWay'),
  'HALLABET AGENT': { codes: { bet: 'HallaBetAgent' }, verifies: false },
  'BETLION': verified('BetLion'),
  'MSPort': verified('MSport'),
}; // prettier-ignore
