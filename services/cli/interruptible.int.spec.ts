import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSecrets } from '../../infra/crypto/secrets.js';
import { openLmdbKeyVault } from '../../infra/crypto/open-lmdb-key-vault.js';
import { openLmdbEventStore } from '../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { breathe } from '../../infra/host/timers.js';
import { put } from '../audit/testing/tampered-event-store.js';
import { type Config, loadConfig, foldersOf } from '../runtime/config.js';
import { backup, restore } from './audit/backup-command.js';
import { exportLedger } from './audit/export-command.js';
import { packLedger } from './audit/pack-command.js';

let folder: string;
let config: Config;

const configOf = (dataDir: string): Config =>
  loadConfig({
    DATA_DIR: dataDir,
    SECRETS_DIR: join(folder, 'secrets'),
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
  });
const silent = (): void => undefined;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'interrupted-'));
  mkdirSync(join(folder, 'data'));
  config = configOf(join(folder, 'data'));
  loadSecrets({ dir: config.secretsDir, production: false });
  await (await openLmdbKeyVault({ dir: foldersOf(config).keys })).close();
  const store = await openLmdbEventStore({ dir: foldersOf(config).events });
  for (let n = 0; n < 50; n += 1)
    await put(
      store,
      'user-1',
      ...Array.from(
        { length: 100 },
        (_, more) => ['PinDropped', { userId: '1', n: 100 * n + more }] as const,
      ),
    );
  await store.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Sends SIGINT once the work writes files. Returns how the work ended and the files that it left. */
async function interrupted(work: Promise<unknown>, within: string, isBegun: (names: string[]) => boolean) {
  let isOver = false;
  const ended = work
    .then(
      () => 'finished',
      (error: unknown) => String((error as Error).message),
    )
    .finally(() => (isOver = true));
  const isUnderWay = (): boolean => existsSync(within) && isBegun(readdirSync(within));
  while (!isOver && !(process.listenerCount('SIGINT') > 0 && isUnderWay())) await breathe();
  process.emit('SIGINT');
  const how = await ended;
  expect(process.listenerCount('SIGINT')).toBe(0);
  return { how, left: readdirSync(within) };
}

describe('SIGINT ends in order and leaves no half-written:', () => {
  const out = (): string => join(folder, 'out');
  beforeEach(() => mkdirSync(out()));

  it('backup', async () => {
    const to = join(out(), 'backup');
    const ended = await interrupted(backup(config, { to }, silent), out(), (names) => names.length > 0);
    expect(ended).toEqual({ how: 'interrupted', left: ['backup'] });
    expect(readdirSync(to)).toEqual([]);
    // A second backup works.
    await backup(config, { to }, silent);
  });

  it('restored ledger', async () => {
    const from = join(out(), 'backup');
    await backup(config, { to: from }, silent);
    const restored = configOf(join(folder, 'restored'));
    mkdirSync(restored.dataDir);
    const ended = await interrupted(restore(restored, { from }, silent), restored.dataDir, (names) =>
      names.some((name) => name.endsWith('.unfinished')),
    );
    expect(ended.how).toBe('interrupted');
    expect(ended.left.filter((name) => /events|snapshots/.test(name))).toEqual([]);
    await restore(restored, { from }, silent);
    expect(existsSync(foldersOf(restored).events)).toBe(true);
  });

  it('pack', async () => {
    const work = packLedger(config, { out: join(out(), 'pack.tar.gz') }, silent);
    expect(await interrupted(work, out(), (names) => names.length > 0)).toEqual({
      how: 'interrupted',
      left: [],
    });
  });

  it('journal file', async () => {
    const work = exportLedger(config, { format: 'jsonl', out: join(out(), 'journal.jsonl') });
    expect(await interrupted(work, out(), (names) => names.length > 0)).toEqual({
      how: 'interrupted',
      left: [],
    });
  });

  it("output of a command whose reader is stuck, with the shell's exit code", async () => {
    const child = spawn(
      process.execPath,
      [new URL('../../app/ledger.js', import.meta.url).pathname, 'export', '--format', 'jsonl'],
      { env: { ...process.env, DATA_DIR: config.dataDir, SECRETS_DIR: config.secretsDir }, stdio: 'pipe' },
    );
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    // The command has begun and waits for its reader.
    await once(child.stdout, 'readable');
    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number | null];
    child.stdout.destroy();
    expect({ code, said }).toEqual({ code: 130, said: 'interrupted\n' });
  });
});
