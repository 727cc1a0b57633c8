import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { ledger, seed, startStandalone } from '../../infra/testing/product.js';
import type { Running, SeededUser } from '../../infra/testing/product.js';
import { eventsIn, factsIn } from '../standalone/testing/facts-in.js';
import {
  buyAirtime,
  call,
  eventually,
  historyOf,
  signIn,
  untilQuiet,
  walletOf,
} from '../standalone/testing/callers.js';
import { askServer } from './control-socket.js';

const VIEWS = [
  'history',
  'funding',
  'wallet',
  'trial-balance',
  'broadcasts',
  'stats',
  'activity',
  'day-totals',
];
const BALANCE = 123_456;
let folder: string;
let dataDir: string;
let product: Running;
let user: SeededUser;
const settings: Record<string, string> = {
  SANDBOX_LATENCY_MS: '5',
  VENDOR_REQUERY_SCHEDULE: '200ms,300ms',
  VENDOR_REVIEW_AFTER: '1s',
  VENDOR_NOT_FOUND_AFTER: '2s',
  DEMO_DATA: '0',
  LOG_LEVEL: 'error',
};

const run = (args: readonly string[], input = ''): Promise<string> => ledger(dataDir, args, settings, input);
const verify = async (): Promise<object> =>
  JSON.parse(await run(['verify', '--read-models', '--json'])) as object;
const nothingWrong = { ok: true, problems: [], sum: '0', readModels: { same: true, differing: 0 } };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cli-'));
  dataDir = join(folder, 'data');
  settings['DATA_DIR'] = dataDir;
  product = await startStandalone(settings);
});

