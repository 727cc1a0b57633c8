// Draws mutations of product code: `node infra/testing/mutations/draw.mjs [--write]`. The same source and `SEED` draw
// the same list.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const SEED = 20_260_801;
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..', '..');

const DOORS = new Set(['customer', 'administrator', 'auditor', 'entry', 'products']);
/** Mutations per part. Each direct folder of `services` is a part with `PER_SERVICE_ROOM`. */
const PARTS = { 'read-models': 5, infra: 5, 'web/src': 10 };
const PER_SERVICE_ROOM = 2;
/** Limit over the whole list. */
const KIND_MAX = 14;

/** Drawn candidates that prove nothing, keyed by `file | kind | trimmed line`. */
const SKIPPED = {
  'services/alerts/alert-rules.ts | constant | floatNaira > 0 && balance < floatNaira,':
    'differs only for a limit of one naira',
  'services/cli/audit/why-command.ts | call | begin();': 'only how an interruption is told',
  'services/notices/notices.thread.ts | logic | ...(commitSignal && { commitSignal }),':
    'only makes following slower',
  "services/projector/run-audit.ts | call | worker.on('error', (error) => (fault = error));":
    'equivalent: `once` rejects with the same error',
  'services/purchases/lookup/vendor-floats.ts | call | timer?.cancel();': 'only leaves a timer behind',
  "services/sandbox/page/page.routes.ts | call | app.get('/page.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(PAGE_CSS));":
    'looks of a page',
  'services/alerts/alert-rules.ts | comparison | audit === null': 'only which text is said',
  'services/cli/audit/why-command.ts | call | await breathe();': 'only lets an interruption through',
  'services/cli/audit/why-command.ts | call | progress?.(after + page.length, end);':
    'only a line of progress',
  'services/notices/notices.thread.ts | call | lowerThreadPriority();': 'only a priority of the system',
  'services/purchases/lookup/vendor-floats.ts | call | if (this.vendors) await closeVendors(this.vendors);':
    'only leaves connections to the end of the process',
  "services/sandbox/page/page.routes.ts | constant | return reply.code(403).send('Use the form on this page.');":
    'a status of the sandbox that no program reads',
  'services/alerts/alerts.state.ts | constant | const CLEARED_MAX = 20;':
    'a length of a list for looking back',
  'read-models/trial-balance/books.query.ts | constant | for (let read = 1; read <= READS_MAX; read += 1) {':
    'only reads fewer times while the books move',
  'read-models/users/users.query.ts | comparison | const all = lists.flatMap(({ rows }) => rows).toSorted((one, other) => (one.at < other.at ? 1 : -1));':
    'differs only for two rows of the same moment',
  'read-models/wallet/wallet.view.ts | constant | version: 1,': 'only fills the view again',
  'read-models/trial-balance/books.query.ts | constant | for (let read = 1; ; read += 1) {':
    'only reads fewer times while the books move',
};

const NO_PRODUCT =
  /\.spec\.|\/testing\/|e2e|\.d\.ts$|generated|^infra\/start\/|\.docs\.ts$|\/openapi\/|\.process\.ts$/;
/** Files without business rules, such as settings and texts. `weightOf` makes their mutations rare. */
const DULL =
  /\.(settings|module|html)\.ts$|\/main\.tsx?$|\/(demo|seed|planted|languages|icons|brands|chart|charts)\b|words|texts|templates|theme|report\.ts$|story\.ts$/;
const TELLING =
  /\.(decider|handlers?|projection|reactor|state|query|queries|view|controller|guard|vendor|product|routes|slice|api)\.tsx?$|-(judge|check|page|form|sheet)\.tsx?$/;
