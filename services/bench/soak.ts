import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { percentile } from '../../infra/testing/percentiles.js';
import { ledger, seed, startSandboxProcess, startStandalone } from '../../infra/testing/product.js';
import type { Running, SeededUser } from '../../infra/testing/product.js';
import { startCluster } from '../runtime/cluster/testing/start-cluster.js';
import {
  buyAirtime,
  historyOf,
  send,
  signIn,
  type SignedIn,
  walletOf,
} from '../standalone/testing/callers.js';
import { rssAnonMb } from './processor.js';
import { until } from './until-progress.js';
import { allSettled, allShown } from './workloads.js';

const USAGE = `npm run soak -- [--minutes N] [--cluster]
  Buyers, readers and an administrator use 60 % of the capacity for N minutes (10 by default), with pauses. The
  processes restart in the first third. Exit code 1 when memory, files, handles or lateness are higher at the end
  than at the beginning, when a call fails beside a restart, or when the ledger is wrong. A call that is answered
  503 is sent again, as by any caller, and fails after ten times. BENCH_EVENTSTORE_URL (empty), BENCH_MONGODB_URL
  and BENCH_REDIS_URL name the stores of a cluster, and stand-ins replace those that are not named. The stand-in
  for MongoDB reads a whole view for a list, so on a busy machine lists are answered 503.`;

const CUSTOMERS = 200;
const CALLERS = 16;
const SHARE_OF_CAPACITY = 0.6;
const CALIBRATE_MS = 10_000;
const ROUND_MS = 20_000;
const PAUSE_MS = 3_000;
/** Growth up to these limits is allowed, because heaps and caches fill up during the first minutes. */
const MEMORY_TIMES = 1.25;
const MEMORY_MB = 48;
const HANDLES = 24;
const LATE_TIMES = 2;
const LATE_MS = 1_000;

/** A call that is answered with 503 is sent again after `AGAIN_AFTER_MS`, at most `TRIES` times in all. */
const TRIES = 10;
const AGAIN_AFTER_MS = 2_000;

const tell = (line: string): void => void process.stdout.write(`${line}\n`);

interface Soaked {
  readonly urls: readonly string[];
  processes(): readonly { readonly name: string; readonly pid: number; readonly url: string }[];
  restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  readonly users: readonly SeededUser[];
  /** Warnings and errors that the processes logged. */
  logged(): readonly string[];
  /** Runs a `ledger` command. The promise rejects when the command finds a fault in the ledger. */
  check(command: 'verify' | 'compare'): Promise<string>;
  stop(): Promise<void>;
}

const linesOf = (output: string): string[] => output.split('\n').filter((line) => line.includes('"level"'));

async function startAlone(folder: string): Promise<Soaked> {
  const sandbox = await startSandboxProcess({ DATA_DIR: join(folder, 'vendor'), LOG_LEVEL: 'error' });
  const dataDir = join(folder, 'data');
  let port: string | undefined;
  const start = (): Promise<Running> =>
    startStandalone({
      DATA_DIR: dataDir,
      SANDBOX_URL: sandbox.url,
      LOG_LEVEL: 'warn',
      ...(port && { PORT: port }),
    });
  let product = await start();
  port = new URL(product.url).port;
  return {
    urls: [product.url],
    processes: () => [{ name: 'server', pid: product.child.pid!, url: product.url }],
    async restart(signal) {
      await product.stop(signal);
      product = await start();
    },
    users: await seed(dataDir, CUSTOMERS, 1_000_000),
    logged: () => linesOf(product.output()),
    check: (command) => ledger(dataDir, [command]),
    async stop() {
      await product.stop();
      await sandbox.stop();
    },
  };
}

async function startMany(): Promise<Soaked> {
  const { BENCH_EVENTSTORE_URL: eventStore, BENCH_MONGODB_URL: mongo, BENCH_REDIS_URL: redis } = process.env;
  const cluster = await startCluster({
    stores: {
      ...(eventStore && { eventStore }),
      ...(mongo && { mongo }),
      ...(redis && { redis }),
    },
    api: 2,
    worker: 1,
    projector: 1,
    settings: { LOG_LEVEL: 'warn', DEMO_DATA: '1' },
    sandbox: { LOG_LEVEL: 'error' },
  });
  if (!eventStore) await cluster.eventStore.tell('drop-slow');
  return {
    urls: cluster.of('api').map(({ url }) => url),
    processes: () =>
      cluster.members.map((member, n) => ({
        name: `${member.role} ${n + 1}`,
        pid: member.pid()!,
        url: member.url,
      })),
    async restart(signal) {
      for (const member of cluster.members) {
        await (signal === 'SIGKILL' ? member.kill() : member.stop());
        await member.start();
      }
    },
    users: await cluster.seed(CUSTOMERS, 1_000_000),
    logged: () => cluster.members.flatMap((member) => linesOf(member.output())),
    check: (command) => cluster.ledger(command),
    stop: () => cluster.stop(),
  };
}

