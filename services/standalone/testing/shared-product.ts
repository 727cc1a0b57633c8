import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Pooled, ProcessPool } from '../../../infra/testing/process-pool.js';
import { type Environment, freePort, ready, spawnProcess } from '../../../infra/testing/product.js';

/** A running product with the customers, purchases and mails of earlier suites. */
export interface SharedProduct {
  readonly url: string;
  readonly sandboxUrl: string;
  /** `DATA_DIR`, where `ledger` commands find the server. */
  readonly folder: string;
  /** Includes output from earlier suites. */
  output(): string;
  /** Returns the product to the pool. */
  giveBack(): void;
}

interface PooledProduct extends Pooled {
  readonly sandboxUrl: string;
}

/** Fast vendors, early requeries, demonstration accounts, and no limits that add up over suites. */
const SETTINGS: Environment = {
  SANDBOX_LATENCY_MS: '5',
  // Requeries come early at first, and then rarely, so that open purchases cause no load.
  VENDOR_REQUERY_SCHEDULE: '200ms,300ms,500ms,500ms,500ms,500ms,1s,1s,2s,2s,1m',
  VENDOR_NOT_FOUND_AFTER: '1500ms',
  VENDOR_NOT_FOUND_SPACING: '300ms',
  VENDOR_POST_TIMEOUT: '5s',
  VENDOR_QUERY_TIMEOUT: '2m',
  RATE_LIMIT_LOGIN_FAILURES: '100000',
  RATE_LIMIT_CODES: '100000',
  RATE_LIMIT_EXPORTS: '100000',
  ALONE_DAILY_CAP: '900000000',
  // Less than the 20 s after which pages give up.
  LIST_WAIT: '10s',
  LOG_LEVEL: 'warn',
};

/**
 * Takes a running product from the pool, or starts one. The suite has it alone until `giveBack`.
 * A suite makes its own customers and administrators, counts only its own data, and restores what it changes
 * for everyone.
 * A suite that kills, restarts or misconfigures starts its own product.
 */
export async function takeProduct(settings: Environment = {}): Promise<SharedProduct> {
  const all = { ...SETTINGS, ...settings };
  const pool = new ProcessPool<PooledProduct>('standalone', all, (folder) => start(folder, all), answers);
  const pooled = await pool.take();
  return {
    url: pooled.url,
    sandboxUrl: pooled.sandboxUrl,
    folder: join(pooled.folder, 'data'),
    output: () => readFileSync(join(pooled.folder, 'output'), 'utf8'),
    giveBack: () => pool.giveBack(pooled),
  };
}

async function start(folder: string, settings: Environment): Promise<Omit<PooledProduct, 'folder'>> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const output = openSync(join(folder, 'output'), 'a');
  const child = spawnProcess(
    'app/standalone.js',
    {
      ...settings,
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
    },
    [],
    { stdio: ['ignore', output, output], detached: true },
  );
  await once(child, 'spawn');
  child.unref();
  const url = `http://127.0.0.1:${port}`;
  try {
    await ready({ url, child, output: () => readFileSync(join(folder, 'output'), 'utf8') });
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return { pid: child.pid!, url, sandboxUrl: `http://127.0.0.1:${sandboxPort}` };
}

const answers = async ({ url }: { readonly url: string }): Promise<boolean> =>
  (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200;
