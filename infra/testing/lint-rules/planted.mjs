// Proves that every lint rule of `.oxlintrc.json` fires exactly where it should: lints planted files in a folder of their own.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import plugin from './plugin.js';

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

/** Rule, source, and the start of what the rule says; undefined for nothing. */
const OF_OXLINT = [
  [
    'typescript/no-floating-promises',
    'export const f = (sent: Promise<void>): void => { sent; };',
    'Promises',
  ],
  ['typescript/no-floating-promises', 'export const f = (sent: Promise<void>): void => { void sent; };'],
  [
    'typescript/no-misused-promises',
    'export const f = (sent: Promise<boolean>) => (sent ? 1 : 2);',
    'Expected non-Promise',
  ],
  [
    'typescript/no-misused-promises',
    'export const f = (all: number[]) => { all.forEach(async () => undefined); };',
  ],
  [
    'typescript/await-thenable',
    'export const f = async (amount: number) => await amount;',
    'Unexpected `await`',
  ],
  [
    'typescript/switch-exhaustiveness-check',
    "export const f = (kind: 'a' | 'b') => { switch (kind) { case 'a': return 1; } return 2; };",
    'Switch is not exhaustive',
  ],
  [
    'typescript/switch-exhaustiveness-check',
    "export const f = (kind: 'a' | 'b') => { switch (kind) { case 'a': return 1; default: return 2; } };",
  ],
  ['typescript/no-explicit-any', 'export const f = (all: any) => Boolean(all);', 'Unexpected `any`'],
  ['typescript/ban-ts-comment', '// @ts-ignore\nexport const at: number = 1;', 'Use "@ts-expect-error"'],
  [
    'typescript/ban-ts-comment',
    '// @ts-expect-error\nexport const at: number = "a";',
    'Include a description',
  ],
  ['typescript/ban-ts-comment', '// @ts-nocheck\nexport const at = 1;', 'Do not use @ts-nocheck'],
  ['typescript/ban-ts-comment', '// @ts-expect-error -- a planted fault\nexport const at: number = "a";'],
  ['eqeqeq', 'export const f = (a: unknown, b: unknown) => a == b;', 'Expected ==='],
  ['eqeqeq', 'export const f = (a: unknown) => a == null;'],
  ['no-console', 'console.log(1);', 'Unexpected console'],
  ['no-restricted-properties', 'export const port = process.env.PORT;', "'process.env' is restricted"],
  ['no-restricted-properties', 'export const { env } = process;', "'process.env' is restricted"],
  ['no-restricted-properties', 'export const drawn = Math.random();', "'Math.random' is restricted"],
];
/** Comments that turn a rule off, and what is said of comments that turn off nothing. */
const TURNED_OFF = [
  [
    'unused',
    '// oxlint-disable-next-line no-console -- planted\nexport const at = 1;',
    'Unused oxlint-disable',
  ],
  [
    'unused',
    '// oxlint-disable-next-line ledger/own-keys -- planted\nexport const at = 1;',
    'Unused oxlint-disable',
  ],
  [
    'unused',
    '// oxlint-disable-next-line typescript/no-floating-promises -- planted\nexport const at = 1;',
    'Unused oxlint-disable',
  ],
  ['unused', '// oxlint-disable-next-line no-console -- planted\nconsole.log(1);'],
  ['no-console', '// oxlint-disable-next-line no-console -- planted\nconsole.log(1);'],
  [
    'ledger/own-keys',
    `${TABLE}// oxlint-disable-next-line ledger/own-keys -- planted\nexport const f = (typed: string) => TABLE[typed];`,
  ],
  [
    'typescript/no-floating-promises',
    'export const f = (sent: Promise<void>) => {\n// oxlint-disable-next-line typescript/no-floating-promises -- planted\nsent; };',
  ],
];
const HOOKS = "import { useEffect, useMemo, useRef, useState } from 'react';\n";
const OF_REACT = [
  ['rules-of-hooks', 'export const useA = (on: boolean) => { if (on) useState(1); };'],
  ['exhaustive-deps', 'export const useA = (a: number) => useEffect(() => void a, []);'],
  ['static-components', 'export function P() { const Part = () => <i />; return <Part />; }'],
  ['use-memo', 'export const useA = () => useMemo((a: number) => a, []);'],
  ['void-use-memo', 'export const useA = () => useMemo(() => { void 0; }, []);'],
  [
    'incompatible-library',
    "import { useVirtualizer } from '@tanstack/react-virtual';\nexport function P() { const all = useVirtualizer({ count: 1, getScrollElement: () => null, estimateSize: () => 1 }); return <i>{all.getTotalSize()}</i>; }",
  ],
  ['immutability', 'export function P() { const [a] = useState({ b: 1 }); a.b = 2; return <i>{a.b}</i>; }'],
  ['globals', 'let at = 0;\nexport function P() { at = 1; return <i>{at}</i>; }'],
  ['refs', 'export function P() { const at = useRef(0); return <i>{at.current}</i>; }'],
  [
    'set-state-in-effect',
    'export function P() { const [a, set] = useState(0); useEffect(() => { set(1); }, []); return <i>{a}</i>; }',
  ],
  ['error-boundaries', 'export function P() { try { return <i />; } catch { return null; } }'],
  ['purity', 'export function P() { return <i>{Date.now()}</i>; }'],
  [
    'set-state-in-render',
    'export function P() { const [a, set] = useState(0); set(a + 1); return <i>{a}</i>; }',
  ],
  ['unsupported-syntax', "export function P() { eval('1'); return <i />; }"],
];
/** No short source makes this rule fire, in oxlint or in React's own linter. */
const UNSHOWN = 'react/preserve-manual-memoization';
const TRANSACTIONS = [
  ['export const f = (db: Db) => db.transaction(() => db.put());', 'returns'],
  ['export const f = (db: Db) => db.transactionSync(() => db.put());', 'returns'],
  ['export const f = (db: Db) => db.childTransaction(async () => { db.put(); });', 'async'],
  ['export const f = (db: Db) => db.transaction(() => { db.put(); });', undefined],
];
const TYPE_IMPORTS = [
  ["import { Readable } from 'node:stream';\nexport type A = Readable;", 'import'],
  [
    "import { Readable, Writable } from 'node:stream';\nexport const a = (b: Readable) => new Writable(b);",
    'import',
  ],
  ["import all from 'node:stream';\nexport type A = typeof all;", 'import'],
  ["import { Agent } from 'node:http';\nexport type { Agent };", 'import'],
  ["export type A = import('node:stream').Readable;", 'annotation'],
  ["import type { Readable } from 'node:stream';\nexport type A = Readable;", undefined],
  [
    "import { type Readable, Writable } from 'node:stream';\nexport const a = (b: Readable) => new Writable(b);",
    undefined,
  ],
  ["import { Socket } from 'node:net';\nexport { Socket };", undefined],
  [
    "import { Injectable } from '@nestjs/common';\nimport { Agent } from 'node:http';\n@Injectable()\nexport class A { constructor(readonly agent: Agent) {} }",
    undefined,
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
  'infra/event-store/lmdb/log.ts',
  'services/sandbox/main.ts',
  'services/customers/login/sessions.int.spec.ts',
];

/** Lookups of column names are allowed in these files. */
const COLUMNS = ['infra/read-store/row.ts', 'services/simulator/judge/read-model-judge.ts'];
const LOOKUP = `${TABLE}export const f = (typed: string) => TABLE[typed];`;
const TEXT = 'export const WANTED = "Enter an amount.";';
const TIME = 'export const at = Date.now();';

/** Message of a project rule, up to its first variable part. */
const saidBy = (rule, messageId) => messageId && plugin.rules[rule].meta.messages[messageId].split('{{')[0];
const cases = [];
const plant = (path, rule, text, says) => cases.push({ path, rule, text, says });
const plantOwn = (rule, lines, pathOf) => {
  for (const [at, [text, messageId]] of lines.entries())
    plant(pathOf(at, text), `ledger/${rule}`, text, saidBy(rule, messageId));
};
const inServices = (name) => (at) => `services/planted/${name}-${at}.ts`;

for (const [at, [rule, text, says]] of [...OF_OXLINT, ...TURNED_OFF].entries())
  plant(inServices('oxlint')(at), rule, text, says);
for (const [at, [rule, text]] of OF_REACT.entries())
  plant(`web/src/planted/react-${at}.tsx`, `react/${rule}`, HOOKS + text, '');
plantOwn(
  'own-keys',
  OWN_KEYS.map(([line, messageId]) => [TABLE + line, messageId]),
  inServices('own-keys'),
);
plantOwn('from-host', FROM_HOST, inServices('from-host'));
plantOwn('type-imports', TYPE_IMPORTS, inServices('type-imports'));
plantOwn('transactions', TRANSACTIONS, (at) => `infra/planted/transactions-${at}.ts`);
plantOwn(
  'plain-literals',
  PLAIN_LITERALS,
  (at, text) => `web/src/planted/literals-${at}.${text.includes('<Part ') ? 'tsx' : 'ts'}`,
);
plantOwn('texts', TEXTS, (at) => `web/src/planted/texts-${at}.tsx`);
plant('web/outside.ts', 'ledger/in-project', 'export const at = 1;', saidBy('in-project', 'outside'));
for (const path of READ) plant(path, 'ledger/texts', TEXT, saidBy('texts', 'text'));
for (const path of UNREAD) plant(path, 'ledger/texts', TEXT);
for (const path of HELD) plant(path, 'ledger/from-host', TIME, saidBy('from-host', 'time'));
for (const path of FREE) plant(path, 'ledger/from-host', TIME);
for (const path of COLUMNS) plant(path, 'ledger/own-keys', LOOKUP);

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CONFIG = '.oxlintrc.json';
const folder = mkdtempSync(join(tmpdir(), 'planted-'));
const inFolder = (path, write) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  write(join(folder, path));
};
let report;
try {
  for (const path of [CONFIG, 'tsconfig.json', 'web/tsconfig.json'])
    inFolder(path, (copy) => cpSync(join(ROOT, path), copy));
  for (const path of ['node_modules', 'infra/testing/lint-rules'])
    inFolder(path, (link) => symlinkSync(join(ROOT, path), link));
  for (const { path, text } of cases) inFolder(path, (file) => writeFileSync(file, `${text}\n`));
  const oxlint = join(ROOT, 'node_modules/oxlint/bin/oxlint');
  const { stdout, stderr } = spawnSync(process.execPath, [oxlint, '--format', 'json'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  if (!stdout.startsWith('{')) throw new Error(`${stdout}${stderr}`);
  report = JSON.parse(stdout).diagnostics;
} finally {
  rmSync(folder, { recursive: true });
}

/** `plugin(rule)` of a report as a rule of the configuration. A comment that turns off nothing has no code. */
function ruleOf({ code, message }) {
  if (code === undefined) return message.startsWith('Unused ') ? 'unused' : 'broken';
  const [, from, rule] = /^(.+)\((.+)\)$/.exec(code) ?? [undefined, 'broken', code];
  return from === 'eslint' ? rule : `${from.replace('react-hooks', 'react')}/${rule}`;
}
const wrong = [];
const fired = new Set();
for (const { path, rule, text, says } of cases) {
  const found = report.filter(({ filename }) => filename === path);
  const said = found.filter((one) => ruleOf(one) === rule).map(({ message }) => message);
  const broken = found.find((one) => ruleOf(one).startsWith('broken'))?.message;
  const isRight = says === undefined ? said.length === 0 : said.length === 1 && said[0].startsWith(says);
  if (broken || !isRight)
    wrong.push(
      `${path}: ${text}\n  ${rule} says ${broken ?? (said.join() || 'nothing')}, not ${says ?? 'nothing'}`,
    );
  else if (says !== undefined) fired.add(rule);
}
const { config, error } = ts.parseConfigFileTextToJson(CONFIG, readFileSync(join(ROOT, CONFIG), 'utf8'));
if (error) wrong.push(`${CONFIG}: ${ts.flattenDiagnosticMessageText(error.messageText, '\n')}`);
const listed = [config, ...config.overrides].flatMap(({ rules }) => Object.keys(rules));
for (const rule of new Set([...listed, 'unused']))
  if (!fired.has(rule) && rule !== UNSHOWN) wrong.push(`${rule}: no line shows it`);
if (wrong.length > 0) {
  console.error(`lint rules are not what they say:\n${wrong.join('\n')}`);
  process.exit(1);
}
console.log(`the lint rules fire as planted (${cases.length} files)`);
