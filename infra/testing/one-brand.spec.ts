import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { DEFAULT_BRAND } from '../../services/contracts/brand/default-brand.js';

const SOURCES = ['services', 'read-models', 'infra', 'web'];
const TEXT = /\.(?:ts|tsx|mjs|cjs|css|html|svg|json|webmanifest)$/;
/** Tests, and the list of names that the linter leaves alone. */
const EXEMPT = /\.spec\.tsx?$|(?:^|\/)(?:testing|e2e)\//;

it('names the product in one source file', () => {
  const naming = SOURCES.flatMap((top) =>
    readdirSync(top, { recursive: true, encoding: 'utf8' }).map((file) => path.posix.join(top, file)),
  )
    .filter((file) => TEXT.test(file) && !EXEMPT.test(file))
    .filter((file) => readFileSync(file, 'utf8').includes(DEFAULT_BRAND.name));
  expect(naming).toEqual(['services/contracts/brand/default-brand.ts']);
});