/** All callers together send at most `perSecond` calls per second. */
class Traffic {
  perSecond = Infinity;
  done = 0;
  bought = 0;
  /**
   * Failed calls: answers with a status 5xx, and broken connections. Failures during the restart of a process
   * are left out.
   */
  readonly failed: string[] = [];
  /** Number of answers 503, by text. The calls were sent again. */
  readonly refused = new Map<string, number>();
  restarting = false;
  private running = false;
  private callers: Promise<unknown> = Promise.resolve();
  private begun = 0;
  private beganAt = 0;
  private number = 0;
  private admin: SignedIn | undefined;

  constructor(private readonly soaked: Soaked) {}

  begin(): void {
    this.running = true;
    this.begun = 0;
    this.beganAt = performance.now();
    this.callers = Promise.all(Array.from({ length: CALLERS }, () => this.call()));
  }

  async pause(): Promise<void> {
    this.running = false;
    await this.callers;
  }

  private async call(): Promise<void> {
    while (this.running) {
      const due = this.beganAt + (1_000 * this.begun++) / this.perSecond;
      await sleep(Math.max(0, due - performance.now()));
      const disturbed = this.restarting;
      try {
        await this.one(this.number++);
        this.done += 1;
      } catch (error) {
        // Ignore a failure when a restart began or ended during the call.
        if (!disturbed && !this.restarting) this.failed.push(String(error));
        else await sleep(100);
      }
    }
  }

  private async one(n: number, tries = 1): Promise<void> {
    try {
      await this.send(n);
    } catch (error) {
      const text = String(error);
      if (this.restarting || tries === TRIES || !/^Error: 503\b/.test(text)) throw error;
      this.refused.set(text, (this.refused.get(text) ?? 0) + 1);
      await sleep(AGAIN_AFTER_MS);
      await this.one(n, tries + 1);
    }
  }

  /**
   * Of twenty calls, twelve buy, five read a history, two read a balance, and one is a call of an
   * administrator.
   */
  private async send(n: number): Promise<void> {
    const { urls, users } = this.soaked;
    const [url, user] = [urls[n % urls.length]!, users[n % users.length]!];
    const kind = n % 20;
    if (kind === 19) return this.administrate(urls[0]!);
    if (kind >= 17) return void (await walletOf(url, user));
    if (kind >= 12) return void (await historyOf(url, user));
    const phone = `0803${String(n % 1_000_000).padStart(6, '0')}7`;
    const { status, body } = await buyAirtime(url, user, phone, { amount: 50, key: `soak-${n}` });
    if (status >= 500) throw new Error(`${status} ${JSON.stringify(body)}`);
    this.bought += 1;
  }

  private async administrate(url: string): Promise<void> {
    this.admin ??= await signIn(url, 'admin@demo.test', 'Admin-pass-1', 'admin');
    const { status } = await send(`${url}/api/admin-sales-report/`, 'POST', {}, this.admin.headers);
    if (status === 401) this.admin = undefined;
    else if (status !== 200) throw new Error(`${status} of an administrator`);
  }
}

interface Sample {
  readonly memoryMb: number;
  readonly files: number;
  readonly handles: number;
  readonly lateMs: number;
}

/** Counts the open files of a process, and its other open handles, such as sockets. */
function openOf(pid: number): { readonly files: number; readonly others: number } {
  let [files, others] = [0, 0];
  for (const fd of readdirSync(`/proc/${pid}/fd`))
    try {
      if (readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith('/')) files += 1;
      else others += 1;
    } catch {
      // Closed since `readdirSync`.
    }
  return { files, others };
}

/**
 * Stops the traffic, and measures memory, files and sockets. `lateMs` is the time from this stop until all
 * purchases are settled and shown.
 */
