import { execFile } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  freePort,
  ready,
  seed,
  startProcess,
  startSandboxProcess,
  startStandalone,
} from '../../infra/testing/product.js';
import type { Environment, Running, SeededUser } from '../../infra/testing/product.js';
import { meter, processorMsOf, rssAnonMb, type Spent } from './processor.js';
import { type Progress, until } from './until-progress.js';

export interface Workload {
  readonly name: string;
  readonly rps?: number;
  readonly perSecond?: number;
  readonly perProcessorSecond?: number;
  /** Processor time in ms, per purchase or of the whole workload. */
  readonly processorMs?: number;
  readonly processorP99Ms?: number;
  /** Milliseconds of processor time per purchase, by thread or process. */
  readonly parts?: Readonly<Record<string, number>>;
  readonly bytesPerPurchase?: number;
  readonly memoryTimes?: number;
  /** Conflicts per hundred appends of the api processes. */
  readonly conflictsPercent?: number;
  readonly lesserPercent?: number;
  readonly drops?: number;
  readonly looks?: number;
  readonly lateMs?: number;
  readonly p50Ms?: number;
  readonly p99Ms?: number;
  readonly seconds?: number;
  readonly rssAnonMb?: number;
  readonly note?: string;
}

const CONNECTIONS = 64;
const here = (file: string): string => new URL(file, import.meta.url).pathname;
const execute = promisify(execFile);

export async function child<T>(file: string, ...args: string[]): Promise<T> {
  const { stdout } = await execute(process.execPath, [here(file), ...args], { maxBuffer: 1 << 26 });
  return JSON.parse(stdout) as T;
}

export interface Load {
  readonly rps: number;
  readonly requests: number;
  readonly refused: number;
  readonly errors: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export const load = (
  url: string,
  tokens: string,
  size: { durationSeconds?: number; amount?: number; connections?: number; perSecond?: number },
): Promise<Load> =>
  child('load.process.js', JSON.stringify({ url, tokens, connections: CONNECTIONS, ...size }));

/**
 * Warms up with a fixed number of purchases, so that compiling stays out of the measurement. A busy machine
 * would compile less in a fixed time. Measures only the processor time of the answering thread and of its
 * pool of writing threads, because other threads still work after the last answer.
 */
async function warmLoad(
  name: string,
  { url, child: { pid } }: Pick<Running, 'url' | 'child'>,
  tokens: string,
  amount: number,
): Promise<Workload> {
  await load(url, tokens, { amount: amount / 2 });
  const spent = meter(pid!);
  const loaded = await load(url, tokens, { amount });
  return measured(name, loaded, spent());
}

function measured(name: string, loaded: Load, { threads }: Spent): Workload {
  const { rps, requests, p50Ms, p99Ms, refused, errors } = loaded;
  const { main = 0, pool = 0 } = threads;
  return {
    name,
    rps,
    p50Ms,
    p99Ms,
    processorMs: (main + pool) / requests,
    ...(refused + errors ? { note: `${refused} refused, ${errors} errors` } : {}),
  };
}

export async function echo(folder: string, amount: number): Promise<Workload> {
  const port = await freePort();
  const tokens = join(folder, 'echo-tokens');
  writeFileSync(tokens, `nl_${'x'.repeat(43)} 4826\n`);
  const running = startProcess('services/bench/floor.process.js', `http://127.0.0.1:${port}`, {
    PORT: String(port),
  });
  try {
    await ready(running);
    return await warmLoad('echo', running, tokens, amount);
  } finally {
    await running.stop();
  }
}

export async function floor(folder: string, amount: number): Promise<Workload> {
  const port = String(await freePort());
  const tokens = join(folder, 'tokens');
  const people = Array.from({ length: 1_000 }, (_, n) => `nl_${String(n).padStart(43, 'x')} 4826`);
  writeFileSync(tokens, people.join('\n'));
  const settings = { PORT: port, TOKENS: tokens, LOG: join(folder, 'log') };
  const running = startProcess('services/bench/floor.process.js', `http://127.0.0.1:${port}`, settings);
  try {
    await ready(running);
    return await warmLoad('floor', running, tokens, amount);
  } finally {
    await running.stop();
  }
}

export function writeTokens(folder: string, seeded: readonly SeededUser[]): string {
  const tokens = join(folder, 'tokens');
  writeFileSync(tokens, seeded.map(({ apiToken, pin }) => `${apiToken} ${pin}`).join('\n'));
  return tokens;
}

interface Bench {
  product: Running;
  readonly tokens: string;
  readonly seeded: readonly SeededUser[];
  readonly dataDir: string;
  restart(): Promise<void>;
}

export async function withProduct<T>(
  folder: string,
  users: number,
  naira: number,
  work: (bench: Bench) => Promise<T>,
  settings: Environment = {},
): Promise<T> {
  const sandbox = await startSandboxProcess({
    DATA_DIR: join(folder, 'vendor'),
    SANDBOX_LATENCY_MS: '0',
    LOG_LEVEL: 'error',
  });
  const dataDir = join(folder, 'data');
  const start = (): Promise<Running> =>
    startStandalone({
      DATA_DIR: dataDir,
      SANDBOX_URL: sandbox.url,
      DEMO_DATA: '0',
      LOG_LEVEL: 'error',
      ...settings,
    });
  try {
    const product = await start();
    const bench = { product, tokens: '', seeded: [] as SeededUser[], dataDir };
    try {
      bench.seeded = await seed(dataDir, users, naira);
      bench.tokens = writeTokens(folder, bench.seeded);
      const restart = async (): Promise<void> => {
        await bench.product.stop();
        bench.product = await start();
      };
      return await work(Object.assign(bench, { restart }));
    } finally {
      await bench.product.stop();
    }
  } finally {
    await sandbox.stop();
  }
}

export const accept = (folder: string, amount: number): Promise<Workload> =>
  withProduct(folder, 1_000, 1_000_000, ({ product, tokens }) => warmLoad('accept', product, tokens, amount));

export const hot = (folder: string, amount: number): Promise<Workload> =>
  withProduct(folder, 1, 100_000_000, ({ product, tokens }) => warmLoad('hot', product, tokens, amount));

/**
 * Measures the first purchase of each of `customers`. At that time, wallet, keys and account of the customer
 * are not in memory.
 */
export const cold = (folder: string, customers: number): Promise<Workload> =>
  withProduct(folder, customers + 500, 1_000, async (bench) => {
    await bench.restart();
    const { product, seeded } = bench;
    const [known, strangers] = [seeded.slice(customers), seeded.slice(0, customers)];
    await load(product.url, writeTokens(folder, known), { amount: WARM_UP_PURCHASES });
    await until(product, (progress) => allSettled(progress) && allShown(progress));
    const tokens = writeTokens(folder, strangers);
    const spent = meter(product.child.pid!);
    return measured('cold', await load(product.url, tokens, { amount: customers }), spent());
  });

export const allSettled = ({ reaction_lag, open_purchases }: Progress): boolean =>
  reaction_lag === 0 && open_purchases === 0;
export const allShown = ({ projection_lag }: Progress): boolean => projection_lag === 0;

/** Number of purchases before the measurement, during which V8 optimizes the code that settles purchases. */
const WARM_UP_PURCHASES = 10_000;

function bytesBelow(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).blocks * 512;
  return bytes;
}

