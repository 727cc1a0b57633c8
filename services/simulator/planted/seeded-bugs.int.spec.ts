import { describe, expect, it } from '@jest/globals';
import { runScenario } from '../run-seed.js';
import { scenarioOf } from '../scenario.js';
import { shrink } from '../shrink.js';
import { PLANTED, plantedNamed } from './seeded-bugs.js';

/** Violations per seed without a planted fault. Several faults share a seed. */
const clean = new Map<number, Promise<readonly unknown[]>>();
function withoutFault(seed: number): Promise<readonly unknown[]> {
  const known = clean.get(seed) ?? runScenario(scenarioOf(seed)).then(({ violations }) => violations);
  clean.set(seed, known);
  return known;
}

describe('a planted fault', () => {
  it.each(
    PLANTED.map(
      ({ name, foundBy, what, verify, compare }) => [name, foundBy, what, verify, compare] as const,
    ),
  )('%s is found by seed %i: %s', async (name, foundBy, _what, rule, compared) => {
    const scenario = scenarioOf(foundBy);
    const { violations, verify, drift } = await runScenario(scenario, plantedNamed(name)?.wiring);
    expect(violations).not.toEqual([]);
    // `verifyLedger` must agree, and find nothing when the log is correct.
    expect(verify).toEqual(rule === undefined ? [] : expect.arrayContaining([rule]));
    if (compared) expect(drift).toBeGreaterThan(0);
    expect(await withoutFault(foundBy)).toEqual([]);
  });

  it('shrinks to a small scenario, and its story names the process at fault', async () => {
    const { wiring, foundBy } = plantedNamed('settle-twice')!;
    const scenario = scenarioOf(foundBy);
    const [broken] = (await runScenario(scenario, wiring)).violations;
    const small = await shrink(scenario, broken!.promise, wiring, 60);
    const { story, violations } = await runScenario(small, wiring, true);
    expect(violations[0]?.promise).toBe(broken!.promise);
    expect(small.orders.length).toBeLessThanOrEqual(2);
    expect(small.faults).toEqual([]);
    expect(story.filter((line) => line.includes('stored PurchaseReleased'))).toHaveLength(2);
  });
});
