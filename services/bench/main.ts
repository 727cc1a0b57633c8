import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asOf } from './as-of.js';
import { hungService } from './hung-service.js';
import { onCluster } from './on-cluster.js';
import {
  accept,
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

/**
 * `npm run bench [-- --json] [-- --only accept,settle] [-- --quick] [-- --cluster]`. Server, sandbox and load
 * are separate processes. Ratios in `BARS` compare workloads of one run.
 */
const flags = process.argv.slice(2);
const json = flags.includes('--json');
const quick = flags.includes('--quick');
/** Runs only the `COMPARED` workloads, each also on a cluster. */
const cluster = flags.includes('--cluster');
const only = flags.includes('--only') ? (flags[flags.indexOf('--only') + 1] ?? '').split(',') : undefined;
const COMPARED = ['accept', 'settle'];
const wanted = (name: string): boolean =>
  (!only || only.includes(name)) && (!cluster || name === 'cluster' || COMPARED.includes(name));
const seconds = quick ? 3 : 10;
const events = quick ? 100_000 : 1_000_000;

interface Bar {
  readonly text: string;
  readonly holds: (of: (name: string) => Workload | undefined) => number | undefined;
  readonly limit: number;
  readonly better: 'more' | 'less';
}

const ratio = (top: number | undefined, bottom: number | undefined): number | undefined =>
  top === undefined || bottom === undefined ? undefined : top / bottom;

const BARS: readonly Bar[] = [
  {
    text: 'accept / echo',
    limit: 0.35,
    better: 'more',
    holds: (of) => ratio(of('accept')?.rps, of('echo')?.rps),
  },
  {
    text: 'hot / accept',
    limit: 0.8,
    better: 'more',
    holds: (of) => ratio(of('hot')?.rps, of('accept')?.rps),
  },
  {
    text: 'settle / echo',
    limit: 0.15,
    better: 'more',
    holds: (of) => ratio(of('settle')?.perSecond, of('echo')?.rps),
  },
  {
    text: 'p99 accept / p99 echo',
    limit: 5,
    better: 'less',
    holds: (of) => ratio(of('accept')?.p99Ms, of('echo')?.p99Ms),
  },
  {
    text: 'replay / scan',
    limit: 0.5,
    better: 'more',
    holds: (of) => ratio(of('replay')?.perSecond, of('scan')?.perSecond),
  },
  {
    text: 'verify / bare',
    limit: 0.5,
    better: 'more',
    holds: (of) => ratio(of('verify')?.perSecond, of('bare')?.perSecond),
  },
  {
    text: 'compare / bare',
    limit: 0.5,
    better: 'more',
    holds: (of) => ratio(of('compare')?.perSecond, of('bare')?.perSecond),
  },
  { text: 'compare, RssAnon MB', limit: 500, better: 'less', holds: (of) => of('compare')?.rssAnonMb },
  { text: 'verify, RssAnon MB', limit: 500, better: 'less', holds: (of) => of('verify')?.rssAnonMb },
  {
    text: 'as-of, a wallet, p99 ms',
    limit: 200,
    better: 'less',
    holds: (of) => of('as-of, a wallet')?.p99Ms,
  },
  {
    text: 'as-of, a past day, p99 ms',
    limit: 1_000,
    better: 'less',
    holds: (of) => of('as-of, a past day')?.p99Ms,
  },
  {
    text: 'hung-service / nothing hangs, p50',
    limit: 2,
    better: 'less',
    holds: (of) => ratio(of('hung-service')?.p50Ms, of('nothing hangs')?.p50Ms),
  },
  { text: 'search p99, ms', limit: 100, better: 'less', holds: (of) => of('search')?.p99Ms },
  { text: 'history p99, ms', limit: 20, better: 'less', holds: (of) => of('history')?.p99Ms },
  { text: 'boot, seconds', limit: 5, better: 'less', holds: (of) => of('boot')?.seconds },
  { text: 'boot, RssAnon MB', limit: 400, better: 'less', holds: (of) => of('boot')?.rssAnonMb },
];

/**
 * Ratios without a limit: the cost of cluster stores on one machine, and `compare` against its lower bound.
 */
const RATIOS = [
  { text: 'accept, cluster / accept', of: 'rps', top: 'accept, cluster', bottom: 'accept' },
  { text: 'settle, cluster / settle', of: 'perSecond', top: 'settle, cluster', bottom: 'settle' },
  { text: 'compare, floor / bare', of: 'perSecond', top: 'compare, floor', bottom: 'bare' },
  { text: 'compare / its floor', of: 'perSecond', top: 'compare', bottom: 'compare, floor' },
  {
    text: 'the same, of the processor',
    of: 'perProcessorSecond',
    top: 'compare',
    bottom: 'compare, floor',
  },
] as const;

const folder = mkdtempSync(join(tmpdir(), 'naira-ledger-bench-'));
const workloads: Workload[] = [];
const say = (text: string): void => void process.stderr.write(`${text}\n`);
async function measure(
  names: readonly string[],
  work: (folder: string) => Promise<Workload | Workload[]>,
): Promise<void> {
  if (!names.some(wanted)) return;
  say(`measuring ${names.join(', ')}…`);
  const own = join(folder, names[0] ?? '');
  try {
    workloads.push(...[await work(own)].flat());
  } finally {
    if (names[0] !== 'scan') rmSync(own, { recursive: true, force: true });
  }
}

try {
  const { mkdirSync } = await import('node:fs');
  for (const name of [
    'echo',
    'floor',
    'accept',
    'hot',
    'settle',
    'cluster',
    'hung-service',
    'sales',
    'search',
    'bare',
    'as-of',
    'scan',
  ])
    mkdirSync(join(folder, name));
  await measure(['echo'], (own) => echo(own, seconds));
  await measure(['floor'], (own) => floor(own, seconds));
  await measure(['accept'], (own) => accept(own, seconds));
  await measure(['hot'], (own) => hot(own, seconds));
  await measure(['settle'], (own) => settle(own, quick ? 20_000 : 100_000));
  if (cluster)
    await measure(['cluster'], (own) => onCluster(own, { seconds, purchases: quick ? 2_000 : 10_000 }));
  await measure(['hung-service'], (own) => hungService(own, quick ? 20 : 60));
  await measure(['sales'], (own) => sales(own, quick ? 20_000 : 200_000));
  await measure(['search', 'history'], (own) => searchAndHistory(own, quick ? 100_000 : 1_000_000));
  await measure(['bare', 'verify', 'compare'], (own) => verifyAndCompare(own, events));
  await measure(['as-of'], (own) => asOf(own, events));
  await measure(['scan', 'replay', 'rebuild', 'boot'], async (own) => [
    ...(await replayAndScan(own, events)),
    ...(await rebuildAndBoot(own, events)),
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const round = (value: number | undefined): string =>
  value === undefined ? '' : value >= 100 ? String(Math.round(value)) : value.toFixed(value < 10 ? 2 : 1);
const find = (name: string): Workload | undefined => workloads.find((workload) => workload.name === name);
const bars = BARS.flatMap(({ text, limit, better, holds }) => {
  const value = holds(find);
  return value === undefined
    ? []
    : [{ bar: text, value, limit, better, holds: better === 'more' ? value >= limit : value <= limit }];
});
const ratios = RATIOS.flatMap(({ text, of, top, bottom }) => {
  const value = ratio(find(top)?.[of], find(bottom)?.[of]);
  return value === undefined ? [] : [{ ratio: text, value }];
});
if (json) process.stdout.write(`${JSON.stringify({ workloads, bars, ratios }, null, 2)}\n`);
else {
  const row = (...cells: string[]): string =>
    cells.map((cell, index) => (index ? cell.padStart(12) : cell.padEnd(24))).join('');
  console.log(row('workload', 'per second', 'p50 ms', 'p99 ms', 'seconds', 'RssAnon MB'));
  for (const one of workloads)
    console.log(
      row(
        one.name,
        round(one.rps ?? one.perSecond),
        round(one.p50Ms),
        round(one.p99Ms),
        round(one.seconds),
        round(one.rssAnonMb),
      ) + (one.note ? `  ${one.note}` : ''),
    );
  console.log('');
  for (const bar of bars)
    console.log(
      row(
        bar.bar,
        round(bar.value),
        `${bar.better === 'more' ? '>=' : '<='} ${bar.limit}`,
        bar.holds ? 'holds' : 'MISSED',
      ),
    );
  for (const { ratio: text, value } of ratios) console.log(row(text, round(value)));
}
