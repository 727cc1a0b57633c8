import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ledger, startStandalone } from '../../../infra/testing/product.js';
import type { Running } from '../../../infra/testing/product.js';
import { BCRYPT_HASH, csvOf, customerRow, OLD_PASSWORD } from '../../moving-in/testing/customers-csv.js';
import { eventually, send, signIn, untilQuiet } from '../../standalone/testing/callers.js';
import { factsIn } from '../../standalone/testing/facts-in.js';

const OWNERS = ['ada@owner.test', 'bola@owner.test'] as const;
const PASSWORD = 'Long-pass-word-1';
const CUSTOMERS = 40;
const OLD_TOKEN = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
const DAYS = ['--balance-date', '2026-10-31', '--cut-over', 'monnify=2026-10-31T23:00+01:00'];
let folder: string;
let dataDir: string;
let file: string;
let product: Running;
const settings: Record<string, string> = { DEMO_DATA: '0', LOG_LEVEL: 'error' };

const run = (args: readonly string[], input = ''): Promise<string> => ledger(dataDir, args, settings, input);
const stored = (facts: readonly string[], type: string): number =>
  facts.filter((fact) => fact.includes(`"type":"${type}"`)).length;
const importing = (...args: readonly string[]): Promise<string> =>
  run(['import', file, ...args], `${PASSWORD}\n`);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'import-'));
  dataDir = join(folder, 'data');
  settings['DATA_DIR'] = dataDir;
  file = join(folder, 'customers.csv');
  writeFileSync(
    file,
    csvOf(
      ...Array.from({ length: CUSTOMERS }, (_, index) =>
        customerRow(index, {
          ...(index === 7 && { 'Password hash': BCRYPT_HASH }),
          ...(index === 9 && { 'Old API token (SHA-256)': hash('sha256', OLD_TOKEN) }),
        }),
      ),
    ),
  );
  product = await startStandalone(settings);
  for (const email of OWNERS)
    await run(
      ['create-admin', '--email', email, '--first-name', 'Ife', '--last-name', 'Obi'],
      `${PASSWORD}\n`,
    );
});
afterAll(async () => {
  await product?.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

describe('ledger import', () => {
  it('stores nothing in a dry run, and nothing that two owners have not released', async () => {
    const before = await factsIn(dataDir);
    expect(await importing()).toContain(`${CUSTOMERS} customers, 0 of them imported before`);
    await expect(importing('--run', '--backup-to', folder)).rejects.toThrow('not planned');
    await expect(importing('--plan', '--as', OWNERS[0], '--total', '60020')).rejects.toThrow(
      '--balance-date',
    );
    expect(await factsIn(dataDir)).toEqual(before);
  });

  it('lets two owners move customers in, who come with their old password or API token', async () => {
    const total = ['--total', '60020'];
    await importing('--plan', '--as', OWNERS[0], ...total, ...DAYS);
    await expect(importing('--release', '--as', OWNERS[0], ...total)).rejects.toThrow('yourself');
    await importing('--release', '--as', OWNERS[1], ...total);
    await expect(importing('--run')).rejects.toThrow('--backup-to');
    expect(await importing('--run', '--backup-to', folder)).toContain(`${CUSTOMERS} customers are in`);
    expect(readdirSync(folder).filter((name) => name.startsWith('before-import-'))).toHaveLength(1);
    const imported = stored(await factsIn(dataDir), 'AccountReserved');
    const { headers } = await signIn(product.url, 'ada7@old.test', OLD_PASSWORD);
    const { body } = await send(`${product.url}/api/user_data/`, 'POST', {}, headers);
    expect(body).toMatchObject({ user_data: { user_wallet: 1500.5 } });
    const byToken = { authorization: `Token ${OLD_TOKEN}` };
    expect((await send(`${product.url}/api/user_data/`, 'POST', {}, byToken)).body).toMatchObject({
      user_data: { user_wallet: 1500.5 },
    });
    // Both are stored after the answers: the new hash, and the bank accounts that `/api/user_data/` asks for.
    await eventually(
      () => factsIn(dataDir),
      (facts) => stored(facts, 'PasswordRehashed') === 1 && stored(facts, 'AccountReserved') > imported,
    );
  });

  it('repeated, books nothing again and makes no other backup', async () => {
    const before = await factsIn(dataDir);
    expect(await importing('--run')).toContain(
      `${CUSTOMERS} customers, ${CUSTOMERS} of them imported before`,
    );
    expect(await factsIn(dataDir)).toEqual(before);
  });

  it('leaves verify, compare and the export for hledger clean', async () => {
    await untilQuiet(product.url);
    expect(JSON.parse(await run(['verify', '--read-models', '--json']))).toMatchObject({
      ok: true,
      problems: [],
      readModels: { same: true, differing: 0 },
    });
    await run(['compare']);
    const { accounts } = JSON.parse(await run(['balances', '--json'])) as {
      accounts: Record<string, string>;
    };
    expect(accounts['opening']).toBe(String(CUSTOMERS * 150_050));
    const journal = await run(['export', '--format', 'hledger']);
    const hledger = spawnSync('hledger', ['-f', '-', 'check'], { input: journal });
    // A machine without hledger still checks the export.
    expect(hledger.error ? 0 : hledger.status).toBe(0);
    expect(journal).toContain('1500.50 NGN');
  });
});
