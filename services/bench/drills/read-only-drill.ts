import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Running, seed, startSandboxProcess, startStandalone } from '../../../infra/testing/product.js';
import { until } from '../../../infra/testing/until.js';
import { requireOwnFileSystem, settingsOn } from './disk-full-drill.js';
import { type DrillResult, requireReads, resultOf, sellTo } from '../../standalone/testing/drill-sales.js';

export interface ReadOnlyDrill {
  readonly dir: string;
  readonly tell: (line: string) => void;
}

export interface ReadOnlyResult extends DrillResult {
  readonly start: string;
}

const BUYERS = 8;
const SALES = 40;
const REFUSALS = 200;

/** @throws Error when a wait takes too long */
export async function drillReadOnly({ dir, tell }: ReadOnlyDrill): Promise<ReadOnlyResult> {
  requireOwnFileSystem(dir);
  const trigger = triggerOf(dir);
  const elsewhere = mkdtempSync(join(tmpdir(), 'drill-copy-'));
  const settings = settingsOn(dir);
  const sandbox = await startSandboxProcess({
    DATA_DIR: join(elsewhere, 'vendor'),
    SANDBOX_LATENCY_MS: '5',
  });
  let product: Running | undefined;
  try {
    settings['SANDBOX_URL'] = sandbox.url;
    product = await startStandalone(settings);
    const users = await seed(settings['DATA_DIR']!, BUYERS, 5_000_000);
    const sales = sellTo(users);
    const { acknowledged } = sales;
    const untilSales = async (holds: () => boolean, what: string): Promise<void> => {
      await until(() => holds() || sales.failed !== undefined, what);
      if (sales.failed !== undefined) throw new Error(`${sales.failed}\n${product?.output()}`);
    };
    sales.goOn(product);
    await untilSales(() => acknowledged.length >= SALES, 'sales');
    writeFileSync(trigger, 'drill');
    // A failed write of lmdb may end the server (docs/decisions/0049-failed-writes-of-lmdb.md).
    const { child } = product;
    const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
    await until(() => sales.refused >= REFUSALS || hasEnded(), 'refused purchases, or the end of the server');
    if (!hasEnded()) await requireReads(product.url, users[0]!, 503);
    await sales.stop();
    sales.failed = undefined;
    const ended = hasEnded() ? `, and the server ended (${child.exitCode ?? child.signalCode})` : '';
    tell(`read-only: ${acknowledged.length} sold, ${sales.refused} refused${ended}`);
    await product.stop('SIGKILL');
    const start = await startStandalone(settings).then(
      async (started) => {
        await started.stop('SIGKILL');
        return 'it started';
      },
      (error: unknown) => String(error),
    );
    settings['DATA_DIR'] = join(elsewhere, 'data');
    cpSync(join(dir, 'data'), settings['DATA_DIR'], { recursive: true, filter: (path) => !isSocket(path) });
    product = await startStandalone(settings);
    const sold = acknowledged.length;
    sales.goOn(product);
    await untilSales(() => acknowledged.length > sold, 'a sale on the copy');
    await sales.stop();
    return { ...(await resultOf(sales, product, settings)), start };
  } finally {
    await product?.stop('SIGKILL');
    await sandbox.stop('SIGKILL');
    rmSync(elsewhere, { recursive: true, force: true });
  }
}

const isSocket = (path: string): boolean => path.endsWith('.sock');

function triggerOf(dir: string): string {
  const { stdout } = spawnSync('findmnt', ['-no', 'SOURCE', dir], { encoding: 'utf8' });
  const path = `/sys/fs/ext4/${basename((stdout ?? '').trim())}/trigger_fs_error`;
  if (!existsSync(path)) throw new Error(`${dir} is no ext4 file system, or this user is not root`);
  return path;
}
