/** Requires the callback of an LMDB transaction to be synchronous and to return nothing: a promise loses writes. */
export const transactions = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      returns:
        'Write the transaction callback with braces and return nothing: a returned promise loses acknowledged writes.',
      async: 'A transaction callback is synchronous.',
    },
  },
  create(context) {
    return {
      'CallExpression > ArrowFunctionExpression'(node) {
        const { callee } = node.parent;
        if (callee === node || !TRANSACTIONS.has(callee.property?.name)) return;
        if (node.body.type !== 'BlockStatement') context.report({ node, messageId: 'returns' });
        if (node.async) context.report({ node, messageId: 'async' });
      },
    };
  },
};

const TRANSACTIONS = new Set(['transaction', 'transactionSync', 'childTransaction']);
