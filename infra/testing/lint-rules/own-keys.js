import ts from 'typescript';

/**
 * Forbids looking up a name from outside in a plain object: `'constructor' in TABLE` is true for every object. Use
 * `Object.hasOwn`, `ownEntry` of services/contracts/own-entry.ts, or a `Map`.
 *
 * Reports even names behind `as`, which checks nothing. Allows names typed as literals, numbers or symbols, because
 * such a type implies a check; arrays; and assignments.
 */
export const ownKeys = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object', properties: { lookups: { type: 'boolean' } }, additionalProperties: false }],
    messages: {
      in: '`in` also finds what every object inherits (constructor, __proto__): ask Object.hasOwn.',
      lookup:
        'A lookup by any text also finds what every object inherits (constructor, __proto__): use ownEntry, Object.hasOwn or a Map.',
    },
  },
  create(context) {
    const { lookups = true } = context.options[0] ?? {};
    const { esTreeNodeToTSNodeMap: nodes, program } = context.sourceCode.parserServices;
    const typeOf = (node) => program.getTypeChecker().getTypeAtLocation(nodes.get(node));
    return {
      'BinaryExpression[operator="in"]'({ left, loc }) {
        if (left.type !== 'Literal' && left.type !== 'PrivateIdentifier')
          context.report({ loc, messageId: 'in' });
      },
      'MemberExpression[computed=true]'(node) {
        if (!lookups || isWritten(node)) return;
        const name = unwrapped(node.property);
        if (name.type === 'Literal' || !isAnyText(typeOf(name)) || isList(typeOf(node.object))) return;
        context.report({ loc: node.loc, messageId: 'lookup' });
      },
    };
  },
};

const WRAPPED = new Set([
  'TSAsExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSSatisfiesExpression',
]);
const unwrapped = (node) => (WRAPPED.has(node.type) ? unwrapped(node.expression) : node);

const partsOf = (type) => (type.isUnion() ? type.types : [type]);
const ANY_TEXT = ts.TypeFlags.String | ts.TypeFlags.Any | ts.TypeFlags.Unknown;
const isAnyText = (type) => partsOf(type).some(({ flags }) => (flags & ANY_TEXT) !== 0);
const isList = (type) =>
  partsOf(type).every(
    ({ flags, symbol }) => flags & ts.TypeFlags.StringLike || /Array$/.test(symbol?.name ?? ''),
  );

/** Writes read nothing inherited. */
const isWritten = ({ parent, ...node }) =>
  (parent.type === 'AssignmentExpression' && parent.operator === '=' && parent.left.range === node.range) ||
  (parent.type === 'UnaryExpression' && parent.operator === 'delete');
