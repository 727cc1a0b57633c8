import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { USER_SIDE_ROWS } from './user-side-rows.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

function* testsIn(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
    if (/\.spec\.ts$|[/\\]testing[/\\].*\.ts$/.test(entry) && !entry.endsWith('user-side-rows.spec.ts'))
      yield join(root, folder, entry);
}

it('every row of the user side is named by a test', () => {
  const told = ['services', 'read-models', 'infra', 'web']
    .flatMap((folder) => [...testsIn(folder)])
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  expect(USER_SIDE_ROWS.filter((row) => !told.includes(row))).toEqual([]);
  expect(new Set(USER_SIDE_ROWS).size).toBe(USER_SIDE_ROWS.length);
});
