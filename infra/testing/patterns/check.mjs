// Fails when a regular expression takes more than linear time: a single request could then stop the server for
// everyone.
// First proves that it finds the patterns of `PLANTED`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { Settings } from '../../../dist/services/runtime/config.js';
import { SHAPES } from '../../../dist/services/contracts/calls.js';
import { faultsOf, patternsIn, patternsOf } from './patterns.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDERS = ['services', 'read-models', 'infra', 'web/src'];
const NOT_PRODUCT = /(?:^|\/)testing\/|\.spec\.tsx?$/;

/** Files that build patterns at run time, and why no stranger controls them. */
const BUILT_HERE = {
  'services/contracts/fields/http-fields.ts': 'judged as parts of the shapes',
  'services/contracts/catalog.contract.ts': 'judged as parts of the shapes',
  'infra/read-store/mongo/row-model.ts': 'of the name of a view, on names of collections',
  'web/src/languages/speaker.ts':
    'of our own texts, each place within 100 characters, on what our server says',
};

/** Patterns that the check must find, which proves that it works. */
const PLANTED = [
  'const email = /^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$/;',
  "const tail = new RegExp('a*a*a*b', 'u');",
  'const nested = text.replace(/(?:x+x+)+y/g, "");',
];
const blind = [];
for (const text of PLANTED)
  if ((await faultsOf(patternsIn('planted.ts', text).patterns)).length !== 1) blind.push(text);
if (patternsIn('planted.ts', 'new RegExp(typed)').built.length !== 1)
  blind.push('a pattern built of a variable');
const nested = z.object({ a: z.array(z.string().regex(/^(?:\w+\s?)+$/)).nullish() });
if ((await faultsOf(patternsOf('planted', nested))).length !== 1) blind.push('a pattern deep in a shape');
if (patternsIn('planted.ts', 'z.email()').patterns.length !== 1) blind.push('a format of zod');

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true }).map((path) => `${folder}/${path}`),
).filter((path) => /\.tsx?$/.test(path) && !NOT_PRODUCT.test(path));
const found = sources.map((path) => ({ path, ...patternsIn(path, readFileSync(join(ROOT, path), 'utf8')) }));
const shapes = Object.entries({ ...SHAPES, settings: { request: Settings } }).flatMap(([name, { request }]) =>
  patternsOf(`the shape of ${name}`, request),
);
const patterns = [...found.flatMap((file) => file.patterns), ...shapes];
const faults = [
  ...blind.map((what) => `this check does not see ${what}`),
  ...found
    .filter(({ path }) => !(path in BUILT_HERE))
    .flatMap(({ built }) => built.map((where) => `${where}: nobody can judge a pattern that is built`)),
  ...(await faultsOf(patterns)),
];
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`);
  process.exit(1);
}
process.stdout.write(`${patterns.length} patterns take time in proportion to the text\n`);
