import { SeededRandom } from '../../../infra/simulation/seeded-random.js';

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
  /** Concurrent guesses. */
  readonly times: number;
}

export interface PlannedPeople {
  readonly acts: readonly PlannedAct[];
}

const PEOPLE_SHARE = 0.4;
const ACTS_MAX = 4;

export function peopleOf(seed: number, activeMs: number, customers: number): PlannedPeople | undefined {
  const random = new SeededRandom(seed, 15);
  if (!random.chance(PEOPLE_SHARE)) return undefined;
  return {
    acts: Array.from({ length: random.between(0, ACTS_MAX) }, () => ({
      kind: random.weighted(ACTS),
      atMs: random.between(0, activeMs),
      customer: random.between(0, customers - 1),
      times: random.between(3, 9),
    })),
  };
}
