/**
 * Forbids spreading a literal into a literal, such as `[...[a, b], c]`. Such code only makes prettier keep entries on
 * one line, costs an object, and hides duplicates from the compiler. Conditional spreads such as `...(x && { a })` are
 * allowed.
 */
export const plainLiterals = {
  meta: {
    type: 'suggestion',
    fixable: 'code',
    schema: [],
    messages: { spread: 'Write the entries themselves instead of spreading a literal of them.' },
  },
  create(context) {
    const { sourceCode } = context;
    /** Literal that is spread, without `as const`. */
    const literalOf = ({ argument }) => argument.expression ?? argument;
    const report = (node) =>
      context.report({
        node,
        messageId: 'spread',
        fix: (fixer) => {
          const inner = sourceCode.getText(literalOf(node)).slice(1, -1).trim().replace(/,$/, '');
          // Empty literals, and literals that end in a comment, need a fix by hand.
          return inner === '' || inner.endsWith('*/') || /\/\/[^\n]*$/.test(inner)
            ? null
            : fixer.replaceText(node, inner);
        },
      });
    const attributeOf = ({ key, value }) => `${sourceCode.getText(key)}={${sourceCode.getText(value)}}`;
    const reportAttributes = (node) =>
      context.report({
        node,
        messageId: 'spread',
        fix: (fixer) =>
          node.argument.properties.every(({ type, computed }) => type === 'Property' && !computed)
            ? fixer.replaceText(node, node.argument.properties.map(attributeOf).join(' '))
            : null,
      });
    return {
      'JSXSpreadAttribute[argument.type="ObjectExpression"]': reportAttributes,
      'SpreadElement[argument.type="TSAsExpression"][argument.expression.type="ArrayExpression"]': report,
      'ObjectExpression > SpreadElement[argument.type="ObjectExpression"]': report,
      'SpreadElement[argument.type="ArrayExpression"]': report,
    };
  },
};
