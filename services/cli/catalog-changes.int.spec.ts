import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPriceFile } from './catalog-changes.js';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'price-file-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('reads a price file of at most 4 MB', async () => {
  const file = join(folder, 'plans.csv');
  writeFileSync(file, 'Service,Code');
  expect(await readPriceFile(file)).toBe('Service,Code');
  truncateSync(file, 10_000_000_000);
  await expect(readPriceFile(file)).rejects.toThrow('plans.csv has more than 4 MB: is it the right file?');
  await expect(readPriceFile(join(folder, 'none.csv'))).rejects.toThrow('ENOENT');
});
