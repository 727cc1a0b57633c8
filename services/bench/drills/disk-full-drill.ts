import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fillUp } from '../../../infra/lmdb/testing/own-file-system.js';
import { type Running, seed, startSandboxProcess, startStandalone } from '../../../infra/testing/product.js';
import { until } from '../../../infra/testing/until.js';
import { type DrillResult, requireReads, resultOf, sellTo } from '../../standalone/testing/drill-sales.js';

export interface DiskFullDrill {
  /** Root folder of an empty file system that nothing else uses. */
  readonly dir: string;
  readonly fills: number;
  readonly tell: (line: string) => void;
}

const BUYERS = 8;
const SALES = 40;
const BELOW_RESERVE_BYTES = 8 << 20;

/** @throws Error unless `dir` is the empty root of a file system */
export function requireOwnFileSystem(dir: string): void {
  const path = resolve(dir);
  if (!existsSync(path)) throw new Error(`${path} does not exist`);
  if (statSync(path).dev === statSync(dirname(path)).dev)
    throw new Error(`${path} is no file system of its own: the drill would fill the disk of others`);
  if (readdirSync(path).some((name) => name !== 'lost+found')) throw new Error(`${path} is not empty`);
}

export const settingsOn = (dir: string): Record<string, string> => ({
  DATA_DIR: join(dir, 'data'),
  DISK_RESERVE_MB: '16',
  LOG_LEVEL: 'error',
  LIST_WAIT: '500ms',
});

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
  const settings = settingsOn(dir);
  const sandbox = await startSandboxProcess({ DATA_DIR: vendorDir, SANDBOX_LATENCY_MS: '5' });
  let product: Running | undefined;
  try {
    settings['SANDBOX_URL'] = sandbox.url;
    product = await startStandalone(settings);
    const users = await seed(settings['DATA_DIR']!, BUYERS, 5_000_000);
    const sales = sellTo(users);
    sales.goOn(product);
    for (let fill = 1; fill <= fills; fill += 1) {
      const { refused, acknowledged } = sales;
      const before = acknowledged.length;
      await until(() => acknowledged.length >= before + SALES || sales.failed !== undefined, 'sales');
      fillUp(ballast);
      await until(() => sales.refused > refused || sales.failed !== undefined, 'a refused purchase');
      await requireReads(product.url, users[0]!);
      if (fill === 1) {
        await sales.stop();
        truncateSync(ballast, statSync(ballast).size - BELOW_RESERVE_BYTES);
        await product.stop('SIGKILL');
        product = await startStandalone(settings);
        tell('started again below the reserve');
        await requireReads(product.url, users[0]!);
        sales.goOn(product);
      }
      rmSync(ballast);
      const sold = sales.acknowledged.length;
      await until(() => sales.acknowledged.length > sold || sales.failed !== undefined, 'a sale');
      if (sales.failed !== undefined) throw new Error(`${sales.failed}\n${product.output()}`);
      tell(`fill ${fill} of ${fills}: ${sales.refused} refused, ${acknowledged.length} sold so far`);
    }
    await sales.stop();
    return await resultOf(sales, product, settings);
  } finally {
    rmSync(ballast, { force: true });
    await product?.stop('SIGKILL');
    await sandbox.stop('SIGKILL');
    rmSync(vendorDir, { recursive: true, force: true });
  }
}
