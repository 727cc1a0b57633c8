import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireClusterBackup } from './cluster-backup.js';

const ID = '6f1f5d0e-9c43-5b5e-8a4e-0d6f4d7d2b11';
const PIECE = 1_048_576;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-made-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, content: string): void => {
  const file = join(folder, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, content);
};
const keys = (name = 'dump/naira_ledger/person_keys.bson') => put(name, 'keys');
const events = (content: string, name = 'eventstore/chunk-000001.000000') => put(name, content);
const planned = `…import-${ID}…`;
const check = () => requireClusterBackup(folder, ID);

it.each([
  ['inside', planned],
  ['at the end of a piece', `${'x'.repeat(PIECE - 20)}${planned}`],
])('takes a folder with keys and a copy of the log that knows the plan %s', async (_, content) => {
  keys();
  events('older', 'eventstore/chunk-000000.000000');
  events(content);
  await expect(check()).resolves.toBeUndefined();
});

it('takes compressed keys', async () => {
  keys('person_keys.bson.gz');
  events(planned, 'chunk-000000.000003');
  await expect(check()).resolves.toBeUndefined();
});

it('refuses a place that is no folder', async () => {
  await expect(requireClusterBackup('s3://before-import', ID)).rejects.toThrow(/is no folder.*mount/s);
  put('file', '');
  await expect(requireClusterBackup(join(folder, 'file'), ID)).rejects.toThrow(/is no folder/);
});

it('refuses a folder without keys, or without the log', async () => {
  await expect(check()).rejects.toThrow(/chunk-/);
  events(planned);
  await expect(check()).rejects.toThrow(/person_keys\.bson/);
  put('person_keys.bson', '');
  await expect(check()).rejects.toThrow(/person_keys\.bson/);
});

it('refuses the copy of another ledger, or of a moment before the plan', async () => {
  keys();
  events('import-00000000-0000-5000-8000-000000000000');
  await expect(check()).rejects.toThrow(/does not know the plan of this import/);
});
