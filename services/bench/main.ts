import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { notIn, readEarlier, worseThan } from './against.js';
import { hungService } from './hung-service.js';
import { onCluster } from './on-cluster.js';
import { overload } from './overload.js';
import { type Measured, printed, type Report, report, type Size } from './report.js';
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

const USAGE = `npm run bench -- [--quick | --large] [--only accept,settle] [--cluster] [--json] [--against FILE]…
  --quick    smaller workloads; the rates are lower, because less is compiled
  --large    a million events and purchases, without a limit of time
  --cluster  accept and settle, on a cluster too: BENCH_EVENTSTORE_URL (empty), BENCH_MONGODB_URL and
             BENCH_REDIS_URL name its stores, and stand-ins replace those that are not named
  --against  names what became worse by more than 5 % since the runs with --json in the files, in processor
             time, memory, bytes and drops, and ends with 1. What looks worse is measured twice more, and named when
             each run is worse than each file. Medians are compared; of drops, the most`;

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    cluster: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    against: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
});
const { quick, large, cluster } = flags;
/**
 * Workloads that also run with the flag `--cluster`, so that the workload `cluster` can be compared with them.
 */
const COMPARED = ['accept', 'settle'];
const only = flags.only?.split(',');
const size: Size = quick ? 'quick' : large ? 'large' : 'normal';
const sized = <T>(small: T, normal: T, whole: T): T => (quick ? small : large ? whole : normal);
/** Number of purchases in workloads that measure only their acceptance. */
const amount = sized(5_000, 15_000, 50_000);
const events = sized(100_000, 200_000, 1_000_000);

/** Seconds after which no further workload starts, so that a run ends within ten minutes. */
const BEGIN_WITHIN_SECONDS = large ? Infinity : 500;
const MEASURED_AGAIN = 2;

const started = performance.now();
const elapsed = (): number => (performance.now() - started) / 1_000;
const say = (text: string): void => void process.stderr.write(`${text}\n`);

type Run = Pick<Report, 'machine' | 'size'>;

interface Task {
  readonly names: readonly [string, ...string[]];
  readonly work: (folder: string) => Promise<Workload | Workload[]>;
}

const TASKS: readonly Task[] = [
  { names: ['echo'], work: (own) => echo(own, 4 * amount) },
  { names: ['floor'], work: (own) => floor(own, 2 * amount) },
  { names: ['accept'], work: (own) => accept(own, amount) },
  { names: ['hot'], work: (own) => hot(own, amount) },
  { names: ['settle', 'threads', 'bytes'], work: (own) => settle(own, sized(5_000, 20_000, 100_000)) },
  { names: ['cold'], work: (own) => cold(own, sized(1_000, 3_000, 10_000)) },
  {
    names: ['cluster'],
    work: (own) => onCluster(own, { seconds: sized(5, 10, 20), purchases: sized(1_000, 4_000, 10_000) }),
  },
  { names: ['overload'], work: (own) => overload(own, amount, sized(10, 20, 20)) },
  { names: ['hung-service'], work: (own) => hungService(own, sized(20, 40, 60)) },
  { names: ['sales'], work: (own) => sales(own, sized(20_000, 50_000, 200_000)) },
  { names: ['search', 'history'], work: (own) => searchAndHistory(own, sized(50_000, 100_000, 1_000_000)) },
  { names: ['bare', 'verify', 'compare'], work: (own) => verifyAndCompare(own, events) },
  { names: ['as-of'], work: (own) => asOf(own, events) },
  {
    names: ['scan', 'replay', 'rebuild', 'boot'],
    work: async (own) => [...(await replayAndScan(own, events)), ...(await rebuildAndBoot(own, events))],
  },
];

function wanted({ names }: Task): boolean {
  if (names.includes('cluster') && !cluster) return false;
  if (only && !names.some((name) => only.includes(name))) return false;
  return !cluster || names.some((name) => name === 'cluster' || COMPARED.includes(name));
}

async function measure({ names, work }: Task): Promise<Measured> {
  say(`${Math.round(elapsed())} s: measuring ${names.join(', ')}…`);
  const folder = mkdtempSync(join(tmpdir(), 'naira-ledger-bench-'));
  try {
    return { workloads: [await work(folder)].flat() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readEarlierRuns(run: Run): Measured[] {
  const known = TASKS.flatMap(({ names }) => names);
  const unknown = only?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`no workload ${unknown}: choose from ${known.join(', ')}`);
  if (!TASKS.some(wanted)) throw new Error('nothing to measure: the workload cluster needs --cluster');
  return flags.against.map((file) => readEarlier(file, run));
}

async function measureAll(run: Run, earlier: readonly Measured[]): Promise<void> {
  const runs: { readonly task: Task; readonly measured: Measured[] }[] = [];
  const leftOut: string[] = [];
  for (const task of TASKS.filter(wanted))
    if (elapsed() > BEGIN_WITHIN_SECONDS) leftOut.push(...task.names);
    else runs.push({ task, measured: [await measure(task)] });
  const workloads = runs.flatMap(({ measured }) => measured[0]!.workloads);
  const found = report(workloads, { ...run, leftOut, seconds: elapsed() });
  process.stdout.write(`${flags.json ? JSON.stringify(found, null, 2) : printed(found)}\n`);
  if (earlier.length === 0) return;
  for (let again = 0; again < MEASURED_AGAIN; again += 1)
    for (const { task, measured } of runs)
      if (elapsed() < BEGIN_WITHIN_SECONDS && worseThan(earlier, measured).some(({ machine }) => !machine))
        measured.push(await measure(task));
  const files = flags.against.join(', ');
  const worse = worseThan(
    earlier,
    runs.flatMap(({ measured }) => measured),
  );
  for (const { text } of worse.filter(({ machine }) => machine)) say(`the machine is slower: ${text}`);
  const lines = worse.flatMap(({ machine, text }) => (machine ? [] : [text]));
  say(lines.length > 0 ? `worse than in ${files}:` : `nothing is worse than in ${files}`);
  for (const line of lines) say(line);
  const missing = notIn(earlier, found);
  if (missing.length > 0) say(`not compared, because ${files} lacks them: ${missing.join(', ')}`);
  if (lines.length > 0) process.exitCode = 1;
}

async function main(): Promise<void> {
  if (flags.help) return void process.stdout.write(`${USAGE}\n`);
  const [{ model } = { model: 'unknown' }] = cpus();
  const run: Run = { machine: `${cpus().length} × ${model}, Node ${process.version}`, size };
  let earlier: Measured[];
  try {
    earlier = readEarlierRuns(run);
  } catch (error) {
    say((error as Error).message);
    process.exitCode = 2;
    return;
  }
  await measureAll(run, earlier);
}

await main();
