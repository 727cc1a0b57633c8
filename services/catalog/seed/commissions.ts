import type { CableCode, DiscoCode } from '../../contracts/products.js';
import type { NetworkCode } from '../../contracts/services.js';

/** What VTpass leaves us of the list price, basis points, as in its commission table of late 2025. */
export const AIRTIME_COMMISSION_BP: Readonly<Record<NetworkCode, number>> = {
  1: 300,
  2: 400,
  3: 340,
  4: 400,
};
export const CABLE_COMMISSION_BP: Readonly<Record<CableCode, number>> = { 1: 150, 2: 150, 3: 200 };

/** Of meters that are not on maximum demand; those leave much less, which the vendor tells only afterwards. */
export const DISCO_COMMISSION_BP: Readonly<Record<DiscoCode, number>> = {
  18: 100,
  19: 110,
  20: 100,
  21: 200,
  22: 150,
  23: 100,
  24: 90,
  25: 120,
  26: 140,
  28: 120,
  29: 150,
};
