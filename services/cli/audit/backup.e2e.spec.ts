import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sleep } from '../../../infra/host/timers.js';
import { ledger, type Running, type SeededUser, startStandalone } from '../../../infra/testing/product.js';
import { buyAirtime, eventually, historyOf, walletOf } from '../../standalone/testing/callers.js';

/** Keys lie apart from the ledger. */
let folder: string;
let secrets: string;
let product: Running;
let users: readonly SeededUser[];

const settingsOf = (dataDir: string): Record<string, string> => ({
  DATA_DIR: dataDir,
  SECRETS_DIR: secrets,
  DEMO_DATA: '0',
  LOG_LEVEL: 'error',
  SANDBOX_LATENCY_MS: '5',
  VENDOR_REQUERY_SCHEDULE: '200ms,300ms',
  SEAL_EVERY: '100ms',
});
interface Told {
  readonly events: number;
  readonly root: string;
  readonly ok: boolean;
}
const run = (name: string, ...args: readonly string[]): Promise<string> =>
  ledger(join(folder, name), args, settingsOf(join(folder, name)));
const told = async (name: string, ...args: readonly string[]): Promise<Told> =>
  JSON.parse(await run(name, ...args, '--json')) as Told;
/** Balances at a position, because a running server may have stored more since. */
const balances = (name: string, position: number): Promise<string> =>
  run(name, 'as-of', '--position', String(position), '--json');
