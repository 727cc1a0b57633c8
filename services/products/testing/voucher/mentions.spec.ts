import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

/** How bet funding is named, in the words of code. It stands for any product: it has a vendor, look-ups and a list of its own. */
const NAMED = /\b([Bb]et|BET)s?(\b|[A-Z_-])|[a-z]Bet(\b|[A-Z])/;
const FILES_MAX = 12;

const SOURCES = ['services', 'read-models', 'infra', 'web/src'];
const CODE = /\.(ts|tsx|mjs|cjs|js|css)$/;

/** Where the product may be named as often as it likes. */
const OWN: readonly (readonly [path: RegExp, why: string])[] = [
  [/(^|\/)bet[./-]/, 'its own folders and files, which are named after it'],
  [/^services\/sandbox\//, 'the sandbox, which answers as its vendor does'],
  [/\.spec\.tsx?$|\/(testing|e2e)\//, 'tests'],
];

const naming = (path: string): boolean => NAMED.test(readFileSync(path, 'utf8'));

const codeUnder = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && CODE.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name));

describe('a product', () => {
  const paths = SOURCES.flatMap(codeUnder);

  it.each(OWN)('is named in %s: %s', (own) => {
    expect(paths.some((path) => own.test(path) && naming(path))).toBe(true);
  });

  it(`is named in ${FILES_MAX} files that are not its own, at most`, () => {
    const named = paths.filter((path) => !OWN.some(([own]) => own.test(path)) && naming(path));
    expect(named).toContain('services/products/products.ts');
    expect(named.length > FILES_MAX ? named : []).toEqual([]);
  });
});