/**
 * Measures the rate, the processor time by thread, and the growth of the log and of the read models. The rate
 * is measured from the first request after `WARM_UP_PURCHASES` until all purchases are settled.
 */
export const settle = (folder: string, purchases: number): Promise<Workload[]> =>
  withProduct(folder, 1_000, 1_000_000, async (bench) => {
    const { tokens, dataDir } = bench;
    const sizes = async (): Promise<readonly [log: number, rows: number]> => {
      await bench.product.stop();
      return [bytesBelow(join(dataDir, 'events')), bytesBelow(join(dataDir, 'read-models'))];
    };
    const [logBefore, rowsBefore] = await sizes();
    await bench.restart();
    const { product } = bench;
    const warmUp = await load(product.url, tokens, { amount: Math.min(purchases, WARM_UP_PURCHASES) });
    await until(product, (progress) => allSettled(progress) && allShown(progress));
    const spent = meter(product.child.pid!);
    const started = performance.now();
    const { requests } = await load(product.url, tokens, { amount: purchases });
    const accepted = spent();
    await until(product, allSettled);
    const seconds = (performance.now() - started) / 1_000;
    await until(product, allShown);
    const shown = spent();
    const [log, rows] = await sizes();
    const sold = warmUp.requests + requests;
    const [logBytes, rowBytes] = [(log - logBefore) / sold, (rows - rowsBefore) / sold];
    return [
      { name: 'settle', perSecond: requests / seconds, seconds, processorMs: shown.total / requests },
      threadsOf('threads, accepted', accepted, requests),
      threadsOf('threads, settled and shown', shown, requests),
      {
        name: 'bytes',
        bytesPerPurchase: logBytes + rowBytes,
        note: `log ${Math.round(logBytes)}, rows ${Math.round(rowBytes)}`,
      },
      { name: 'bytes, log', bytesPerPurchase: logBytes },
      { name: 'bytes, rows', bytesPerPurchase: rowBytes },
    ];
  });

const threadsOf = (name: string, { total, threads }: Spent, purchases: number): Workload => ({
  name,
  processorMs: total / purchases,
  parts: Object.fromEntries(Object.entries(threads).map(([thread, ms]) => [thread, ms / purchases])),
});

export async function replayAndScan(folder: string, events: number): Promise<Workload[]> {
  await child('make-ledger.process.js', join(folder, 'data'), String(events));
  const read = await child<{ events: number; scanPerSecond: number; replayPerSecond: number }>(
    'scan.process.js',
    join(folder, 'data'),
  );
  return [
    { name: 'scan', perSecond: read.scanPerSecond, note: `${read.events} events` },
    { name: 'replay', perSecond: read.replayPerSecond },
  ];
}

