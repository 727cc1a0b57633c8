// Proves that the project's own lint rules fire exactly where they should under `eslint.config.js`.
import { readFileSync } from 'node:fs';
import { ESLint, Linter } from 'eslint';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
import { fromHost } from './from-host.js';
import { ownKeys } from './own-keys.js';
import { plainLiterals } from './plain-literals.js';
import { texts } from './texts.js';

const TABLE = "const TABLE: Readonly<Record<string, string>> = { a: 'A' };\n";
/** Source line and expected `messageId`, undefined for none. */
const OWN_KEYS = [
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

const PROMISES = [
  [
    '@typescript-eslint/no-floating-promises',
    'export const f = (sent: Promise<void>): void => { sent; };',
    'floatingVoid',
  ],
  [
    '@typescript-eslint/no-floating-promises',
    'export const f = (sent: Promise<void>): void => { void sent; };',
    undefined,
  ],
  [
    '@typescript-eslint/no-misused-promises',
    'export const f = (sent: Promise<boolean>) => (sent ? 1 : 2);',
    'conditional',
  ],
  ['@typescript-eslint/await-thenable', 'export const f = async (amount: number) => await amount;', 'await'],
  [
    '@typescript-eslint/switch-exhaustiveness-check',
    "export const f = (kind: 'a' | 'b') => { switch (kind) { case 'a': return 1; } return 2; };",
    'switchIsNotExhaustive',
  ],
];

const FROM_HOST = [
  ['export const at = Date.now();', 'time'],
  ["export const at = Date['now']();", 'time'],
  ['export const clock: () => number = Date.now;', 'time'],
  ['export const { now } = Date;', 'time'],
  ['export const at = new Date();', 'time'],
  ['export const at = new Date;', 'time'],
  ['export const at = Date();', 'time'],
  ['export const at = globalThis.Date.now();', 'time'],
  ['export const at = new globalThis.Date();', 'time'],
  ['export const at = performance.now();', 'time'],
  ['export const at = process.hrtime.bigint();', 'time'],
  ["import { performance } from 'node:perf_hooks';\nexport const at = performance.now();", 'time'],
  ['setTimeout(() => undefined, 1);', 'timer'],
  ['setInterval(() => undefined, 1);', 'timer'],
  ['setImmediate(() => undefined);', 'timer'],
  ['export const start = globalThis.setTimeout;', 'timer'],
  ['export const { setTimeout: start } = globalThis;', 'timer'],
  ['export const stop = (timer: NodeJS.Timeout) => clearTimeout(timer);', 'timer'],
  ['export const stop = (timer: NodeJS.Timeout) => clearInterval(timer);', 'timer'],
  ['export const stop = (turn: NodeJS.Immediate) => clearImmediate(turn);', 'timer'],
  ['export const signal = AbortSignal.timeout(1);', 'timer'],
  ["import { setTimeout as sleep } from 'node:timers/promises';\nexport const f = () => sleep(1);", 'timer'],
  ["import { setImmediate as turn } from 'timers/promises';\nexport const f = () => turn();", 'timer'],
  ["import timers from 'node:timers';\nexport const f = timers.setTimeout;", 'timer'],
  ["export { setTimeout } from 'timers';", 'timer'],
  ["export const f = () => import('node:timers/promises');", 'timer'],
  ['export const drawn = Math.random();', 'chance'],
  ['export const id = crypto.randomUUID();', 'chance'],
  ["import { randomUUID } from 'node:crypto';\nexport const id = randomUUID();", 'chance'],
  ["import { randomBytes as bytes } from 'crypto';\nexport const key = bytes(1);", 'chance'],
  ["import { randomInt } from 'node:crypto';\nexport const drawn = randomInt(1);", 'chance'],
  ["import { randomFillSync } from 'node:crypto';\nexport const f = randomFillSync;", 'chance'],
  ["import * as all from 'node:crypto';\nexport const id = all.randomUUID();", 'chance'],
  ["import all from 'node:crypto';\nexport const id = all.randomUUID();", 'chance'],
  ["import { createHash } from 'node:crypto';\nexport const f = createHash;", undefined],
  ["import type { randomUUID } from 'node:crypto';\nexport type Draw = typeof randomUUID;", undefined],
  ['export type Start = typeof setTimeout;', undefined],
  ['export const at = (text: string): Date => new Date(text);', undefined],
  ['export const at = (text: string) => Date.parse(text);', undefined],
  ['export const f = (performance: { now(): number }) => performance.now();', undefined],
  ['export const f = (setTimeout: () => void) => setTimeout();', undefined],
  ['export const f = (signals: AbortSignal[]) => AbortSignal.any(signals);', undefined],
];
const PLAIN_LITERALS = [
  ['export const all = (a: number, b: number) => ({ ...{ a, b }, c: 1 });', 'spread'],
  ['export const all = (a: number, b: number) => [...[a, b], 1];', 'spread'],
  ['export const most = (a: number, b: number) => Math.max(...[a, b]);', 'spread'],
  ['export const all = (a: number, b: number) => [...([a, b] as const), 1];', 'spread'],
  ['export const P = (a: number, b: number) => <Part {...{ a, b }} />;', 'spread'],
  ['export const P = (all: object) => <Part {...all} />;', undefined],
  ['export const all = (a?: number) => ({ ...(a !== undefined && { a }), c: 1 });', undefined],
  ['export const all = (a: readonly number[], b: object) => [[...a], { ...b }];', undefined],
  ['export const all = (a?: number) => [...(a === undefined ? [] : [a]), 1];', undefined],
];
const TEXTS = [
  ['export const P = () => <p>Send money</p>;', 'text'],
  ['export const P = () => <p>{busy ? "Sending..." : null}</p>;', 'text'],
  ['export const P = () => <p>{`${name} is here`}</p>;', 'text'],
  ['export const P = () => <p>{t("Send money")}, gone</p>;', 'text'],
  ['export const P = () => <input placeholder="What it is for" />;', 'text'],
  ['export const P = () => <input aria-label="Amount" />;', 'text'],
  ['export const P = () => <img alt={`Picture of ${name}`} />;', 'text'],
  ['export const P = () => <Page title={owed ? "Pay now" : t("Paid")} />;', 'text'],
  ['export const LIST = [{ label: "Airtime", to: "/airtime" }];', 'text'],
  ['export const TITLES = { open: "is on its way" };', 'text'],
  ['export const WANTED = "Enter an amount.";', 'text'],
  ['export const f = (label = "Copy") => label;', 'text'],
  ['toast("Profile updated");', 'text'],
  ['document.title = `${title} of today`;', 'text'],
  ['export const P = () => <p>{t("Send money")}</p>;', undefined],
  ['export const P = () => <p>{t(busy ? "Sending..." : "Send {amount}", { amount })}</p>;', undefined],
  [
    'export const P = () => <p>{rich("See {link}.", { link: <a href="/a">{t("History")}</a> })}</p>;',
    undefined,
  ],
  ['export const P = () => <p>{plural(many, "{n} row", "{n} rows")}</p>;', undefined],
  ['export const LIST = [{ label: msg("Airtime"), to: "/airtime" }];', undefined],
  ['export const P = () => <p className="nl-hidden wide" data-tone="Warn">{name}</p>;', undefined],
  ['export const P = () => <h1>Naira Ledger</h1>;', undefined],
  ['document.title = `${title} · Naira Ledger`;', undefined],
  ['export const is = (status: string) => status === "Successful";', undefined],
  ['export type Status = "Pending" | "Successful";', undefined],
  ['export const found = document.querySelector("main input, select");', undefined],
  ['export const p = { house: { path: "/a", tile: { name: "Buy Airtime", blurb: "1% off" } } };', undefined],
  ['if (!products) throw new Error("There are no products here.");', undefined],
];
/** `ledger/texts` holds in these files, not in those of `UNREAD`. */
const READ = [
  'web/src/products/airtime/airtime-page.tsx',
  'web/src/products/bet/bet-page.tsx',
  'web/src/app/shell/header.tsx',
  'web/src/products/purchase/confirm/confirm-sheet.tsx',
  'web/src/ui/copy-button.tsx',
];
const UNREAD = [
  'web/src/administrator/users/user-page.tsx',
  'web/src/products/bet/admin/bet-fundings-page.tsx',
  'web/src/app/admin/admin-shell.tsx',
  'web/src/auditor/verifier/main.ts',
  'services/api/main.ts',
];
/** `ledger/from-host` holds in these files, not in those of `FREE`. */
const HELD = [
  'services/customers/users.ts',
  'read-models/views.ts',
  'infra/checkpoints/run-reactor.ts',
  'infra/event-store/event-context.ts',
  'infra/lease/redis-lease.ts',
  'infra/queue/in-process/slots.ts',
  'infra/crypto/sealed-text.ts',
];
const FREE = [
  'infra/host/host.ts',
  'services/sandbox/main.ts',
  'services/customers/login/sessions.int.spec.ts',
];

const eslint = new ESLint();
const wrong = [];
function judge(rule, line, messages, expected) {
  const broken = messages.find(({ fatal }) => fatal);
  const said = messages.filter(({ ruleId }) => ruleId === rule).map(({ messageId }) => messageId);
  if (broken || said.join() !== (expected ?? ''))
    wrong.push(
      `${line}\n  ${rule} says ${broken?.message ?? (said.join() || 'nothing')}, not ${expected ?? 'nothing'}`,
    );
}
/** Each case is a file of `program`. */
const TYPED = [
  ...OWN_KEYS.map(([line, expected]) => ['ledger/own-keys', TABLE + line, expected]),
  ...PROMISES,
];
const typed = new Map(TYPED.map(([, text], at) => [`/planted-${at}.ts`, text]));
const { options } = ts.convertCompilerOptionsFromJson(
  JSON.parse(readFileSync(new URL('../../../tsconfig.json', import.meta.url), 'utf8')).compilerOptions,
  '/',
);
const host = ts.createCompilerHost({ ...options, types: [] }, true);
const { getSourceFile, fileExists, readFile } = host;
host.fileExists = (path) => typed.has(path) || fileExists(path);
host.readFile = (path) => typed.get(path) ?? readFile(path);
host.getSourceFile = (path, version, ...rest) =>
  typed.has(path)
    ? ts.createSourceFile(path, typed.get(path), version, true)
    : getSourceFile(path, version, ...rest);
const program = ts.createProgram([...typed.keys()], { ...options, types: [], incremental: false }, host);
const parserOptions = { programs: [program] };
const plugins = { ledger: { rules: { 'own-keys': ownKeys } }, '@typescript-eslint': tseslint.plugin };
for (const [at, [rule, text, expected]] of TYPED.entries()) {
  const { rules } = await eslint.calculateConfigForFile('services/contracts/own-entry.ts');
  const files = ['**/*.ts'];
  const config = { files, languageOptions: { parser: tseslint.parser, parserOptions }, plugins };
  const alone = [{ ...config, rules: { [rule]: rules[rule] ?? 'off' } }];
  judge(rule, text, new Linter({ cwd: '/' }).verify(text, alone, `/planted-${at}.ts`), expected);
}
const alone = [
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parser: tseslint.parser },
    plugins: { ledger: { rules: { 'from-host': fromHost, 'plain-literals': plainLiterals } } },
    rules: { 'ledger/from-host': 'error', 'ledger/plain-literals': 'error' },
  },
];
for (const [rule, lines] of [
  ['ledger/from-host', FROM_HOST],
  ['ledger/plain-literals', PLAIN_LITERALS],
])
  for (const [line, expected] of lines) {
    const file = line.includes('<Part ') ? 'planted.tsx' : 'planted.ts';
    judge(rule, line, new Linter().verify(line, alone, file), expected);
  }
