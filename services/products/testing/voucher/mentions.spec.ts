import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

/** How bet funding is named, in the words of code. It stands for any product: it has a vendor, look-ups and a list of its own. */
const NAMED = /\b([Bb]et|BET)s?(\b|[A-Z_-])|[a-z]Bet(\b|[A-Z])/;
const FILES_MAX = 12;

/** What is no part of the source: packages, builds, and what an installation keeps. */
const NO_SOURCE = new Set(['.git', 'node_modules', 'dist', 'data', 'coverage']);

/** Where the product may be named as often as it likes. */
const ELSEWHERE: readonly (readonly [path: RegExp, why: string])[] = [
  [/(^|\/)bet([.-][^/]*)?(\/|$)/, 'its own folders and files, which are named after it'],
  [/\.spec\.tsx?$|\/(testing|e2e)\//, 'tests'],
  [/\.md$/, 'documentation'],
];
/** A list of hashes, in which any letters may come. */
const HASHES = /^package-lock\.json$|\.log$/;

const naming = (path: string): boolean => NAMED.test(readFileSync(path, 'utf8'));

/** Every file of the repository, of whatever kind. */
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

  it(`is named in ${FILES_MAX} files that are not its own, at most`, () => {
    const counted = named.filter((path) => !ELSEWHERE.some(([elsewhere]) => elsewhere.test(path)));
    expect(counted).toContain('services/products/products.ts');
    expect(counted.length > FILES_MAX ? counted : []).toEqual([]);
  });
});