export async function verifyAndCompare(folder: string, events: number): Promise<Workload[]> {
  await child('make-ledger.process.js', folder, String(events));
  const measure = async (name: string, file: string, what: string): Promise<Workload> => {
    const read = await child<{
      events: number;
      perSecond: number;
      perProcessorSecond: number;
      mostMb: number;
    }>(file, folder, what);
    const { perSecond, perProcessorSecond, mostMb } = read;
    const note = `${read.events} events, ${(1e6 / perProcessorSecond).toFixed(1)} µs of the processor each`;
    return { name, perSecond, perProcessorSecond, rssAnonMb: mostMb, note };
  };
  const [verifying, comparing] = ['verify.process.js', 'compare.process.js'] as const;
  const workloads = [await measure('bare', verifying, 'bare'), await measure('verify', verifying, 'verify')];
  await child(comparing, folder, 'fill');
  workloads.push(await measure('compare, floor', comparing, 'floor'));
  workloads.push(await measure('compare', comparing, 'compare'));
  return workloads;
}

/**
 * Measures two starts on the ledger of `replayAndScan`. The first start fills the read models. The second start
 * finds them filled.
 */
export async function rebuildAndBoot(folder: string, events: number): Promise<Workload[]> {
  const settings = {
    DATA_DIR: join(folder, 'data'),
    SANDBOX_URL: 'http://127.0.0.1:9',
    DEMO_DATA: '0',
    LOG_LEVEL: 'error',
  };
  const first = await startStandalone(settings);
  const started = performance.now();
  await until(first, allShown);
  const seconds = (performance.now() - started) / 1_000;
  // Wait until all purchases are settled, so that the next start has no work left.
  await until(first, allSettled);
  await first.stop();
  const bootStarted = performance.now();
  const second = await startStandalone(settings);
  const bootSeconds = (performance.now() - bootStarted) / 1_000;
  const processorMs = processorMsOf(second.child.pid!);
  await sleep(2_000);
  const memory = rssAnonMb(second.child.pid!);
  await second.stop();
  return [
    { name: 'rebuild', perSecond: events / seconds, seconds },
    { name: 'boot', seconds: bootSeconds, processorMs, rssAnonMb: memory },
  ];
}

/** Output of `search.process.ts`. */
interface AskedPurchases {
  readonly fillPerSecond: number;
  readonly kinds: readonly {
    readonly name: string;
    readonly p50Ms: number;
    readonly p99Ms: number;
    readonly processorP99Ms: number;
  }[];
}

export async function searchAndHistory(folder: string, purchases: number): Promise<Workload[]> {
  const { fillPerSecond, kinds } = await child<AskedPurchases>(
    'search.process.js',
    folder,
    String(purchases),
  );
  const ofKind = (name: string) => kinds.filter((kind) => kind.name.startsWith(name));
  const slowest = (name: string): Workload => ({
    name,
    p99Ms: Math.max(...ofKind(name).map(({ p99Ms }) => p99Ms)),
    processorP99Ms: Math.max(...ofKind(name).map(({ processorP99Ms }) => processorP99Ms)),
    note: 'the slowest kind',
  });
  return [
    { name: 'purchases, filled', perSecond: fillPerSecond, note: `${purchases} purchases` },
    ...kinds,
    slowest('history'),
    slowest('search'),
  ];
}

/** Output of `sales.process.ts`. */
interface CountedSales {
  readonly events: number;
  readonly compared: number;
  readonly differing: number;
  readonly projectPerSecond: number;
  readonly reportP50Ms: number;
  readonly reportP99Ms: number;
  readonly againP50Ms: number;
  readonly againP99Ms: number;
  readonly todayP50Ms: number;
  readonly todayP99Ms: number;
}

/** @throws when a total differs from the events by a kobo or more */
export async function sales(folder: string, purchases: number): Promise<Workload[]> {
  const found = await child<CountedSales>('sales.process.js', folder, String(purchases));
  const note = `${found.compared} windows at midnights, month ends and between equal a count of ${found.events} events to the kobo`;
  return [
    { name: 'sales, counted', perSecond: found.projectPerSecond, note },
    { name: 'sales, today', p50Ms: found.todayP50Ms, p99Ms: found.todayP99Ms },
    { name: 'sales, first report', p50Ms: found.reportP50Ms, p99Ms: found.reportP99Ms },
    { name: 'sales, next report', p50Ms: found.againP50Ms, p99Ms: found.againP99Ms },
  ];
}

/** Output of `as-of.process.ts`. */
interface AskedMoments {
  readonly events: number;
  readonly wallets: Spread;
  readonly days: Spread;
  readonly pastDays: number;
}
interface Spread {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly processorP99Ms: number;
}

/** Milliseconds between events. A million events then span two months. */
const STEP_MS = 5_000;

/** @throws when a trial balance differs from the sum of all events */
export async function asOf(folder: string, events: number): Promise<Workload[]> {
  await child('make-ledger.process.js', folder, String(events), String(STEP_MS));
  const found = await child<AskedMoments>('as-of.process.js', folder);
  const row = (name: string, spread: Spread, note: string): Workload => ({ name, ...spread, note });
  return [
    row('as-of, a wallet', found.wallets, `${found.events} events`),
    row('as-of, a past day', found.days, `${found.pastDays} days, equal to the sum of all events`),
  ];
}
