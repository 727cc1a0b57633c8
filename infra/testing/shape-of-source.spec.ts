import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

/** So short a file is a name more to look through: most of what it says is found sooner beside what it belongs to. */
const SHORT_LINES = 25;
/** Entries of processes, modules, ports, views and settings are short by their nature. */
const SHORT_FILES_MAX = 59;

/** More of them are not taken in at one look: their business has parts, and each deserves its name. */
const FOLDER_FILES_MAX = 25;

const CODE = /\.(ts|tsx|mjs|cjs)$/;
/** Tests, what only tests and measurements start, and the simulator. */
const BESIDE = /\.spec\.tsx?$|\/(testing|e2e)\/|\.process\.ts$|^services\/simulator\//;

/** Every file of the source with the folder that holds it. */
const files = ['services', 'read-models', 'infra', 'web/src', 'web/e2e']
  .flatMap((top) => readdirSync(top, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile());

const lines = (path: string): number => readFileSync(path, 'utf8').trimEnd().split('\n').length;

describe('the source', () => {
  it(`has ${SHORT_FILES_MAX} files of ${SHORT_LINES} lines or less, at most`, () => {
    const code = files
      .filter(({ name }) => CODE.test(name))
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => !BESIDE.test(path));
    expect(code).toContain('services/worker/main.ts');
    const short = code.filter((path) => lines(path) <= SHORT_LINES);
    expect(short.length > SHORT_FILES_MAX ? short : []).toEqual([]);
  });

  it(`has no folder of more than ${FOLDER_FILES_MAX} files`, () => {
    const held = new Map<string, number>();
    for (const { parentPath } of files) held.set(parentPath, (held.get(parentPath) ?? 0) + 1);
    expect(held.get('services/contracts')).toBeGreaterThan(10);
    expect([...held].filter(([, count]) => count > FOLDER_FILES_MAX)).toEqual([]);
  });
});
