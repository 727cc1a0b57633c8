// Fails when rooms import each other in a cycle: `node rooms.mjs [root]`. Tests are exempt.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const IMPORTED = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;
const TEST = /\.spec\.ts$|^(?!services\/contracts\/).*\.contract\.ts$|\/testing\/|^services\/bench\//;

/** Room of a file: its folder in `services`, else `read-models` or `infra`. */
const roomOf = (path) =>
  path
    .split('/')
    .slice(0, path.startsWith('services/') ? 2 : 1)
    .join('/');

/** Imported rooms by room, with an example of each import. */
const imports = new Map();
for (const top of ['services', 'read-models', 'infra'])
  for (const entry of readdirSync(join(root, top), { recursive: true, withFileTypes: true })) {
    const path = relative(root, join(entry.parentPath, entry.name));
    if (!entry.isFile() || !path.endsWith('.ts') || TEST.test(path)) continue;
    for (const [, specifier] of readFileSync(join(root, path), 'utf8').matchAll(IMPORTED)) {
      const target = relative(root, join(root, dirname(path), specifier));
      const [from, to] = [roomOf(path), roomOf(target)];
      if (from === to) continue;
      const targets = imports.get(from) ?? new Map();
      imports.set(from, targets.set(to, `${path} imports ${target}`));
    }
  }

const reachable = (from, seen = new Set()) => {
  for (const to of imports.get(from)?.keys() ?? []) if (!seen.has(to)) reachable(to, seen.add(to));
  return seen;
};
const cycle = [...imports.keys()].filter((room) => reachable(room).has(room));
const shown = cycle.flatMap((room) =>
  [...imports.get(room)].filter(([to]) => cycle.includes(to)).map(([, example]) => example),
);
if (shown.length > 0) {
  process.stderr.write(`rooms-form-no-cycle: ${cycle.join(', ')} import each other\n${shown.join('\n')}\n`);
  process.exit(1);
}
process.stdout.write(`${imports.size} rooms import each other in one direction only\n`);