afterAll(async () => {
  await product?.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const admin = (email: string): readonly string[] => [
  'create-admin',
  '--email',
  email,
  '--first-name',
  'Ife',
  '--last-name',
  'Admin',
];

describe('beside a running server', () => {
  it('seed prints only JSON, of users who can buy at once', async () => {
    const users = await seed(dataDir, 3, BALANCE);
    expect(users).toHaveLength(3);
    expect(new Set(users.map(({ apiToken }) => apiToken)).size).toBe(3);
    user = users[0]!;
    expect(user).toMatchObject({
      apiToken: expect.stringMatching(/^nl_[\w-]{43}$/),
      pin: expect.any(String),
    });
    expect(await walletOf(product.url, user)).toBe(BALANCE);
    expect((await buyAirtime(product.url, user, '08035557777')).status).toBe(200);
    // The next tests count events.
    await eventually(
      () => historyOf(product.url, user),
      ([newest]) => newest?.transaction_status === 'Successful',
    );
    await untilQuiet(product.url);
  });

  it.each([
    ['no user', { users: 0, balance: '1' }, /--users/],
    ['half a user', { users: 1.5, balance: '1' }, /--users/],
    ['three decimals', { users: 1, balance: '1.234' }, /--balance/],
  ])('seed refuses %s', async (_what, options, why) => {
    const before = await factsIn(dataDir);
    await expect(askServer(dataDir, 'seed', options, () => undefined)).rejects.toThrow(why);
    expect(await factsIn(dataDir)).toEqual(before);
  });

  it('seed is refused in production', async () => {
    const production = { ...settings, NODE_ENV: 'production', DATA_DIR: join(folder, 'production') };
    await expect(
      ledger(join(folder, 'production'), ['seed', '--users', '1', '--balance', '1'], production),
    ).rejects.toThrow(/ended with 1/);
  });

  it('create-admin takes a piped password, once per address', async () => {
    expect(await run(admin('ife@ledger.test'), 'Long-pass-word-1\n')).toContain('ife@ledger.test');
    await expect(signIn(product.url, 'ife@ledger.test', 'Long-pass-word-1', 'admin')).resolves.toBeDefined();
    await expect(run(admin('ife@ledger.test'), 'Long-pass-word-2\n')).rejects.toThrow(/already/);
    await expect(run(admin('short@ledger.test'), 'short\n')).rejects.toThrow(/at least 12 characters/);
    await expect(run(admin('nobody'), 'Long-pass-word-1\n')).rejects.toThrow(/email/);
  });

  it('resolve decides a purchase in review, once', async () => {
    const [refunded, delivered] = await Promise.all(
      ['08035550400', '08036660400'].map(async (phone) => {
        const reference = String((await buyAirtime(product.url, user, phone)).body['reference']);
        await eventually(
          async () =>
            (await call(product.url, user, '/api/transaction/', { reference })).body['transaction'] as {
              steps: { step: string }[];
            },
          ({ steps }) => steps.some(({ step }) => step === 'review'),
        );
        const accepted = (await eventsIn(dataDir)).find(
          ({ type, data }) => type === 'PurchaseAccepted' && data['reference'] === reference,
        )!;
        return { reference, purchaseId: String(accepted.data['purchaseId']) };
      }),
    );
    const before = await walletOf(product.url, user);
    await run(['resolve', refunded!.purchaseId, '--refund', '--reason', 'the vendor has no record']);
    await run(['resolve', delivered!.purchaseId, '--successful', '--reason', 'the customer has it']);
    const statusOf = async (reference: string): Promise<string | undefined> =>
      (await historyOf(product.url, user)).find((row) => row.api_transaction_reference === reference)
        ?.transaction_status;
    await eventually(
      () => statusOf(refunded!.reference),
      (status) => status === 'Refunded',
    );
    await eventually(
      () => statusOf(delivered!.reference),
      (status) => status === 'Successful',
    );
    expect(await walletOf(product.url, user)).toBe(before + 99);
    await run(['resolve', refunded!.purchaseId, '--refund', '--reason', 'again']);
    await expect(
      run(['resolve', refunded!.purchaseId, '--successful', '--reason', 'changed my mind']),
    ).rejects.toThrow(/already settled/);
    await expect(run(['resolve', 'nothing', '--refund', '--reason', 'x'])).rejects.toThrow(/no transaction/);
    await expect(run(['resolve', refunded!.purchaseId, '--reason', 'x'])).rejects.toThrow(/--refund/);
    expect(await walletOf(product.url, user)).toBe(before + 99);
  });

  it('rebuild finds no difference in any view while the server runs', async () => {
    expect(await run(['rebuild', 'history'])).toContain('history is rebuilt');
    // As the command does, but in this process.
    for (const view of VIEWS)
      expect(await askServer(dataDir, 'rebuild', { view }, () => undefined)).toMatchObject({ differing: 0 });
    expect(await verify()).toMatchObject(nothingWrong);
    expect((await historyOf(product.url, user)).length).toBeGreaterThan(2);
  });

  it('rebuild keeps its progress apart from the JSON', async () => {
    const report = JSON.parse(await run(['rebuild', 'funding', '--json'])) as object;
    expect(report).toMatchObject({ view: 'funding', differing: 0, swapped: true });
  });

  it('compare finds no difference up to the end of the log', async () => {
    const position = (JSON.parse(await run(['balances', '--json'])) as { position: number }).position;
    const report = JSON.parse(await run(['compare', '--json'])) as { position: number };
    expect(report).toMatchObject({ ok: true, drift: 0, unexplained: { kobo: '0' } });
    expect(report.position).toBeGreaterThanOrEqual(position);
  });

  it('rebuild refuses an unknown view', async () => {
    await expect(askServer(dataDir, 'rebuild', { view: 'nothing' }, () => undefined)).rejects.toThrow(
      /nothing/,
    );
  });

  it('events and balances print the log', async () => {
    const lines = (await run(['events', '--after', '3', '--limit', '2'])).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { position: number }).position)).toEqual([4, 5]);
    const ofStream = async (...more: string[]): Promise<number[]> =>
      (await run(['events', '--stream', `wallet-${user.userId}`, ...more]))
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { revision: number }).revision);
    expect((await ofStream('--limit', '3')).slice(0, 3)).toEqual([0, 1, 2]);
    expect(await ofStream('--after', '0', '--limit', '2')).toEqual([1, 2]);
    await expect(run(['events', '--limit', 'many'])).rejects.toThrow(/--limit.*must be a whole number/);
    const { accounts } = JSON.parse(await run(['balances', '--json'])) as {
      accounts: Record<string, string>;
    };
    expect(Object.values(accounts).reduce((sum, balance) => sum + BigInt(balance), 0n)).toBe(0n);
    expect(-Number(accounts[`user_available:${user.userId}`]) / 100).toBe(await walletOf(product.url, user));
  });
});

