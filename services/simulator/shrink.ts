import { runScenario } from './run-seed.js';
import type { Scenario } from './scenario.js';
import type { Wiring } from './wiring.js';

/** Parts that `shrink` may take out of a scenario, the least important first. */
const LISTS = ['faults', 'changes', 'shop', 'payments', 'orders'] as const;
const SIMPLER: readonly Partial<Scenario>[] = [
  { upgrade: undefined },
  { people: undefined },
  { moneyIn: undefined },
  { restore: undefined },
  { apis: 1 },
  { workers: 1 },
  { lagMs: 0 },
  { skewMaxMs: 0 },
  { batchMax: 512 },
  { settledMax: 2_048 },
  { jobs: { duplicated: 0, lost: 0, held: 0 } },
];

/** Searches for a smaller scenario that still breaks the same `promise`. */
export async function shrink(
  scenario: Scenario,
  promise: string,
  wiring: Wiring = {},
  runsMax = 400,
): Promise<Scenario> {
  let smallest = scenario;
  let runs = 0;
  const breaks = async (candidate: Scenario): Promise<boolean> => {
    runs += 1;
    const { violations } = await runScenario(candidate, wiring);
    return violations.some((violation) => violation.promise === promise);
  };
  for (let before: Scenario | undefined; before !== smallest && runs < runsMax;) {
    before = smallest;
    for (const list of LISTS)
      for (let at = smallest[list].length - 1; at >= 0 && runs < runsMax; at -= 1) {
        const candidate = { ...smallest, [list]: smallest[list].filter((_, index) => index !== at) };
        if (await breaks(candidate)) smallest = candidate;
      }
    for (const simpler of SIMPLER) {
      const candidate = { ...smallest, ...simpler };
      if (runs < runsMax && !isSame(candidate, smallest) && (await breaks(candidate))) smallest = candidate;
    }
  }
  return smallest;
}

const isSame = (one: Scenario, other: Scenario): boolean => textOf(one) === textOf(other);
const textOf = (scenario: Scenario): string =>
  JSON.stringify(scenario, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
