// Checks comments, test titles and documents against the rules of `findings.mjs`: `node check.mjs [root]`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findingsIn, RULES } from './findings.mjs';
import { HARMLESS, PLANTED } from './planted.mjs';

const root = process.argv[2] ?? fileURLToPath(new URL('../../../', import.meta.url));
const FOLDERS = ['services', 'read-models', 'infra', 'web', 'docs'];
const READ = /\.(?:tsx?|mjs|cjs|js|md)$/;
/** Planted violations, and files of other authors. */
const UNREAD = /(?:^|\/)(?:node_modules|dist)\/|^infra\/testing\/words\/planted\.mjs$/;

const blind = [
  ...PLANTED.flatMap(([path, text, rule]) => {
    const rules = findingsIn(path, text).map((finding) => finding.rule);
    return rules.join() === rule ? [] : [`${text}\n  says ${rules.join() || 'nothing'}, not ${rule}`];
  }),
  ...HARMLESS.flatMap(([path, text]) => {
    const rules = findingsIn(path, text).map((finding) => finding.rule);
    return rules.length === 0 ? [] : [`${text}\n  says ${rules.join()}, not nothing`];
  }),
];
if (blind.length > 0) {
  process.stderr.write(`the rules of words are not what they say:\n${blind.join('\n')}\n`);
  process.exit(1);
}

const paths = [
  ...readdirSync(root),
  ...FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${path}`),
  ),
].filter((path) => READ.test(path) && !UNREAD.test(path));
const faults = paths
  .sort()
  .flatMap((path) =>
    findingsIn(path, readFileSync(join(root, path), 'utf8')).map(
      ({ line, rule, text }) => `${path}:${line} ${RULES[rule]}: ${text.slice(0, 160)}`,
    ),
  );
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`);
  process.exit(1);
}
process.stdout.write(`${paths.length} files follow the rules of words\n`);
