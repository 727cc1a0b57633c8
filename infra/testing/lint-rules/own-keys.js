import {
  isAsExpression,
  isNonNullExpression,
  isParenthesizedExpression,
  isSatisfiesExpression,
  isTypeAssertion,
} from 'typescript-native/unstable/ast';
import { TypeFlags } from 'typescript-native/unstable/sync';
import { lookupsIn } from './types.js';

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
    let known;
    const isByAnyText = ({ range: [start, end] }) => {
      known ??= lookupsIn(context);
      const lookup = known.found.get(`${start}-${end}`);
      const typeOf = (node) => known.checker.getTypeAtLocation(node);
      return (
        lookup &&
        isAnyText(typeOf(unwrapped(lookup.argumentExpression))) &&
        !isList(typeOf(lookup.expression))
      );
    };
    return {
      'BinaryExpression[operator="in"]'({ left, loc }) {
        if (left.type !== 'Literal' && left.type !== 'PrivateIdentifier')
          context.report({ loc, messageId: 'in' });
      },
      'MemberExpression[computed=true]'(node) {
        if (!lookups || node.property.type === 'Literal' || isWritten(node)) return;
        if (isByAnyText(node)) context.report({ loc: node.loc, messageId: 'lookup' });
      },
    };
  },
};

const WRAPPERS = [
  isAsExpression,
  isNonNullExpression,
  isParenthesizedExpression,
  isSatisfiesExpression,
  isTypeAssertion,
];
const unwrapped = (node) => (WRAPPERS.some((is) => is(node)) ? unwrapped(node.expression) : node);

const partsOf = (type) => (type.isUnionType() ? type.getTypes() : [type]);
const ANY_TEXT = TypeFlags.String | TypeFlags.Any | TypeFlags.Unknown;
const TEXT = TypeFlags.String | TypeFlags.StringLiteral | TypeFlags.TemplateLiteral | TypeFlags.StringMapping;
const isAnyText = (type) => partsOf(type).some(({ flags }) => (flags & ANY_TEXT) !== 0);
const isList = (type) =>
  partsOf(type).every((part) => part.flags & TEXT || /Array$/.test(part.getSymbol()?.name ?? ''));

/** Writes read nothing inherited. */
const isWritten = (node) =>
  (node.parent.type === 'AssignmentExpression' &&
    node.parent.operator === '=' &&
    node.parent.left === node) ||
  (node.parent.type === 'UnaryExpression' && node.parent.operator === 'delete');
