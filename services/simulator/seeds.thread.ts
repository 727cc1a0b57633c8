import { parentPort } from 'node:worker_threads';
import { Coverage } from './coverage.js';
import { plantedNamed } from './planted/seeded-bugs.js';
import { runScenario } from './run-seed.js';
import type { SeedsDone, SeedsWanted } from './run-seeds.js';
import { scenarioOf } from './scenario.js';

parentPort?.on('message', (wanted: SeedsWanted) => {
  void run(wanted).then((done) => parentPort?.postMessage(done));
});

async function run({ from, count, planted }: SeedsWanted): Promise<SeedsDone> {
  const coverage = new Coverage();
  const failed: { seed: number; violations: SeedsDone['failed'][number]['violations'] }[] = [];
  const fault = plantedNamed(planted);
  let seeds = 0;
  for (let seed = from; seed < from + count; seed += 1) {
    const result = await runScenario(scenarioOf(seed), fault?.wiring);
    seeds += 1;
    coverage.add(result.coverage);
    if (result.violations.length === 0) continue;
    // A planted fault with `verify` or `compare` counts as found only when `verifyLedger` or `compareViews`
    // also reports it.
    if (fault?.verify !== undefined && !result.verify.includes(fault.verify)) continue;
    if (fault?.compare && result.drift === 0) continue;
    failed.push({ seed, violations: result.violations });
    if (planted !== undefined) break;
  }
  const { faults, transitions, totals } = coverage;
  return { seeds, failed, coverage: { faults, transitions, totals } };
}
