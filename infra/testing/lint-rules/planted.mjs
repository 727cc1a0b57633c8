// Proves that the lint rule about inherited names fires, and only where it should, under the project's own configuration.
import { ESLint } from 'eslint';

const TABLE = "const TABLE: Readonly<Record<string, string>> = { a: 'A' };\n";
/** Each line by itself, and what the rule says of it: nothing, or the name of its message. */
const PLANTED = [
  ['export const f = (typed: string) => typed in TABLE;', 'in'],
  ['export const f = (typed: string) => TABLE[typed];', 'lookup'],
  ["export const f = (typed: unknown) => TABLE[typed as 'a'];", 'lookup'],
  ['export const f = (typed: string | undefined) => TABLE[typed!];', 'lookup'],
  ["export const f = (typed: object) => 'a' in typed;", undefined],
  ["export const f = (typed: 'a' | 'b') => TABLE[typed];", undefined],
  ['export const f = (typed: readonly string[], at: number) => typed[at];', undefined],
  [
    'export const f = (typed: Record<string, string>, name: string) => void (typed[name] = TABLE.a!);',
    undefined,
  ],
  ["export const f = (typed: string) => (Object.hasOwn(TABLE, typed) ? 'listed' : undefined);", undefined],
];

// With CI set the parser reads each file once, from the disk, and would judge that instead of the lines above.
process.env.TSESTREE_SINGLE_RUN = 'false';
const eslint = new ESLint();
const wrong = [];
for (const [line, expected] of PLANTED) {
  // The rule needs types, so the line stands in for a file that the project has.
  const [{ messages }] = await eslint.lintText(TABLE + line, { filePath: 'services/contracts/own-entry.ts' });
  const said = messages
    .filter(({ ruleId }) => ruleId === 'ledger/own-keys')
    .map(({ messageId }) => messageId);
  if (said.join() !== (expected ?? ''))
    wrong.push(`${line}\n  says ${said.join() || 'nothing'}, not ${expected ?? 'nothing'}`);
}
if (wrong.length > 0) {
  console.error(`the rule ledger/own-keys is not what it says:\n${wrong.join('\n')}`);
  process.exit(1);
}
console.log(`the rule ledger/own-keys fires as planted (${PLANTED.length} lines)`);