it('ends quietly when its reader closes the pipe', () => {
  const main = new URL('../../app/ledger.js', import.meta.url).pathname;
  const { stdout, stderr } = spawnSync(
    'sh',
    ['-c', '"$0" "$1" catalog show | head -n 1', process.execPath, main],
    { env: { ...settings, PATH: process.env['PATH'] ?? '' }, encoding: 'utf8' },
  );
  expect(stdout.trim().split('\n')).toHaveLength(1);
  expect(stderr).toBe('');
});

describe('alone', () => {
  /** Changes a row without an event. */
  function tamperWithWallets(): void {
    const database = new Libsql(join(dataDir, 'read-models', 'read-models.sqlite'));
    const { generation } = database
      .prepare("select generation from generations where view = 'wallet' and serving = 1")
      .get() as { generation: number };
    const { changes } = database
      .prepare(`update "wallet__${generation}" set total_transactions = total_transactions + 1`)
      .run();
    database.close();
    expect(changes).toBeGreaterThan(0);
  }

  beforeAll(() => product.stop('SIGKILL'));

  it('create-admin and seed need no server', async () => {
    await run(admin('ada@ledger.test'), 'Long-pass-word-1\n');
    expect(await seed(dataDir, 1, 1)).toHaveLength(1);
  });

  it('rebuild needs no server', async () => {
    expect(await run(['rebuild', 'history'])).toContain('history is rebuilt');
    expect(await verify()).toMatchObject(nothingWrong);
  });

  it('rebuild refuses to hide a difference without --force', async () => {
    tamperWithWallets();
    await expect(run(['compare'])).rejects.toThrow(/ended with 1: .*total_transactions is shown as/s);
    const refused = await run(['rebuild', 'wallet']).catch(String);
    expect(refused).toMatch(/wallet differs from the log.*--force/s);
    expect(refused).toMatch(/rows differ/);
    await run(['rebuild', 'wallet', '--force']);
    await run(['rebuild', 'wallet']);
    expect(await verify()).toMatchObject(nothingWrong);
  });

  it('verify --json prints JSON even when the ledger cannot be opened', async () => {
    const copy = join(folder, 'cut');
    cpSync(dataDir, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') });
    truncateSync(join(copy, 'events', 'events.mdb'), 8_192);
    const said = await ledger(copy, ['verify', '--json'], { ...settings, DATA_DIR: copy }).catch(String);
    const report = JSON.parse(/\{.*\}/.exec(said as string)![0]) as object;
    expect(report).toMatchObject({ ok: false, problems: [{ detail: expect.stringContaining('damaged') }] });
    expect(said).toMatch(/ended with 1/);
  });

  it('verify finds one changed digit in a copy', async () => {
    const copy = join(folder, 'copy');
    cpSync(dataDir, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') });
    const digits = Buffer.from(`${BALANCE}00`);
    const changed = Buffer.from(`${BALANCE}01`);
    let found = 0;
    for (const name of readdirSync(join(copy, 'events'))) {
      const file = join(copy, 'events', name);
      const bytes = readFileSync(file);
      for (let at = bytes.indexOf(digits); at >= 0; at = bytes.indexOf(digits, at + 1)) {
        changed.copy(bytes, at);
        found += 1;
      }
      writeFileSync(file, bytes);
    }
    expect(found).toBeGreaterThan(0);
    await expect(ledger(copy, ['verify', '--json'], { ...settings, DATA_DIR: copy })).rejects.toThrow(
      /does not match its hash|"ok":false/,
    );
  });
});
