import { afterEach, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseFile } from '../../infra/read-store/sqlite/database.js';
import { isDamagedLately } from './run-alerts.js';

const dir = mkdtempSync(join(tmpdir(), 'read-models-'));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

it('finds damaged read models while they are made again and their lists are refused', () => {
  expect(isDamagedLately(dir)).toBe(false);
  // A file `-aside` means that the new read models are not complete yet.
  writeFileSync(`${databaseFile(dir)}-aside`, '');
  expect(isDamagedLately(dir)).toBe(true);
});