/** Lines that log, describe or style. */
const DULL_LINE =
  /\b(log|logger|console|describe|message|title|label|className|style|import|width|height|padding|margin|radius|sizes?)\b|[Ll]og\(|Error\(|_MS\b|Ms\b|TIMEOUT|timeout|_BYTES|span\.|abort|\bt\(|msg\(|plural\(/;

function hash(text) {
  let value = 2166136261 ^ SEED;
  for (const character of text) value = Math.imul(value ^ character.codePointAt(0), 16777619);
  return value >>> 0;
}

/** First number of mulberry32 for `text`, in [0, 1). Changing one file leaves the draws of others as they are. */
function chance(text) {
  let value = (hash(text) + 0x6d2b79f5) | 0;
  value = Math.imul(value ^ (value >>> 15), value | 1);
  value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
  return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
}

const FLIPS = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' };
const LOGIC = { '&&': '||', '||': '&&' };
const SUMS = { '+': '-', '-': '+' };

const isText = (node) =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  (ts.isBinaryExpression(node) && (isText(node.left) || isText(node.right)));

const saysBoolean = (node) =>
  (ts.isBinaryExpression(node) && Object.hasOwn(FLIPS, node.operatorToken.getText())) ||
  (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) ||
  node.kind === ts.SyntaxKind.TrueKeyword ||
  node.kind === ts.SyntaxKind.FalseKeyword ||
  (ts.isParenthesizedExpression(node) && saysBoolean(node.expression));

/** Only `async` functions return the boolean itself: others pass a promise on. */
const isAsync = (owner) => owner.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false;
const returnsBoolean = (owner) => {
  const type = owner?.type?.getText() ?? '';
  return type === 'boolean' || /\bis\b/.test(type) || (type === 'Promise<boolean>' && isAsync(owner));
};

function ownerOf(node) {
  let owner = node.parent;
  while (owner && !ts.isFunctionLike(owner)) owner = owner.parent;
  return owner;
}

/** Mutations of `node`: kind, range and new text. */
function changesOf(node) {
  if (ts.isBinaryExpression(node)) {
    const { operatorToken } = node;
    const sign = operatorToken.getText();
    const swap = (kind, table) => [
      { kind, start: operatorToken.getStart(), end: operatorToken.end, text: table[sign] },
    ];
    if (Object.hasOwn(FLIPS, sign)) return swap('comparison', FLIPS);
    if (Object.hasOwn(LOGIC, sign)) return swap('logic', LOGIC);
    if (Object.hasOwn(SUMS, sign) && !isText(node)) return swap('sum', SUMS);
    return [];
  }
  const negated = (kind, expression) => [
    {
      kind,
      start: expression.getStart(),
      end: expression.end,
      text: `!(${expression.getText()})`,
    },
  ];
  if (ts.isIfStatement(node)) return negated('condition', node.expression);
  if (ts.isReturnStatement(node) && node.expression)
    return saysBoolean(node.expression) || returnsBoolean(ownerOf(node))
      ? negated('return', node.expression)
      : [];
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body))
    return returnsBoolean(node) ? negated('return', node.body) : [];
  if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) {
    const plain = node.getText().replaceAll('_', '');
    if (!/^\d+n?$/.test(plain)) return [];
    const next = BigInt(plain.replace('n', '')) + 1n;
    return [
      {
        kind: 'constant',
        start: node.getStart(),
        end: node.end,
        text: `${next}${plain.endsWith('n') ? 'n' : ''}`,
      },
    ];
  }
  if (ts.isExpressionStatement(node)) {
    const called = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
    if (ts.isCallExpression(called) && called.expression.kind !== ts.SyntaxKind.SuperKeyword)
      return [{ kind: 'call', start: node.getStart(), end: node.end, text: ';' }];
  }
  return [];
}

/** Candidates of a file, ordered by `chance`. */
function candidatesOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const found = [];
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isDecorator(node) || ts.isImportDeclaration(node)) return;
    for (const { kind, start, end, text: changed } of changesOf(node)) {
      const at = source.getLineAndCharacterOfPosition(start);
      const to = source.getLineAndCharacterOfPosition(end);
      const before = lines[at.line];
      if (at.line !== to.line || DULL_LINE.test(before)) continue;
      if (file.startsWith('web/') && kind === 'constant' && !/[A-Z]{3}/.test(before)) continue;
      const after = before.slice(0, at.character) + changed + before.slice(to.character);
      found.push({ file, line: at.line + 1, kind, before, after });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found
    .map((candidate) => ({ candidate, key: chance(`${file}|${candidate.kind}|${candidate.after}`) }))
    .sort((one, other) => one.key - other.key)
    .map(({ candidate }) => candidate);
}

const files = execFileSync('git', ['ls-files', 'services', 'read-models', 'infra', 'web/src'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !NO_PRODUCT.test(file));

const weightOf = (file) => (DULL.test(file) ? 0.2 : TELLING.test(file) ? 4 : 2);
/** Orders files by `chance`, weighted towards those with rules. */
const byChance = (chosen) =>
  chosen
    .map((file) => ({ file, key: chance(file) ** (1 / weightOf(file)) }))
    .sort((one, other) => other.key - one.key)
    .map(({ file }) => file);

/** Folder that gets one mutation at most; in `services`, the file itself. */
function cornerOf(file) {
  const steps = file.split('/');
  if (steps[0] === 'services') return file;
  if (steps[0] !== 'web') return steps.slice(0, 2).join('/');
  return steps.slice(0, DOORS.has(steps[2]) ? 4 : 3).join('/');
}

const kinds = new Map();
const drawn = [];

function drawFrom(part, many) {
  const corners = new Set();
  const own = new Set();
  let left = many;
  for (const file of byChance(files.filter((name) => name.startsWith(`${part}/`)))) {
    if (left === 0) return;
    const corner = cornerOf(file);
    if (corners.has(corner)) continue;
    const picked = candidatesOf(file).find(
      ({ kind, before }) =>
        (many > PER_SERVICE_ROOM || !own.has(kind)) &&
        (kinds.get(kind) ?? 0) < KIND_MAX &&
        !Object.hasOwn(SKIPPED, `${file} | ${kind} | ${before.trim()}`),
    );
    if (!picked) continue;
    corners.add(corner);
    own.add(picked.kind);
    kinds.set(picked.kind, (kinds.get(picked.kind) ?? 0) + 1);
    drawn.push(picked);
    left -= 1;
  }
  if (left > 0) throw new Error(`${part} has too few candidates: ${left} missing`);
}

const rooms = [
  ...new Set(files.filter((name) => /^services\/[^/]+\//.test(name)).map((name) => name.split('/')[1])),
];
for (const room of rooms.sort()) drawFrom(`services/${room}`, PER_SERVICE_ROOM);
for (const [part, many] of Object.entries(PARTS)) drawFrom(part, many);

const place = join(here, 'mutations.json');
const known = existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')) : [];
/** Keeps the known `suites` of a mutation that is drawn again. */
const list = drawn.map((mutation, index) => {
  const same = known.find(
    ({ file, before, after }) =>
      file === mutation.file && before === mutation.before && after === mutation.after,
  );
  return {
    id: `m${String(index + 1).padStart(2, '0')}`,
    ...mutation,
    suites: same?.suites ?? [],
    ...(same?.suitesBefore ? { suitesBefore: same.suitesBefore } : {}),
  };
});
if (process.argv.includes('--write')) writeFileSync(place, `${JSON.stringify(list, null, 2)}\n`);
else
  for (const { id, file, line, kind, before, after } of list)
    process.stdout.write(`${id} ${file}:${line} ${kind}\n   - ${before.trim()}\n   + ${after.trim()}\n`);
