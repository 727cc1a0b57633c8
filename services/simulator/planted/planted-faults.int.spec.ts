import { describe, expect, it } from '@jest/globals';
import { runScenario } from '../run-seed.js';
import { scenarioOf } from '../scenario.js';
import { shrink } from '../shrink.js';
import { PLANTED, plantedNamed } from './planted-faults.js';

/** Violations of each seed when nothing is planted: several faults are found by one seed. */
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
    // The product's own audit says so too, and says nothing where the log is in order.
    expect(verify).toEqual(rule === undefined ? [] : expect.arrayContaining([rule]));
    if (compared) expect(drift).toBeGreaterThan(0);
    expect(await withoutFault(foundBy)).toEqual([]);
  });

  it('is made small, and told as a story that names who did it', async () => {
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
