import type { CableCode } from '../../contracts/cable.contract.js';
import type { StoredCablePlan } from '../catalog.events.js';
import { costAfter } from '../../products/product.js';
import { CABLE_COMMISSION_BP } from '../../products/cable/cable.product.js';

type Bouquet = readonly [name: string, naira: number, vtpass: string];

/**
 * Monthly bouquets with their variation codes at VTpass. Source for DStv and GOtv, from 1 March
 * 2025: ninaworldnews.com/?p=21358. Source for StarTimes, from 10 January 2024:
 * nairametrics.com/2024/01/09/startimes-increases-subscription-price….
 */
const BOUQUETS: Readonly<Record<CableCode, readonly Bouquet[]>> = {
  1: [
    ['Smallie', 1_900, 'gotv-smallie'],
    ['Jinja', 3_900, 'gotv-jinja'],
    ['Jolli', 5_800, 'gotv-jolli'],
    ['Max', 8_500, 'gotv-max'],
    ['Supa', 11_400, 'gotv-supa'],
    ['Supa Plus', 16_800, 'gotv-supa-plus'],
  ],
  2: [
    ['Padi', 4_400, 'dstv-padi'],
    ['Yanga', 6_000, 'dstv-yanga'],
    ['Confam', 11_000, 'dstv-confam'],
    ['Compact', 19_000, 'dstv79'],
    ['Compact Plus', 30_000, 'dstv7'],
    ['Premium', 44_500, 'dstv3'],
  ],
  3: [
    ['Nova', 1_700, 'nova'],
    ['Smart', 3_800, 'smart'],
    ['Super', 7_500, 'super'],
  ],
};

const PROVIDERS: readonly CableCode[] = [1, 2, 3];

export const SEED_CABLE_PLANS: readonly StoredCablePlan[] = PROVIDERS.flatMap((provider) =>
  BOUQUETS[provider].map(([name, naira, vtpass], index): StoredCablePlan => {
    const price = BigInt(naira) * 100n;
    return {
      code: provider * 100 + index + 1,
      provider,
      name,
      on: true,
      codes: { vtpass },
      price: String(price),
      cost: String(costAfter(price, CABLE_COMMISSION_BP[provider])),
    };
  }),
);
