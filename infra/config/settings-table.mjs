// Generates the README's configuration table from `Settings`. Without `--write` it fails when the two differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { Settings } from '../../dist/services/runtime/config.js';

const README = new URL('../../README.md', import.meta.url);
const START = /(<!-- configuration table[^>]*-->\n)[\s\S]*?(<!-- end of the configuration table -->)/;

const defaultOf = (schema) => {
  const value = schema.def.defaultValue;
  return value === undefined || value === '' ? '' : `\`${value}\``;
};
const rows = Object.entries(Settings.shape).map(
  ([name, schema]) => `| \`${name}\` | ${defaultOf(schema)} | ${schema.description} |`,
);
const table = ['| variable | default | meaning |', '|---|---|---|', ...rows, ''].join('\n');
const readme = readFileSync(README, 'utf8');
const wanted = readme.replace(START, (_, start, end) => `${start}${table}${end}`);
if (process.argv.includes('--write')) writeFileSync(README, wanted);
else if (wanted !== readme) {
  process.stderr.write(
    'README.md: the configuration table differs from the settings of services/runtime/config.ts; run `npm run format`.\n',
  );
  process.exit(1);
}
