import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

/** Maximum number of files in a folder. Split larger folders into parts. */
const FOLDER_FILES_MAX = 30;

const files = ['services', 'read-models', 'infra', 'web/src', 'web/e2e']
  .flatMap((top) => readdirSync(top, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile());

describe('the source', () => {
  it(`has no folder of more than ${FOLDER_FILES_MAX} files`, () => {
    const held = new Map<string, number>();
    for (const { parentPath } of files) held.set(parentPath, (held.get(parentPath) ?? 0) + 1);
    expect(held.get('services/contracts')).toBeGreaterThan(10);
    expect([...held].filter(([, count]) => count > FOLDER_FILES_MAX)).toEqual([]);
  });
});