const onPages = [
  {
    files: ['**/*.tsx'],
    languageOptions: { parser: tseslint.parser, parserOptions: { ecmaFeatures: { jsx: true } } },
    plugins: { ledger: { rules: { texts } } },
    rules: { 'ledger/texts': 'error' },
  },
];
for (const [line, expected] of TEXTS)
  judge('ledger/texts', line, new Linter().verify(line, onPages, 'planted.tsx'), expected);
for (const path of [...READ, ...UNREAD]) {
  const { rules } = await eslint.calculateConfigForFile(path);
  const [severity] = rules['ledger/texts'] ?? [0];
  if ((severity === 2) !== READ.includes(path))
    wrong.push(`${path}: ledger/texts ${severity === 2 ? 'holds' : 'does not hold'} there`);
}
for (const path of [...HELD, ...FREE]) {
  const { rules } = await eslint.calculateConfigForFile(path);
  const [severity] = rules['ledger/from-host'] ?? [0];
  if ((severity === 2) !== HELD.includes(path))
    wrong.push(`${path}: ledger/from-host ${severity === 2 ? 'holds' : 'does not hold'} there`);
}
if (wrong.length > 0) {
  console.error(`lint rules are not what they say:\n${wrong.join('\n')}`);
  process.exit(1);
}
const planted = [OWN_KEYS, PROMISES, FROM_HOST, PLAIN_LITERALS, HELD, FREE, TEXTS, READ, UNREAD];
const count = planted.reduce((sum, lines) => sum + lines.length, 0);
console.log(`the project's own lint rules fire as planted (${count} lines)`);
