import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ledger, type Running, startStandalone } from '../../../infra/testing/product.js';
import { eventually, type HistoryRow, send, signIn, type SignedIn } from '../testing/callers.js';

/** A folder per release, with the `DATA_DIR` of a ledger that it wrote: `ledger.tar.gz`. */
const RELEASES = 'services/standalone/testing/releases';

describe.each(readdirSync(RELEASES))('a ledger that release %s wrote', (release) => {
  let folder: string;
  let product: Running;
  let customer: SignedIn;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'release-'));
    execFileSync('tar', ['-xzf', join(RELEASES, release, 'ledger.tar.gz'), '-C', folder]);
    product = await startStandalone({ DATA_DIR: folder, LOG_LEVEL: 'error', SANDBOX_LATENCY_MS: '5' });
  });
  afterAll(async () => {
    await product?.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('is opened by the version of this build, which `/readyz` names', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect((await send(`${product.url}/readyz`, 'GET')).body).toMatchObject({ status: true, version });
  });

  const history = async (): Promise<readonly HistoryRow[]> => {
    const asked = { page: 1, page_size: 1_000 };
    const { body } = await send(`${product.url}/api/user_transactions/`, 'POST', asked, customer.headers);
    return body['all_user_transaction'] as HistoryRow[];
  };

  it('lets a customer sign in, and lists the purchases of that time', async () => {
    customer = await signIn(product.url, 'customer@demo.test', 'Demo-pass-1');
    const rows = await eventually(history, ({ length }) => length > 0);
    expect(new Set(rows.map((row) => row.transaction_status))).toEqual(new Set(['Successful', 'Refunded']));
  });

  it('sells with the PIN of that time', async () => {
    const order = { amount: 150, network: 1, phone: '08031234567', transaction_pin: '4826' };
    const bought = await send(`${product.url}/api/buycard/`, 'POST', order, {
      ...customer.headers,
      'idempotency-key': 'first-order-of-this-version',
    });
    expect(bought.status).toBe(200);
    await eventually(
      history,
      ([newest]) => newest?.amount === 148.5 && newest.transaction_status === 'Successful',
    );
  });

  it('is proven by `verify` and `compare`, with every row the same as from the log', async () => {
    await product.stop('SIGTERM');
    const verified = JSON.parse(await ledger(folder, ['verify', '--read-models', '--json'])) as object;
    expect(verified).toMatchObject({ ok: true, problemCount: 0 });
    const compared = JSON.parse(await ledger(folder, ['compare', '--json'])) as object;
    expect(compared).toMatchObject({ ok: true, drift: 0 });
  });
});
