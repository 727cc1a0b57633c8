import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

/**
 * Matches bet funding in code. It stands for all products, because it has a vendor, look-ups and its own
 * list.
 */
const NAMED = /\b([Bb]et|BET)s?(\b|[A-Z_-])|[a-z]Bet(\b|[A-Z])/;
const FILES_MAX = 12;

/** Folders without source: packages, builds, and data of an installation. */
const NO_SOURCE = new Set(['.git', 'node_modules', 'dist', 'data', 'coverage']);

const ELSEWHERE: readonly (readonly [path: RegExp, why: string])[] = [
  [/(^|\/)bet([.-][^/]*)?(\/|$)/, 'its own folders and files, which are named after it'],
  [/\.spec\.tsx?$|\/(testing|e2e)\//, 'tests'],
  [/^services\/bench\//, 'benchmarks'],
  [/\.md$/, 'documentation'],
  [/^services\/administrators\/visits\/views\.ts$/, 'the table of views, which names every call that reads'],
];
/** Files with hashes, where the letters occur by chance. */
const HASHES = /^package-lock\.json$|\.log$/;

const naming = (path: string): boolean => NAMED.test(readFileSync(path, 'utf8'));

const sources = (): readonly string[] =>
  readdirSync('.', { withFileTypes: true })
    .filter(({ name }) => !NO_SOURCE.has(name))
    .flatMap((top) =>
      top.isDirectory()
        ? readdirSync(top.name, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map(({ parentPath, name }) => join(parentPath, name))
        : [top.name],
    )
    .filter((path) => !HASHES.test(path));

describe('a product', () => {
  const named = sources().filter(naming);

  it.each(ELSEWHERE)('is named in %s: %s', (elsewhere) => {
    expect(named.some((path) => elsewhere.test(path))).toBe(true);
  });

  it(`is named in at most ${FILES_MAX} files outside its own folders`, () => {
    const counted = named.filter((path) => !ELSEWHERE.some(([elsewhere]) => elsewhere.test(path)));
    expect(counted).toContain('services/products/products.ts');
    expect(counted.length > FILES_MAX ? counted : []).toEqual([]);
  });
});
