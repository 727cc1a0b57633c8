import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ADMIN_SIDE_ROWS } from './admin/admin-side-rows.js';
import { USER_SIDE_ROWS } from './user-side-rows.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

function* testsIn(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
    if (/\.spec\.tsx?$|[/\\]testing[/\\].*\.tsx?$/.test(entry) && !entry.endsWith('spec-rows.spec.ts'))
      yield join(root, folder, entry);
}

const told = ['services', 'read-models', 'infra', 'web']
  .flatMap((folder) => [...testsIn(folder)])
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
const isNamed = (row: string): boolean => told.includes(row);

it.each([
  ['users', USER_SIDE_ROWS],
  ['administrators', ADMIN_SIDE_ROWS],
])("every row of the %s' side stands once", (_side, rows) => expect(new Set(rows).size).toBe(rows.length));

it.each([
  ['users', USER_SIDE_ROWS],
  ['administrators', ADMIN_SIDE_ROWS],
])("every row of the %s' side is named by a test", (_side, rows) => {
  expect(rows.filter((row) => !isNamed(row))).toEqual([]);
});
