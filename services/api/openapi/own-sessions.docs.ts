import { type CallDocs } from './call-docs.js';

export const OWN_SESSION_DOCS = {
  sessions: {
    title: 'Where the customer is signed in',
    about: 'Each browser with its network and when it was used last.',
  },
  endSession: {
    title: 'Sign one browser out',
    about: 'Ends one session of the list, and what it follows live.',
  },
  endOtherSessions: {
    title: 'Sign all other browsers out',
    about: 'Ends every session but the one that asks.',
  },
} satisfies Partial<CallDocs>;
