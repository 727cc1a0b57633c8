import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ledger, seed, startSandboxProcess, startStandalone } from '../../infra/testing/product.js';
import type { Running, SeededUser } from '../../infra/testing/product.js';
import { until } from '../../infra/testing/until.js';
import { bearer, buyAirtime, send } from '../standalone/testing/callers.js';
import { eventsIn } from '../standalone/testing/facts-in.js';

export interface DiskFullDrill {
  /** Root folder of an empty file system that nothing else uses. */
  readonly dir: string;
  readonly fills: number;
  readonly tell: (line: string) => void;
}

export interface DrillResult {
  readonly acknowledged: number;
  readonly refused: number;
  readonly missing: readonly string[];
  readonly verified: string;
}

const BUYERS = 8;
const SALES = 40;
const CHUNK = Buffer.alloc(256 << 10, 1);
const PAUSE_MS = 10;

/** @throws Error unless `dir` is the empty root of a file system */
export function requireOwnFileSystem(dir: string): void {
  const path = resolve(dir);
  if (!existsSync(path)) throw new Error(`${path} does not exist`);
  if (statSync(path).dev === statSync(dirname(path)).dev)
    throw new Error(`${path} is no file system of its own: the drill would fill the disk of others`);
  if (readdirSync(path).some((name) => name !== 'lost+found')) throw new Error(`${path} is not empty`);
}

/**
 * Fills the disk of a standalone server repeatedly while purchases are made. While the disk is full, the
 * server must keep running, answer reads, and refuse purchases with 503. Afterwards it must sell without a
 * restart.
 * @throws Error when the server dies or a wait takes too long
 */
export async function drillDiskFull({ dir, fills, tell }: DiskFullDrill): Promise<DrillResult> {
  requireOwnFileSystem(dir);
  const vendorDir = mkdtempSync(join(tmpdir(), 'drill-vendor-'));
  const ballast = join(dir, 'ballast');
  const settings: Record<string, string> = {
    DATA_DIR: join(dir, 'data'),
    DISK_RESERVE_MB: '16',
    LOG_LEVEL: 'error',
    LIST_WAIT: '500ms',
  };
  const sandbox = await startSandboxProcess({ DATA_DIR: vendorDir, SANDBOX_LATENCY_MS: '5' });
  let product: Running | undefined;
  try {
    settings['SANDBOX_URL'] = sandbox.url;
    product = await startStandalone(settings);
    const users = await seed(settings['DATA_DIR']!, BUYERS, 5_000_000);
    const sales = sellTo(users, product);
    for (let fill = 1; fill <= fills; fill += 1) {
      const { refused, acknowledged } = sales;
      const before = acknowledged.length;
      await until(() => acknowledged.length >= before + SALES || sales.failed !== undefined, 'sales');
      fillUp(ballast);
      await until(() => sales.refused > refused || sales.failed !== undefined, 'a refused purchase');
      await requireReads(product, users[0]!);
      rmSync(ballast);
      const sold = sales.acknowledged.length;
      await until(() => sales.acknowledged.length > sold || sales.failed !== undefined, 'a sale');
      if (sales.failed !== undefined) throw new Error(`${sales.failed}\n${product.output()}`);
      tell(`fill ${fill} of ${fills}: ${sales.refused} refused, ${acknowledged.length} sold so far`);
    }
    await sales.stop();
    let verified = '';
    await until(async () => {
      verified = await ledger(settings['DATA_DIR']!, ['verify'], settings).catch(String);
      return verified.includes('nothing is wrong');
    }, 'a clean ledger').catch(() => undefined);
    await product.stop();
    const stored = JSON.stringify(await eventsIn(settings['DATA_DIR']!));
    return {
      acknowledged: sales.acknowledged.length,
      refused: sales.refused,
      missing: sales.acknowledged.filter((reference) => !stored.includes(reference)),
      verified,
    };
  } finally {
    rmSync(ballast, { force: true });
    await product?.stop('SIGKILL');
    await sandbox.stop('SIGKILL');
    rmSync(vendorDir, { recursive: true, force: true });
  }
}

function fillUp(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let size = CHUNK.length; size > 0; size >>= 1)
      try {
        for (;;) writeSync(file, CHUNK, 0, size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
  } finally {
    closeSync(file);
  }
}

async function requireReads(product: Running, user: SeededUser): Promise<void> {
  for (const [path, method] of [
    ['/readyz', 'GET'],
    ['/api/user_airtime_transactions/', 'POST'],
  ] as const) {
    const { status } = await send(
      product.url + path,
      method,
      method === 'POST' ? {} : undefined,
      bearer(user),
    );
    if (status !== 200) throw new Error(`${path} answered ${status} while the disk was full`);
  }
}

function sellTo(users: readonly SeededUser[], { url, child }: Running) {
  const sales = {
    acknowledged: [] as string[],
    refused: 0,
    failed: undefined as string | undefined,
    stop: async () => {
      over = true;
      await Promise.all(buying);
    },
  };
  let over = false;
  let number = 0;
  const buy = async (user: SeededUser): Promise<void> => {
    while (!over && sales.failed === undefined) {
      number += 1;
      try {
        const phone = `0803${String(1_000_000 + (number % 9_000_000))}`;
        const { status, body } = await buyAirtime(url, user, phone, { key: `drill-${number}` });
        if (status === 200) sales.acknowledged.push(String(body['reference']));
        else if (status === 503) sales.refused += 1;
        else sales.failed = `a purchase was answered ${status}: ${JSON.stringify(body)}`;
      } catch (error) {
        sales.failed = `the server is gone (exit ${child.exitCode}, ${child.signalCode}): ${String(error)}`;
      }
      await sleep(PAUSE_MS);
    }
  };
  const buying = users.map(buy);
  return sales;
}
