import { projectOf } from './types.js';

/** Requires a `tsconfig.json` to include the file. The compiler checks no other files. */
export const inProject = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { outside: 'No tsconfig.json includes this file, so nothing checks its types.' },
  },
  create(context) {
    return {
      Program(node) {
        if (!projectOf(context.cwd, context.filename)) context.report({ node, messageId: 'outside' });
      },
    };
  },
};
