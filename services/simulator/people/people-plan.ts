import { SeededRandom } from '../../../infra/simulation/seeded-random.js';
import type { PlannedOrder } from '../planned-order.js';

const ACTS = {
  guess: 4,
  changePin: 3,
  changePassword: 2,
  recover: 3,
  signOut: 3,
  freeze: 2,
  forget: 1,
} as const;

export interface PlannedAct {
  readonly kind: keyof typeof ACTS;
  readonly atMs: number;
  readonly customer: number;
  readonly times: number;
}

export interface PlannedPeople {
  readonly acts: readonly PlannedAct[];
}

const PEOPLE_SHARE = 0.4;
const FORGOTTEN_BEFORE_SHARE = 0.5;
const ACTS_MAX = 4;

export function peopleOf(
  seed: number,
  activeMs: number,
  customers: number,
  orders: readonly PlannedOrder[],
): PlannedPeople | undefined {
  const random = new SeededRandom(seed, 15);
  if (!random.chance(PEOPLE_SHARE)) return undefined;
  const acts = Array.from({ length: random.between(0, ACTS_MAX) }, () => ({
    kind: random.weighted(ACTS),
    atMs: random.between(0, activeMs),
    customer: random.between(0, customers - 1),
    times: random.between(3, 9),
  }));
  return { acts: [...acts, ...forgottenBefore(seed, activeMs, orders)] };
}

function forgottenBefore(seed: number, activeMs: number, orders: readonly PlannedOrder[]): PlannedAct[] {
  const random = new SeededRandom(seed, 16);
  return orders.flatMap(({ customer, atMs, endings: [first] }): PlannedAct[] => {
    if (first?.ending !== 'takenBack' || !random.chance(FORGOTTEN_BEFORE_SHARE)) return [];
    const forgottenAtMs = atMs + random.fraction() * first.afterMs;
    return forgottenAtMs < activeMs ? [{ kind: 'forget', atMs: forgottenAtMs, customer, times: 1 }] : [];
  });
}
