import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ledger, seed, startSandboxProcess, startStandalone } from '../../../infra/testing/product.js';
import type { Running, SeededUser } from '../../../infra/testing/product.js';
import { rarely, until } from '../../../infra/testing/until.js';
import { attemptOf } from '../../purchases/accept/references.js';
import { buyAirtime } from '../../standalone/testing/callers.js';
import { verifiedSoon } from '../../standalone/testing/drill-sales.js';
import { eventsIn } from '../../standalone/testing/facts-in.js';

export interface RestoreDrill {
  readonly dir: string;
  readonly before: number;
  readonly after: number;
  readonly tell: (line: string) => void;
}

export interface RestoreResult {
  readonly ordered: number;
  readonly refused: string;
  readonly orderedWhileHeld: number;
  readonly settled: number;
  readonly sent: number;
  readonly twice: readonly string[];
  readonly uncaptured: readonly string[];
  readonly verified: string;
}

const BUYERS = 4;
const VENDOR = { SANDBOX_LATENCY_MS: '400' };
const SETTINGS: Readonly<Record<string, string>> = {
  DEMO_DATA: '0',
  LOG_LEVEL: 'error',
  VENDOR_CONCURRENCY: '2',
  VENDOR_REQUERY_SCHEDULE: '500ms,1s',
  VENDOR_NOT_FOUND_AFTER: '2s',
  VENDOR_NOT_FOUND_SPACING: '500ms',
  VENDOR_SEND_WITHIN: '5s',
  VENDOR_POST_TIMEOUT: '10s',
  VENDOR_REVIEW_AFTER: '8s',
};

/**
 * Makes a backup while the vendor is stopped, sells more, and kills the server after some orders. Then
 * restores the backup, starts the server and lets it send orders again. The vendor must not get any
 * order twice.
 * @throws Error when a wait takes too long
 */
export async function drillRestore({ dir, before, after, tell }: RestoreDrill): Promise<RestoreResult> {
  const root = resolve(dir);
  if (existsSync(root) && readdirSync(root).length > 0) throw new Error(`${root} is not empty`);
  mkdirSync(root, { recursive: true });
  const vendorDir = mkdtempSync(join(tmpdir(), 'drill-vendor-'));
  const sandbox = await startSandboxProcess({ DATA_DIR: vendorDir, ...VENDOR });
  const settingsOf = (name: string) => ({
    ...SETTINGS,
    SANDBOX_URL: sandbox.url,
    SECRETS_DIR: join(root, 'secrets'),
    DATA_DIR: join(root, name),
  });
  const run = (name: string, ...args: readonly string[]): Promise<string> =>
    ledger(join(root, name), args, settingsOf(name));
  const orders = () => ordersAt(sandbox);
  let product: Running | undefined;
  try {
    product = await startStandalone(settingsOf('lost'));
    const users = await seed(join(root, 'lost'), BUYERS, 5_000_000);
    sandbox.child.kill('SIGSTOP');
    await buy(product, users, 0, before);
    await run('lost', 'backup', '--to', join(root, 'backup'));
    tell(`${before} sold and backed up, none of them at the vendor`);
    await buy(product, users, before, after);
    sandbox.child.kill('SIGCONT');
    await until(async () => (await orders()).size >= before / 4, 'orders after the backup');
    await product.stop('SIGKILL');
    const ordered = await orders();
    tell(`${after} more sold; the server is gone with ${ordered.size} orders at the vendor`);

    await run('restored', 'restore', '--from', join(root, 'backup'));
    product = await startStandalone(settingsOf('restored'));
    const known = (captured: ReadonlySet<string>, accepted: ReadonlySet<string>): boolean =>
      [...accepted].every((purchaseId) => captured.has(purchaseId) || !ordered.has(purchaseId));
    await until(
      async () => {
        const { accepted, captured } = await purchasesIn(join(root, 'restored'));
        return known(captured, accepted);
      },
      'the orders that the vendor knows',
      rarely,
    );
    const { status, body } = await buyAirtime(product.url, users[0]!, '08039999999');
    const held = await purchasesIn(join(root, 'restored'));
    const orderedWhileHeld = (await orders()).size - ordered.size;
    tell(`${held.captured.size} of ${held.accepted.size} restored purchases are settled, and none is sent`);

    await run('restored', 'release-sending', '--reason', 'the drill compared them');
    await until(
      async () => {
        const { accepted, captured } = await purchasesIn(join(root, 'restored'));
        return captured.size === accepted.size;
      },
      'the purchases that wait for the release',
      rarely,
    );
    const released = await purchasesIn(join(root, 'restored'));
    const verified = await verifiedSoon(() => run('restored', 'verify'));
    await product.stop();
    const last = await orders();
    return {
      ordered: ordered.size,
      refused: `${status} ${String(body['code'])}`,
      orderedWhileHeld,
      settled: held.captured.size,
      sent: released.captured.size - held.captured.size,
      twice: [...last].filter(([, times]) => times !== 1).map(([purchaseId]) => purchaseId),
      uncaptured: [...released.accepted].filter((purchaseId) => !released.captured.has(purchaseId)),
      verified,
    };
  } finally {
    await product?.stop('SIGKILL');
    await sandbox.stop('SIGKILL');
    rmSync(vendorDir, { recursive: true, force: true });
  }
}

async function buy(
  { url }: Running,
  users: readonly SeededUser[],
  from: number,
  count: number,
): Promise<void> {
  for (let number = from; number < from + count; number += 1) {
    const phone = `0803${String(2_005_000 + number)}`;
    const { status, body } = await buyAirtime(url, users[number % users.length]!, phone);
    if (status !== 200) throw new Error(`a purchase was answered ${status}: ${JSON.stringify(body)}`);
  }
}

export async function ordersAt({ url }: Pick<Running, 'url'>): Promise<Map<string, number>> {
  const rows = (await (await fetch(`${url}/vendor-ledger`)).json()) as {
    readonly requestId: string;
    readonly posts: number;
  }[];
  const orders = new Map<string, number>();
  for (const { requestId, posts } of rows) {
    const purchaseId = attemptOf(requestId)?.purchaseId ?? requestId;
    orders.set(purchaseId, (orders.get(purchaseId) ?? 0) + posts);
  }
  return orders;
}

export async function purchasesIn(
  dataDir: string,
): Promise<{ readonly accepted: ReadonlySet<string>; readonly captured: ReadonlySet<string> }> {
  const events = await eventsIn(dataDir);
  const idsOf = (wanted: string): ReadonlySet<string> =>
    new Set(events.filter(({ type }) => type === wanted).map(({ data }) => String(data['purchaseId'])));
  return { accepted: idsOf('PurchaseAccepted'), captured: idsOf('PurchaseCaptured') };
}
