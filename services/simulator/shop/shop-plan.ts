import { SeededRandom } from '../../../infra/simulation/seeded-random.js';
import type { PlannedOrder } from '../planned-order.js';

/** Data plan in the first price list of the simulator. Prices are in kobo. */
export const PLAN = { code: 3301, network: 3, price: 100_00n, cost: 96_60n } as const;

const CHANGES = {
  price: 5,
  schedule: 3,
  cancel: 1,
  discount: 4,
  belowCost: 1,
  vendors: 3,
  network: 1,
} as const;

export interface PlannedShopChange {
  readonly kind: keyof typeof CHANGES;
  readonly atMs: number;
  /** Number of administrators who make this change at the same moment, each with another value. */
  readonly people: 1 | 2;
  readonly choice: number;
}

const SHOP_SHARE = 0.6;
const CHANGES_MAX = 6;

export function shopChangesOf(seed: number, activeMs: number): readonly PlannedShopChange[] {
  const random = new SeededRandom(seed, 11);
  if (!random.chance(SHOP_SHARE)) return [];
  return Array.from({ length: random.between(1, CHANGES_MAX) }, () => ({
    kind: random.weighted(CHANGES),
    atMs: random.between(0, activeMs),
    people: random.chance(0.4) ? 2 : 1,
    choice: random.between(0, 1_000_000),
  }));
}

export function orderedInShop(seed: number, orders: readonly PlannedOrder[]): readonly PlannedOrder[] {
  const random = new SeededRandom(seed, 12);
  return orders.map((order) => ({
    ...order,
    ...(random.chance(0.4) && { isPlan: true }),
    ...(random.chance(0.6) && { thinksMs: random.chance(0.5) ? 0 : random.between(0, 20_000) }),
  }));
}
