/**
 * Forbids spreading a literal into a literal (`{ ...{ a, b }, c }`, `[...[a, b], c]`, `f(...([a, b] as const))`, `<Part {...{ a, b }} />`): it is
 * written to have the formatter keep several entries on a line, costs an object, and hides entries that stand twice from the compiler.
 * `--fix` takes the entries out of the inner literal. Spreading what a condition chooses (`...(x && { a })`) is let through.
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
    /** The literal that is spread, of which `as const` says nothing. */
    const literalOf = ({ argument }) => argument.expression ?? argument;
    const report = (node) =>
      context.report({
        node,
        messageId: 'spread',
        fix: (fixer) => {
          const inner = sourceCode.getText(literalOf(node)).slice(1, -1).trim().replace(/,$/, '');
          // Entries of a literal that ends in a comment, or has none, are moved by hand.
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
