import { type CallDocs } from '../call-docs.js';

export const ACTIVITY_DOCS = {
  activity: {
    title: 'What administrators did',
    about:
      'Every change that an administrator made, newest first: who, what, to whom, what it was before, what it is now, when and from where. Names of customers and addresses are masked for whoever may not see them.',
  },
} satisfies Partial<CallDocs>;
