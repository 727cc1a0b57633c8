import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Module from which `ledger --help` starts. */
const MAIN = new URL('./main.js', import.meta.url).pathname;
/** Packages that define commands and log an unhandled fault at once. */
const PACKAGES = ['commander', 'pino'];
const MODULES_MAX = 20;

const IMPORTED = /^(?:import|export)\s(?:[^'";]*\sfrom\s)?['"]([^'"]+)['"]/gm;

/** Modules and packages that are imported, each with its chain of imports. */
function reachedFrom(main: string): ReadonlyMap<string, readonly string[]> {
  const reached = new Map<string, readonly string[]>([[main, [main]]]);
  for (const [name, chain] of reached) {
    if (!name.startsWith('/')) continue;
    for (const [, imported] of readFileSync(name, 'utf8').matchAll(IMPORTED)) {
      const target = imported!.startsWith('.') ? resolve(dirname(name), imported!) : imported!;
      if (!reached.has(target)) reached.set(target, [...chain, target]);
    }
  }
  return reached;
}

it('prints help without loading packages, modules or stores of commands', () => {
  const reached = [...reachedFrom(MAIN)].filter(([name]) => !name.startsWith('node:'));
  const packages = reached.filter(([name]) => !name.startsWith('/') && !PACKAGES.includes(name));
  expect(packages.map(([, chain]) => chain.join(' imports '))).toEqual([]);
  expect(reached.map(([name]) => name)).toContain('commander');
  expect(reached.filter(([name]) => name.startsWith('/')).length).toBeLessThanOrEqual(MODULES_MAX);
});
