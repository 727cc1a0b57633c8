import { parseArgs } from 'node:util';
import { randomInt } from '../../infra/host/chance.js';
import { breakersText, compareBreakers } from './dead-vendor/compare-breakers.js';
import { PLANTED, plantedNamed } from './planted/seeded-bugs.js';
import { coverageText, failuresText, plantedText } from './report.js';
import { runScenario } from './run-seed.js';
import { runSeeds } from './run-seeds.js';
import { scenarioOf } from './scenario.js';
import { shrink } from './shrink.js';

const USAGE = `npm run simulate -- [options]
  --seeds N      seeds to run, default 1000
  --from N       the first of them, default 1
  --seed N       one seed, told as a story
  --minutes M    ends after so long
  --fresh        begins with a seed that nobody ran before
  --shrink       makes a failing seed as small as it gets before it is told
  --plant NAME   with a planted fault, by its name
  --planted      how many seeds it takes to find each planted fault
  --dead-vendor  how long a dead vendor gets purchases, with the older breaker and with both; 20 seeds
  --json         the result as JSON`;

const PLANTED_SEEDS_MAX = 2_000;
const FRESH_MAX = 2 ** 31;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string' },
    seed: { type: 'string' },
    minutes: { type: 'string' },
    plant: { type: 'string' },
    fresh: { type: 'boolean' },
    shrink: { type: 'boolean' },
    planted: { type: 'boolean' },
    'dead-vendor': { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

if (values.help) say(USAGE);
else if (values.planted) await findPlanted();
else if (values['dead-vendor']) await compare();
else if (values.seed !== undefined) await tell(Number(values.seed));
else await search();

async function search(): Promise<void> {
  const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
  const seeds =
    values.seeds === undefined ? (minutes === undefined ? 1_000 : Infinity) : Number(values.seeds);
  const from = values.fresh ? 1 + randomInt(FRESH_MAX) : Number(values.from ?? 1);
  const report = await runSeeds({
    from,
    seeds,
    minutes,
    ...(values.plant !== undefined && { planted: values.plant }),
  });
  if (values.json) say(JSON.stringify({ from, ...report }));
  else say(`${coverageText(report)}\n\n${failuresText(report, from)}`);
  const [first] = report.failed;
  if (!first) return;
  process.exitCode = 1;
  if (values.shrink) await tell(first.seed);
}

async function tell(seed: number): Promise<void> {
  const wiring = plantedNamed(values.plant)?.wiring;
  let scenario = scenarioOf(seed);
  const { violations } = await runScenario(scenario, wiring);
  const [broken] = violations;
  if (broken && values.shrink) scenario = await shrink(scenario, broken.promise, wiring);
  const { story, violations: told, trace } = await runScenario(scenario, wiring, true);
  if (values.json) return say(JSON.stringify({ seed, trace, violations: told, story }));
  const ends = told.map(({ promise, atMs, what }) => `BROKEN  ${promise} at ${atMs / 1_000} s: ${what}`);
  say([...story, `trace ${trace}`, ...(ends.length > 0 ? ends : ['every promise was kept'])].join('\n'));
  if (told.length > 0) process.exitCode = 1;
}

async function compare(): Promise<void> {
  const results = await compareBreakers(Number(values.from ?? 1), Number(values.seeds ?? 20));
  say(values.json ? JSON.stringify(results) : breakersText(results));
  if (results.some(({ broken }) => broken.length > 0)) process.exitCode = 1;
}

async function findPlanted(): Promise<void> {
  const found = [];
  for (const { name, what } of PLANTED) {
    if (values.plant !== undefined && values.plant !== name) continue;
    const { failed } = await runSeeds({ from: 1, seeds: PLANTED_SEEDS_MAX, planted: name });
    const [first] = failed;
    const one = { name, what, seeds: first?.seed, promise: first?.violations[0]?.promise };
    found.push(one);
    if (!values.json) say(plantedText(one));
    if (!first) process.exitCode = 1;
  }
  if (values.json) say(JSON.stringify(found));
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
