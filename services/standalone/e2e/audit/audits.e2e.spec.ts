import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { startStandalone, type Running } from '../../../../infra/testing/product.js';
import { AUDIT_ANSWERS, AUDIT_PATHS } from '../../../contracts/admin/audit.contract.js';
import { eventually, send, signIn, type SignedIn } from '../../testing/callers.js';

/**
 * A product that audits its own ledger. No other suite shares it: it audits frequently, and its read models
 * are tampered with.
 */
let folder: string;
let product: Running;
let admin: SignedIn;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'audits-'));
  product = await startStandalone({
    DATA_DIR: folder,
    SANDBOX_LATENCY_MS: '5',
    LOG_LEVEL: 'error',
    AUDIT_EVERY: '2s',
    AUDIT_FIRST_AFTER: '1s',
  });
  admin = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
});
afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const overview = async () => {
  const answer = await fetch(product.url + AUDIT_PATHS.overview, { headers: admin.headers });
  return AUDIT_ANSWERS.overview.parse(await answer.json());
};

it('shows the result of the last audit on both pages, in health and in metrics', async () => {
  const { lastAudit, nextAuditAt } = await eventually(
    overview,
    (shown) => shown.lastAudit?.unfinished === null,
  );
  expect(Date.parse(nextAuditAt!) - Date.parse(lastAudit!.at)).toBe(2_000);
  expect(lastAudit).toMatchObject({ drift: 0, drifting: [], unexplained: '0', problems: 0, lines: [] });
  expect(lastAudit?.position).toBeGreaterThan(0);
  const { body } = await send(`${product.url}/api/admin-operations/`, 'POST', {}, admin.headers);
  expect(body['audit']).toMatchObject({ drift: 0, unexplained_naira: 0, problems: 0, lines: [] });
  const metrics = await eventually(
    async () => (await fetch(`${product.url}/metrics`)).text(),
    (text) => /^ledger_audit_position [1-9]\d*$/m.test(text),
  );
  for (const line of [
    'ledger_drift 0',
    'ledger_unexplained_naira 0',
    'ledger_verify_problems 0',
    'ledger_audit_every_seconds 2',
  ])
    expect(metrics.split('\n')).toContain(line);
  const ready = (await (await fetch(`${product.url}/readyz`)).json()) as Record<string, unknown>;
  expect(ready).toMatchObject({ drift: 0, unexplained_naira: 0, verify_problems: 0 });
});

/** Changes a served read model without the ledger. */
function tamperWithAWallet(): string {
  const database = new Libsql(join(folder, 'read-models', 'read-models.sqlite'));
  database.exec('pragma busy_timeout = 60000');
  const { generation } = database
    .prepare("select generation from generations where view = 'wallet' and serving = 1")
    .get() as { generation: number };
  const table = `"wallet__${generation}"`;
  const changed = database
    .prepare(
      `update ${table} set total_transactions = total_transactions + 1 where rowid = (select min(rowid) from ${table}) returning user_id`,
    )
    .all() as { user_id: string }[];
  database.close();
  expect(changed).toHaveLength(1);
  return changed[0]!.user_id;
}

it('reports a tampered row on both pages, in health and in metrics', async () => {
  const userId = tamperWithAWallet();
  const { lastAudit } = await eventually(overview, (shown) => shown.lastAudit?.drift === 1);
  expect(lastAudit).toMatchObject({
    drift: 1,
    drifting: [{ view: 'wallet', drift: 1 }],
    unfinished: null,
    unexplained: '0',
  });
  expect(lastAudit!.lines.join('\n')).toContain(userId);
  const { body } = await eventually(
    () => send(`${product.url}/api/admin-operations/`, 'POST', {}, admin.headers),
    (answer) => (answer.body['audit'] as { drift?: number } | null)?.drift === 1,
  );
  expect(body['audit']).toMatchObject({ drift: 1, lines: lastAudit!.lines });
  const metrics = await eventually(
    async () => (await fetch(`${product.url}/metrics`)).text(),
    (text) => text.includes('\nledger_drift 1\n'),
  );
  expect(metrics).toContain('\nledger_unexplained_naira 0\n');
  const ready = (await (await fetch(`${product.url}/readyz`)).json()) as Record<string, unknown>;
  expect(ready).toMatchObject({ drift: 1 });
});
