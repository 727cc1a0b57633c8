import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hungService } from './hung-service.js';
import { onCluster } from './on-cluster.js';
import { printed, report, type Report, worseThan } from './report.js';
import {
  accept,
  asOf,
  cold,
  echo,
  floor,
  hot,
  rebuildAndBoot,
  replayAndScan,
  sales,
  searchAndHistory,
  settle,
  verifyAndCompare,
} from './workloads.js';
import type { Workload } from './workloads.js';

const USAGE = `npm run bench -- [--quick | --large] [--only accept,settle] [--cluster] [--json] [--against FILE]
  --quick    smaller workloads; the rates are lower, because less is compiled
  --large    a million events and purchases, without a limit of time
  --cluster  accept and settle, on a cluster too: BENCH_EVENTSTORE_URL (empty), BENCH_MONGODB_URL and
             BENCH_REDIS_URL name its stores, and stand-ins replace those that are not named
  --against  names what became worse by more than 5 % since the run with --json in FILE`;

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    cluster: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    against: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const { quick, large, cluster } = flags;
/**
 * Workloads that also run with the flag `--cluster`, so that the workload `cluster` can be compared with them.
 */
const COMPARED = ['accept', 'settle'];
const only = flags.only?.split(',');
const wanted = (name: string): boolean =>
  (!only || only.includes(name)) && (!cluster || name === 'cluster' || COMPARED.includes(name));
const size = <Size>(small: Size, normal: Size, whole: Size): Size => (quick ? small : large ? whole : normal);
/** Number of purchases in workloads that measure only their acceptance. */
const amount = size(5_000, 15_000, 50_000);
const events = size(100_000, 200_000, 1_000_000);

/** Seconds after which no further workload starts, so that a run ends within ten minutes. */
const BEGIN_WITHIN_SECONDS = large ? Infinity : 500;

const started = performance.now();
const elapsed = (): number => (performance.now() - started) / 1_000;
const folder = mkdtempSync(join(tmpdir(), 'naira-ledger-bench-'));
const workloads: Workload[] = [];
const leftOut: string[] = [];
const say = (text: string): void => void process.stderr.write(`${text}\n`);
async function measure(
  names: readonly [string, ...string[]],
  work: (folder: string) => Promise<Workload | Workload[]>,
): Promise<void> {
  if (!names.some(wanted)) return;
  if (elapsed() > BEGIN_WITHIN_SECONDS) return void leftOut.push(...names);
  say(`${Math.round(elapsed())} s: measuring ${names.join(', ')}…`);
  const own = join(folder, names[0]);
  mkdirSync(own);
  try {
    workloads.push(...[await work(own)].flat());
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  if (flags.help) return void process.stdout.write(`${USAGE}\n`);
  // Read the earlier report before measuring, so that a wrong path fails at once.
  const earlier = flags.against && (JSON.parse(readFileSync(flags.against, 'utf8')) as Report);
  try {
    await measure(['echo'], (own) => echo(own, 4 * amount));
    await measure(['floor'], (own) => floor(own, 2 * amount));
    await measure(['accept'], (own) => accept(own, amount));
    await measure(['hot'], (own) => hot(own, amount));
    await measure(['settle', 'threads', 'bytes'], (own) => settle(own, size(5_000, 20_000, 100_000)));
    await measure(['cold'], (own) => cold(own, size(1_000, 3_000, 10_000)));
    if (cluster)
      await measure(['cluster'], (own) =>
        onCluster(own, { seconds: size(5, 10, 20), purchases: size(1_000, 4_000, 10_000) }),
      );
    await measure(['hung-service'], (own) => hungService(own, size(20, 40, 60)));
    await measure(['sales'], (own) => sales(own, size(20_000, 50_000, 200_000)));
    await measure(['search', 'history'], (own) => searchAndHistory(own, size(50_000, 100_000, 1_000_000)));
    await measure(['bare', 'verify', 'compare'], (own) => verifyAndCompare(own, events));
    await measure(['as-of'], (own) => asOf(own, events));
    await measure(['scan', 'replay', 'rebuild', 'boot'], async (own) => [
      ...(await replayAndScan(own, events)),
      ...(await rebuildAndBoot(own, events)),
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const found = report(workloads, leftOut, elapsed());
  process.stdout.write(`${flags.json ? JSON.stringify(found, null, 2) : printed(found)}\n`);
  if (!earlier) return;
  const worse = worseThan(earlier, found);
  say(worse.length > 0 ? `worse than in ${flags.against}:` : `nothing is worse than in ${flags.against}`);
  for (const line of worse) say(line);
}

await main();
