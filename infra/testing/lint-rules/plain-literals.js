/**
 * Forbids spreading a literal into a literal (`{ ...{ a, b }, c }`, `[...[a, b], c]`, `f(...[a, b])`): it is written to have the
 * formatter keep several entries on a line, costs an object, and hides entries that stand twice from the compiler. `--fix` takes the
 * entries out of the inner literal. Spreading what a condition chooses (`...(x && { a })`) is let through.
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
    const report = (node) =>
      context.report({
        node,
        messageId: 'spread',
        fix: (fixer) => {
          const inner = sourceCode.getText(node.argument).slice(1, -1).trim().replace(/,$/, '');
          // Entries of a literal that ends in a comment, or has none, are moved by hand.
          return inner === '' || inner.endsWith('*/') || /\/\/[^\n]*$/.test(inner)
            ? null
            : fixer.replaceText(node, inner);
        },
      });
    return {
      'ObjectExpression > SpreadElement[argument.type="ObjectExpression"]': report,
      'SpreadElement[argument.type="ArrayExpression"]': report,
    };
  },
};
