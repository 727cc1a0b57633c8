import { DONE, type CallDocs } from './call-docs.js';

export const OWN_SESSION_DOCS = {
  sessions: {
    title: 'Where the customer is signed in',
    about: 'Each browser with its network and when it was used last.',
    fields: {},
    body: {},
    answer: {
      status: true,
      sessions: [
        {
          id: 's1',
          device: 'Mozilla/5.0 (Android 15; Mobile) Firefox/140.0',
          network: '203.0.113.0/24',
          started_at: '2026-03-02T09:58:01+01:00',
          last_seen_at: '2026-03-02T10:15:30+01:00',
          current: true,
        },
      ],
    },
  },
  endSession: {
    title: 'Sign one browser out',
    about: 'Ends one session of the list, and what it follows live.',
    fields: { id: 'The id of a session of the list.' },
    body: { id: 's1' },
    answer: DONE,
  },
  endOtherSessions: {
    title: 'Sign all other browsers out',
    about: 'Ends every session but the one that asks.',
    fields: {},
    body: {},
    answer: DONE,
  },
} satisfies Partial<CallDocs>;
