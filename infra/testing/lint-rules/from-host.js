/**
 * Forbids taking time, timers or randomness from Node: a simulation replaces `infra/host`, from where to import them.
 *
 * Also reports uses behind `globalThis` and exports of Node modules. Types and locals of the same name are allowed.
 */
export const fromHost = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      time: 'Take the time from infra/host/clock.ts (nowMs, now, monotonicMs): a simulation replaces it.',
      timer:
        'Take timers from infra/host/timers.ts (startTimer, startRepeating, onNextTurn, breathe, sleep, timeoutSignal): a simulation replaces them.',
      chance:
        'Take chance from infra/host/chance.ts (randomUUID, randomBytes, randomInt): a simulation replaces it.',
    },
  },
  create(context) {
    const report = (node, messageId) => messageId && context.report({ loc: node.loc, messageId });
    const ofModule = (node, source) => {
      if (typeof source !== 'string') return;
      report(node, MODULES.get(source.replace(/^node:/, '')));
    };
    return {
      ImportDeclaration(node) {
        if (node.importKind === 'type') return;
        ofModule(node, node.source.value);
        if (!CRYPTO.has(node.source.value)) return;
        for (const one of node.specifiers)
          if (
            one.importKind !== 'type' &&
            (one.type !== 'ImportSpecifier' || CHANCE.has(nameOf(one.imported)))
          )
            report(one, 'chance');
      },
      'ExportNamedDeclaration[source]'(node) {
        ofModule(node, node.source.value);
        if (!CRYPTO.has(node.source.value)) return;
        for (const one of node.specifiers) if (CHANCE.has(nameOf(one.local))) report(one, 'chance');
      },
      ExportAllDeclaration(node) {
        ofModule(node, node.source.value);
        if (CRYPTO.has(node.source.value)) report(node, 'chance');
      },
      ImportExpression(node) {
        ofModule(node, node.source.value);
        if (CRYPTO.has(node.source.value)) report(node, 'chance');
      },
      'Program:exit'(node) {
        const scope = context.sourceCode.getScope(node);
        const known = scope.variables.filter(({ defs }) => defs.length === 0);
        for (const { identifier, isValueReference } of [
          ...known.flatMap(({ references }) => references),
          ...scope.through,
        ])
          if (isValueReference !== false && identifier.parent.type !== 'TSTypeQuery')
            report(identifier, saidOf(identifier.name, identifier));
      },
    };
  },
};

const CRYPTO = new Set(['node:crypto', 'crypto']);
const MODULES = new Map([
  ['timers', 'timer'],
  ['timers/promises', 'timer'],
  ['perf_hooks', 'time'],
]);
/** Random exports of `node:crypto`. */
const CHANCE = new Set([
  'randomUUID',
  'randomBytes',
  'pseudoRandomBytes',
  'randomInt',
  'randomFill',
  'randomFillSync',
  'getRandomValues',
  'webcrypto',
  'subtle',
  'default',
]);
/** Globals forbidden in any use. */
const GLOBALS = new Map([
  ['setTimeout', 'timer'],
  ['setInterval', 'timer'],
  ['setImmediate', 'timer'],
  ['clearTimeout', 'timer'],
  ['clearInterval', 'timer'],
  ['clearImmediate', 'timer'],
  ['performance', 'time'],
  ['crypto', 'chance'],
]);
/** Globals with one forbidden member. */
const MEMBERS = new Map([
  ['Date', { name: 'now', says: 'time' }],
  ['Math', { name: 'random', says: 'chance' }],
  ['AbortSignal', { name: 'timeout', says: 'timer' }],
  ['process', { name: 'hrtime', says: 'time' }],
]);
const EVERYTHING = new Set(['globalThis', 'global', 'self']);

const nameOf = (node) => node.name ?? node.value;

/** Members that the code around `node` uses; undefined when unknown. */
function usedOf(node) {
  const { parent } = node;
  if (parent.type === 'MemberExpression' && parent.object === node)
    return parent.computed && parent.property.type !== 'Literal' ? undefined : [nameOf(parent.property)];
  if (parent.type === 'VariableDeclarator' && parent.init === node && parent.id.type === 'ObjectPattern')
    return parent.id.properties.map(({ key }) => key && nameOf(key));
  return undefined;
}

/** Message for a use of `name` at `node`; undefined when it is allowed. */
function saidOf(name, node) {
  const used = usedOf(node);
  if (EVERYTHING.has(name))
    return used
      ?.map((member) =>
        node.parent.type === 'MemberExpression' ? saidOf(member, node.parent) : GLOBALS.get(member),
      )
      .find(Boolean);
  const member = MEMBERS.get(name);
  if (member && used?.includes(member.name)) return member.says;
  if (name === 'Date' && node.parent.callee === node)
    return node.parent.type === 'CallExpression' || node.parent.arguments.length === 0 ? 'time' : undefined;
  return GLOBALS.get(name);
}
