import type { BetPlatform } from '../../contracts/bet.js';

/** How an aggregator names a platform, and whether it tells whose a client id is. */
export interface PlatformAtVendor {
  readonly serviceId: string;
  readonly verifies: boolean;
}

const verified = (serviceId: string): PlatformAtVendor => ({ serviceId, verifies: true });

/**
 * What this family of aggregators can fund: a part of the platforms of the contract, as lists of several aggregators have
 * it. The others are shown as unavailable.
 */
export const PLATFORMS: Readonly<Partial<Record<BetPlatform, PlatformAtVendor>>> = {
  'MERRYBET': verified('MerryBet'),
  'NAIJABET': verified('NaijaBet'),
  'BANGBET': verified('BangBet'),
  '1XBET': verified('1xBet'),
  'BET9JA': verified('Bet9ja'),
  'BETKING': verified('BetKing'),
  'BET9JA AGENT': { serviceId: 'Bet9jaAgent', verifies: false },
  'BETWAY': verified('BetWay'),
  'HALLABET AGENT': { serviceId: 'HallaBetAgent', verifies: false },
  'BETLION': verified('BetLion'),
  'MSPort': verified('MSport'),
}; // prettier-ignore
