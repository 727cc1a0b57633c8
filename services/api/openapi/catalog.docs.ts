import { type CallDocs } from './call-docs.js';

export const CATALOG_DOCS = {
  catalogue: {
    title: 'What is on offer',
    about: 'Services, networks, providers and exams, and whether each is available right now.',
  },
  serviceHealth: {
    title: 'How deliveries go',
    about:
      'Of each service, and of each network of airtime and data, by the newest purchases of the last 30 minutes: good, slow, poor, or unknown where too little was bought to tell. It is made anew every five seconds.',
  },
} satisfies Partial<CallDocs>;
