import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
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
import type { Running, SeededUser } from '../../infra/testing/product.js';
import { type Progress, until } from './until-progress.js';

export interface Workload {
  readonly name: string;
  readonly rps?: number;
  readonly perSecond?: number;
  /** Requests per second of CPU time. Other load on the machine hardly changes them. */
  readonly perProcessorSecond?: number;
  readonly p50Ms?: number;
  readonly p99Ms?: number;
  readonly seconds?: number;
  readonly rssAnonMb?: number;
  readonly note?: string;
}

const CONNECTIONS = 64;
/**
 * Seconds of warm-up, in which the buying code is compiled. After 4 s, compiling still took 2.5 % of the CPU.
 */
const WARM_UP_SECONDS = 10;
const here = (file: string): string => new URL(file, import.meta.url).pathname;
const execute = promisify(execFile);

export async function child<T>(file: string, ...args: string[]): Promise<T> {
  const { stdout } = await execute(process.execPath, [here(file), ...args], { maxBuffer: 1 << 26 });
  return JSON.parse(stdout) as T;
}

interface Load {
  readonly rps: number;
  readonly requests: number;
  readonly refused: number;
  readonly errors: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const load = (
  url: string,
  tokens: string,
  size: { durationSeconds?: number; amount?: number },
): Promise<Load> =>
  child('load.process.js', JSON.stringify({ url, tokens, connections: CONNECTIONS, ...size }));

/** Sends load for `WARM_UP_SECONDS` first, so that compiling is not measured. */
async function warmLoad(url: string, tokens: string, durationSeconds: number): Promise<Load> {
  await load(url, tokens, { durationSeconds: WARM_UP_SECONDS });
  return load(url, tokens, { durationSeconds });
}

const measured = (name: string, { rps, p50Ms, p99Ms, refused, errors }: Load): Workload => ({
  name,
  rps,
  p50Ms,
  p99Ms,
  ...(refused + errors ? { note: `${refused} refused, ${errors} errors` } : {}),
});

export async function echo(folder: string, durationSeconds: number): Promise<Workload> {
  const port = await freePort();
  const tokens = join(folder, 'echo-tokens');
  writeFileSync(tokens, `nl_${'x'.repeat(43)} 4826\n`);
  const running = startProcess('services/bench/echo.process.js', `http://127.0.0.1:${port}`, {
    PORT: String(port),
  });
  try {
    await ready(running);
    return measured('echo', await warmLoad(running.url, tokens, durationSeconds));
  } finally {
    await running.stop();
  }
}

export async function floor(folder: string, durationSeconds: number): Promise<Workload> {
  const port = String(await freePort());
  const tokens = join(folder, 'tokens');
  const people = Array.from({ length: 1_000 }, (_, n) => `nl_${String(n).padStart(43, 'x')} 4826`);
  writeFileSync(tokens, people.join('\n'));
  const settings = { PORT: port, TOKENS: tokens, LOG: join(folder, 'log') };
  const running = startProcess('services/bench/floor.process.js', `http://127.0.0.1:${port}`, settings);
  try {
    await ready(running);
    return measured('floor', await warmLoad(running.url, tokens, durationSeconds));
  } finally {
    await running.stop();
  }
}

export interface Bench {
  /** Server that sells and answers `/readyz`. */
  readonly product: Pick<Running, 'url'>;
  readonly tokens: string;
}

export type WithProduct = <T>(
  folder: string,
  users: number,
  naira: number,
  work: (bench: Bench) => Promise<T>,
) => Promise<T>;

export function writeTokens(folder: string, seeded: readonly SeededUser[]): string {
  const tokens = join(folder, 'tokens');
  writeFileSync(tokens, seeded.map(({ apiToken, pin }) => `${apiToken} ${pin}`).join('\n'));
  return tokens;
}

async function withProduct<T>(
  folder: string,
  users: number,
  naira: number,
  work: (bench: Bench) => Promise<T>,
): Promise<T> {
  const sandbox = await startSandboxProcess({
    DATA_DIR: join(folder, 'vendor'),
    SANDBOX_LATENCY_MS: '0',
    LOG_LEVEL: 'error',
  });
  try {
    const product = await startStandalone({
      DATA_DIR: join(folder, 'data'),
      SANDBOX_URL: sandbox.url,
      DEMO_DATA: '0',
      LOG_LEVEL: 'error',
    });
    try {
      const tokens = writeTokens(folder, await seed(join(folder, 'data'), users, naira));
      return await work({ product, tokens });
    } finally {
      await product.stop();
    }
  } finally {
    await sandbox.stop();
  }
}

export const accept = (
  folder: string,
  durationSeconds: number,
  start: WithProduct = withProduct,
): Promise<Workload> =>
  start(folder, 1_000, 1_000_000, async ({ product, tokens }) =>
    measured('accept', await warmLoad(product.url, tokens, durationSeconds)),
  );

export const hot = (folder: string, durationSeconds: number): Promise<Workload> =>
  withProduct(folder, 1, 100_000_000, async ({ product, tokens }) =>
    measured('hot', await warmLoad(product.url, tokens, durationSeconds)),
  );

const allSettled = ({ reaction_lag, open_purchases }: Progress): boolean =>
  reaction_lag === 0 && open_purchases === 0;
const allShown = ({ projection_lag }: Progress): boolean => projection_lag === 0;

/** Purchases before the measurement, enough to compile the settling code. */
const WARM_UP_PURCHASES = 20_000;

/** Measures from the first request to the last capture, after `WARM_UP_PURCHASES`. */
export const settle = (
  folder: string,
  purchases: number,
  start: WithProduct = withProduct,
): Promise<Workload> =>
  start(folder, 1_000, 1_000_000, async ({ product, tokens }) => {
    await load(product.url, tokens, { amount: Math.min(purchases, WARM_UP_PURCHASES) });
    await until(product, (progress) => allSettled(progress) && allShown(progress));
    const started = performance.now();
    const { requests } = await load(product.url, tokens, { amount: purchases });
    await until(product, allSettled);
    const seconds = (performance.now() - started) / 1_000;
    return { name: 'settle', perSecond: requests / seconds, seconds };
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

/**
 * Measures `verify` and `compare` beside their lower bounds: decoding and hashing each event, and for
 * `compare` also copying each row.
 */
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

const rssAnonMb = (running: Running): number =>
  Number(
    /RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${running.child.pid}/status`, 'utf8'))?.[1] ?? Number.NaN,
  ) / 1_024;

/**
 * Measures two starts: one that fills the read models from the ledger of `replayAndScan`, and one that finds
 * them filled.
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
  // Wait for dispatching too, so that the next start has no work left.
  await until(first, allSettled);
  await first.stop();
  const bootStarted = performance.now();
  const second = await startStandalone(settings);
  const bootSeconds = (performance.now() - bootStarted) / 1_000;
  await sleep(2_000);
  const memory = rssAnonMb(second);
  await second.stop();
  return [
    { name: 'rebuild', perSecond: events / seconds, seconds },
    { name: 'boot', seconds: bootSeconds, rssAnonMb: memory },
  ];
}

/** Output of `search.process.ts`. */
interface AskedPurchases {
  readonly fillPerSecond: number;
  /** Name of the kind, such as `history…` or `search…`. */
  readonly kinds: readonly {
    readonly name: string;
    readonly p50Ms: number;
    readonly p99Ms: number;
    readonly processorP99Ms: number;
  }[];
}

/** Measures searches and histories. Reports the slowest kind of question of each. */
export async function searchAndHistory(folder: string, purchases: number): Promise<Workload[]> {
  const { fillPerSecond, kinds } = await child<AskedPurchases>(
    'search.process.js',
    folder,
    String(purchases),
  );
  const slowest = (name: string): Workload => ({
    name,
    p99Ms: Math.max(...kinds.filter((kind) => kind.name.startsWith(name)).map(({ p99Ms }) => p99Ms)),
    note: 'the slowest kind',
  });
  return [
    { name: 'purchases, filled', perSecond: fillPerSecond, note: `${purchases} purchases` },
    ...kinds.map(({ processorP99Ms, ...kind }) => ({
      ...kind,
      note: `p99 of the processor ${processorP99Ms.toFixed(1)} ms`,
    })),
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

/** @throws when a kobo differs */
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
