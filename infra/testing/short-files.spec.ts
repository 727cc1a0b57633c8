import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

/** So short a file is a name more to look through: most of what it says is found sooner beside what it belongs to. */
const SHORT_LINES = 25;
/** Entries of processes, modules, ports, views and settings are short by their nature. */
const SHORT_FILES_MAX = 59;

const CODE = /\.(ts|tsx|mjs|cjs)$/;
/** Tests, what only tests and measurements start, and the simulator. */
const BESIDE = /\.spec\.tsx?$|\/(testing|e2e)\/|\.process\.ts$|^services\/simulator\//;

const lines = (path: string): number => readFileSync(path, 'utf8').trimEnd().split('\n').length;

describe('the source', () => {
  it(`has ${SHORT_FILES_MAX} files of ${SHORT_LINES} lines or less, at most`, () => {
    const files = ['services', 'read-models', 'infra', 'web']
      .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && CODE.test(entry.name))
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => !BESIDE.test(path));
    expect(files).toContain('services/worker/main.ts');
    const short = files.filter((path) => lines(path) <= SHORT_LINES);
    expect(short.length > SHORT_FILES_MAX ? short : []).toEqual([]);
  });
});