async function sampled(soaked: Soaked, traffic: Traffic): Promise<Sample> {
  await traffic.pause();
  const stopped = performance.now();
  await until({ url: soaked.urls[0]! }, (progress) => allSettled(progress) && allShown(progress));
  const lateMs = performance.now() - stopped;
  await sleep(PAUSE_MS);
  const processes = soaked.processes().map(({ pid }) => ({ ...openOf(pid), memoryMb: rssAnonMb(pid) }));
  const sum = (of: (one: (typeof processes)[number]) => number): number =>
    processes.reduce((total, one) => total + of(one), 0);
  return {
    memoryMb: sum(({ memoryMb }) => memoryMb),
    files: sum(({ files }) => files),
    handles: sum(({ others }) => others),
    lateMs,
  };
}

const shown = ({ memoryMb, files, handles, lateMs }: Sample): string =>
  `${Math.round(memoryMb)} MB, ${files} files, ${handles} sockets and pipes, late by ${Math.round(lateMs)} ms`;

const middle = (samples: readonly Sample[]): Sample => {
  const of = (measure: keyof Sample): number =>
    percentile(
      samples.map((sample) => sample[measure]),
      0.5,
    );
  return { memoryMb: of('memoryMb'), files: of('files'), handles: of('handles'), lateMs: of('lateMs') };
};

function grown(first: Sample, last: Sample): string[] {
  const limits: Sample = {
    memoryMb: first.memoryMb * MEMORY_TIMES + MEMORY_MB,
    files: first.files + HANDLES,
    handles: first.handles + HANDLES,
    lateMs: first.lateMs * LATE_TIMES + LATE_MS,
  };
  return (Object.keys(limits) as (keyof Sample)[]).flatMap((measure) =>
    last[measure] > limits[measure]
      ? [
          `${measure}: ${Math.round(first[measure])} at the beginning, ${Math.round(last[measure])} at the end`,
        ]
      : [],
  );
}

async function soak(minutes: number, soaked: Soaked): Promise<string[]> {
  const traffic = new Traffic(soaked);
  const overAt = performance.now() + minutes * 60_000;
  traffic.begin();
  // Measure twice and use the second result, because the first measurement includes compiling.
  for (let times = 0; times < 2; times += 1) {
    traffic.done = 0;
    await sleep(Math.min(CALIBRATE_MS, minutes * 3_000));
  }
  const capacity = (1_000 * traffic.done) / Math.min(CALIBRATE_MS, minutes * 3_000);
  await traffic.pause();
  traffic.perSecond = SHARE_OF_CAPACITY * capacity;
  tell(`capacity ${capacity.toFixed(0)} calls a second; ${traffic.perSecond.toFixed(0)} from now on`);
  const restartUntil = overAt - (minutes * 60_000 * 2) / 3;
  let restarts = 0;
  const samples: Sample[] = [];
  while (performance.now() < overAt) {
    traffic.begin();
    await sleep(ROUND_MS / 2);
    if (performance.now() < restartUntil || restarts === 0) {
      traffic.restarting = true;
      await soaked.restart(restarts++ % 2 ? 'SIGKILL' : 'SIGTERM');
      traffic.restarting = false;
      samples.length = 0;
    }
    await sleep(ROUND_MS / 2);
    const sample = await sampled(soaked, traffic);
    samples.push(sample);
    tell(`${traffic.bought} bought, ${restarts} restarts: ${shown(sample)}`);
  }
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  const problems = grown(middle(samples.slice(0, quarter)), middle(samples.slice(-quarter)));
  for (const [text, times] of traffic.refused) tell(`answered ${times} times, and sent again: ${text}`);
  for (const failure of new Set(traffic.failed)) problems.push(`a call failed: ${failure.slice(0, 300)}`);
  for (const command of ['verify', 'compare'] as const)
    try {
      tell(`${command}: ${(await soaked.check(command)).trim().split('\n').at(-1)}`);
    } catch (error) {
      problems.push(`${command}: ${String(error)}`);
    }
  return problems;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      cluster: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const minutes = Number(values.minutes);
  if (values.help || !(minutes > 0)) {
    tell(USAGE);
    return values.help ? 0 : 2;
  }
  const folder = mkdtempSync(join(tmpdir(), 'naira-ledger-soak-'));
  const soaked = await (values.cluster ? startMany() : startAlone(folder));
  try {
    const problems = await soak(minutes, soaked);
    for (const problem of problems) tell(`WORSE: ${problem}`);
    if (problems.length > 0) for (const line of soaked.logged()) tell(line);
    tell(problems.length > 0 ? 'the soak found faults' : 'at the end as at the beginning');
    return problems.length > 0 ? 1 : 0;
  } finally {
    await soaked.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main();