const events = async (name: string): Promise<string[]> =>
  (await run(name, 'export', '--format', 'jsonl')).trim().split('\n');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
  secrets = join(folder, 'secrets');
  product = await startStandalone(settingsOf(join(folder, 'data')));
  const made = await run('data', 'seed', '--users', '4', '--balance', '500000', '--json');
  users = JSON.parse(made) as SeededUser[];
});
afterAll(async () => {
  await product?.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Load {
  /** Number of purchases answered so far. */
  bought(): number;
  stop(): Promise<void>;
}

/** Milliseconds between purchases of a buyer, to keep the log small. */
const PACE_MS = 10;

/** Buys for each user until stopped, for recipients without a special meaning. */
function buying(): Load {
  let bought = 0;
  let over = false;
  const done = users.map(async (user, buyer) => {
    for (let n = 0; !over; n += 1) {
      const { status } = await buyAirtime(product.url, user, `0803${2_005_000 + buyer * 10_000 + n}`);
      expect(status).toBe(200);
      bought += 1;
      await sleep(PACE_MS);
    }
  });
  return {
    bought: () => bought,
    stop: async () => {
      over = true;
      await Promise.all(done);
    },
  };
}

const positionOf = async (name: string): Promise<number> =>
  (JSON.parse(await run(name, 'balances', '--json')) as { position: number }).position;

describe('backup and restore', () => {
  it('copies a prefix of the log that verifies, while customers buy', async () => {
    const load = buying();
    const untilMore = async (): Promise<void> => {
      const before = load.bought();
      await eventually(
        async () => load.bought(),
        (bought) => bought > before + users.length,
      );
    };
    await untilMore();
    const before = await positionOf('data');
    await untilMore();
    const boughtBefore = load.bought();
    const made = await told('data', 'backup', '--to', join(folder, 'under-load'));
    // The server went on selling during the backup.
    expect(load.bought()).toBeGreaterThan(boughtBefore);
    await untilMore();
    await load.stop();
    mkdirSync(join(folder, 'restored'));
    await run('restored', 'restore', '--from', join(folder, 'under-load'));
    const [stored, all] = [await events('restored'), await events('data')];
    // `OldestVersionNamed` comes before `SendingHeld`.
    const restored = stored.slice(0, -2);
    expect(restored).toHaveLength(made.events);
    expect(JSON.parse(stored.at(-1)!)).toMatchObject({
      type: 'SendingHeld',
      actor: { kind: 'admin', id: 'command-line' },
      data: { reason: expect.stringMatching(/^Restored from a backup of /) },
    });
    expect(restored.length).toBeGreaterThan(before);
    expect(restored.length).toBeLessThan(all.length);
    expect(restored).toEqual(all.slice(0, restored.length));
    expect(JSON.parse(await run('restored', 'verify', '--json'))).toMatchObject({ ok: true });
  });

  it('restores the same heads, balances and screens from the backup and the keys alone', async () => {
    const settled = await eventually(
      () => historyOf(product.url, users[0]!),
      (rows) => rows.length > 0 && rows.every(({ transaction_status }) => transaction_status !== 'Pending'),
    );
    const wallets = await Promise.all(users.map((user) => walletOf(product.url, user)));
    const backup = join(folder, 'backup');
    const made = await told('data', 'backup', '--to', backup);
    expect(made.ok).toBe(true);
    // The backup folder can be read as a ledger.
    expect(JSON.parse(await run('backup', 'verify', '--json'))).toMatchObject({
      ok: true,
      events: made.events,
    });
    const before = {
      // The server may have stored more since, such as seals, mails and alerts.
      events: (await events('data')).slice(0, made.events),
      balances: await balances('data', made.events),
    };
    await product.stop('SIGKILL');
    rmSync(join(folder, 'data'), { recursive: true, force: true });

    expect(await told('data', 'restore', '--from', backup)).toMatchObject({
      events: made.events,
      root: made.root,
      ok: true,
    });
    const restored = {
      events: (await events('data')).slice(0, made.events),
      balances: await balances('data', made.events),
    };
    expect(restored).toEqual(before);
    expect(JSON.parse(await run('data', 'verify', '--json'))).toMatchObject({ ok: true });
    product = await startStandalone(settingsOf(join(folder, 'data')));
    await eventually(
      () => historyOf(product.url, users[0]!),
      (rows) => isDeepStrictEqual(rows, settled),
    );
    await eventually(
      () => Promise.all(users.map((user) => walletOf(product.url, user))),
      (now) => isDeepStrictEqual(now, wallets),
    );
    // Selling continues after the release.
    expect((await buyAirtime(product.url, users[1]!, '08035557777')).status).toBe(503);
    const released = await run('data', 'release-sending', '--reason', 'The statements agree');
    expect(released).toContain('Sending is released.');
    expect((await buyAirtime(product.url, users[1]!, '08035557777')).status).toBe(200);
  });

  it('copies the key of every person in the log while people register, and reports missing keys of an older copy', async () => {
    const older = join(folder, 'older-keys');
    await run('data', 'backup', '--to', join(folder, 'before'), '--keys-to', older);
    await run('data', 'seed', '--users', '2', '--balance', '1', '--json');
    const [to, keysTo] = [join(folder, 'after'), join(folder, 'keys')];
    await run('data', 'backup', '--to', to, '--keys-to', keysTo);
    for (const [name, keys, withoutKey] of [
      ['with-older-keys', older, 2],
      ['with-keys', keysTo, 0],
    ] as const) {
      const settings = { ...settingsOf(join(folder, name)), SECRETS_DIR: keys };
      const restored = await ledger(join(folder, name), ['restore', '--from', to, '--json'], settings);
      expect(JSON.parse(restored)).toMatchObject({ ok: true, withoutKey });
    }
    expect(statSync(join(keysTo, 'vault', 'keys.mdb')).mode & 0o077).toBe(0);
    const inside = run(
      'data',
      'backup',
      '--to',
      join(folder, 'one'),
      '--keys-to',
      join(folder, 'one', 'keys'),
    );
    await expect(inside).rejects.toThrow(/--keys-to: must lie outside --to/);
    expect(existsSync(join(folder, 'one'))).toBe(false);
  });

  it('refuses a folder that is in use or not empty, and leaves it alone', async () => {
    const backup = join(folder, 'backup');
    await expect(run('data', 'restore', '--from', backup)).rejects.toThrow(/is already running on DATA_DIR/);
    await expect(run('data', 'backup', '--to', backup)).rejects.toThrow(/is not empty/);
    await expect(run('restored', 'restore', '--from', backup)).rejects.toThrow(/is not empty: it has events/);
    expect(JSON.parse(await run('restored', 'verify', '--json'))).toMatchObject({ ok: true });
    await expect(run('nowhere', 'backup', '--to', join(folder, 'none'))).rejects.toThrow(
      /there is no ledger/,
    );
    expect(existsSync(join(folder, 'none', 'events'))).toBe(false);
  });

  it('refuses missing keys and those of another ledger, and leaves the folder empty', async () => {
    const others = join(folder, 'others');
    const into = (secretsDir: string): Promise<string> =>
      ledger(join(folder, 'elsewhere'), ['restore', '--from', join(folder, 'backup')], {
        ...settingsOf(join(folder, 'elsewhere')),
        SECRETS_DIR: secretsDir,
      });
    await expect(into(others)).rejects.toThrow(/has no pin-pepper/);
    // The vault without the other keys, or the other keys without the vault, are not enough.
    cpSync(secrets, others, { recursive: true });
    rmSync(join(others, 'vault'), { recursive: true });
    await expect(into(others)).rejects.toThrow(/has no vault\/keys\.mdb/);
    cpSync(join(secrets, 'vault'), join(others, 'vault'), { recursive: true });
    for (const key of ['seal-key', 'email-key', 'pin-pepper']) {
      const sound = readFileSync(join(others, key));
      writeFileSync(join(others, key), 'ab'.repeat(32));
      await expect(into(others)).rejects.toThrow(/has the keys of another ledger/);
      writeFileSync(join(others, key), sound);
    }
    expect(existsSync(join(folder, 'elsewhere', 'events'))).toBe(false);
    // With a new signing key, the ledger stays the same.
    await ledger(join(folder, 'elsewhere'), ['keys', '--rotate'], { SECRETS_DIR: others });
    expect(await into(others)).toMatch(/events are restored/);
  });

  it('refuses a damaged backup, and leaves the folder empty', async () => {
    const sound = join(folder, 'backup');
    const spoil: readonly (readonly [string, (copy: string) => void])[] = [
      ['unfinished', (copy) => rmSync(join(copy, 'backup.json'))],
      ['unreadable', (copy) => writeFileSync(join(copy, 'backup.json'), '{"format":2}')],
      ['missing', (copy) => rmSync(join(copy, 'events', 'events.mdb'))],
      ['cut', (copy) => truncateSync(join(copy, 'events', 'events.mdb'), 8_192)],
      [
        'short',
        (copy) => {
          const file = join(copy, 'events', 'events.mdb');
          // The last pages may be free, so a file without them would be complete.
          truncateSync(file, Math.floor(statSync(file).size / 8_192) * 4_096);
        },
      ],
      [
        'changed',
        (copy) => {
          const file = join(copy, 'events', 'events.mdb');
          const bytes = readFileSync(file);
          const from = '"WalletFunded"';
          expect(bytes.includes(from)).toBe(true);
          // Unused pages may contain the text, too.
          for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from))
            bytes.write('"WalletFundes"', at);
          writeFileSync(file, bytes);
        },
      ],
      [
        'another',
        (copy) => {
          const file = join(copy, 'backup.json');
          const manifest = JSON.parse(readFileSync(file, 'utf8')) as { root: string };
          writeFileSync(file, JSON.stringify({ ...manifest, root: '0'.repeat(64) }));
        },
      ],
    ];
    for (const [name, change] of spoil) {
      const copy = join(folder, `copy-${name}`);
      cpSync(sound, copy, { recursive: true });
      change(copy);
      await expect(run(`into-${name}`, 'restore', '--from', copy)).rejects.toThrow(/backup|damaged/);
      expect(existsSync(join(folder, `into-${name}`, 'events'))).toBe(false);
      expect(existsSync(join(folder, `into-${name}`, 'events.unfinished'))).toBe(false);
    }
  });
});
