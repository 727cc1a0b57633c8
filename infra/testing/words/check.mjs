// Checks comments, test titles and documents against the rules of `findings.mjs`: `node check.mjs [--write] [root]`.
// `baseline.json` holds the findings that each file may still have, and may only shrink.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findingsIn, RULES } from './findings.mjs';
import { HARMLESS, PLANTED } from './planted.mjs';

const args = process.argv.slice(2);
const write = args.includes('--write');
const root =
  args.find((arg) => !arg.startsWith('--')) ?? fileURLToPath(new URL('../../../', import.meta.url));
const BASELINE = join(root, 'infra/testing/words/baseline.json');
const FOLDERS = ['services', 'read-models', 'infra', 'web'];
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
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${path}`),
  ),
].filter((path) => READ.test(path) && !UNREAD.test(path));
const findings = new Map(
  paths.sort().map((path) => [path, findingsIn(path, readFileSync(join(root, path), 'utf8'))]),
);
const counts = Object.fromEntries(
  [...findings].filter(([, found]) => found.length > 0).map(([path, found]) => [path, found.length]),
);
const total = Object.values(counts).reduce((sum, count) => sum + count, 0);

if (write) {
  writeFileSync(BASELINE, `${JSON.stringify(counts, null, 2)}\n`);
  process.stdout.write(`${total} findings in ${Object.keys(counts).length} files\n`);
  process.exit(0);
}
const baseline = existsSync(BASELINE) ? JSON.parse(readFileSync(BASELINE, 'utf8')) : {};
const faults = [];
for (const [path, found] of findings) {
  const allowed = Object.hasOwn(baseline, path) ? baseline[path] : 0;
  if (found.length <= allowed) continue;
  faults.push(`${path}: ${found.length} findings, of which the baseline allows ${allowed}`);
  for (const { line, rule, text } of found)
    faults.push(`  ${path}:${line} ${RULES[rule]}: ${text.slice(0, 160)}`);
}
const improved = Object.entries(baseline).filter(
  ([path, count]) => (findings.get(path)?.length ?? 0) < count,
);
if (improved.length > 0)
  faults.push(
    `${improved.length} files are better than baseline.json says: npm run words:baseline (${improved[0][0]}, …)`,
  );
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`);
  process.exit(1);
}
process.stdout.write(`${paths.length} files have no words beyond the ${total} findings of the baseline\n`);
