import { type CallDocs } from '../call-docs.js';

export const BROADCAST_DOCS = {
  broadcasts: {
    title: 'Broadcasts',
    about: 'Everything that customers were told, the one written last first.',
  },
  createBroadcast: {
    title: 'Tell all customers something',
    about:
      'Plain text. Customers see it at once, until it is deactivated or another one is activated. A text with a link, an account number or a phone number waits for a second administrator.',
    answer: { message: 'Broadcast created. Customers see it now.' },
  },
  activateBroadcast: {
    title: 'Show a broadcast again',
    about:
      'It becomes the newest, which is the one that customers are shown. A text with a link or a number waits for a second administrator.',
    answer: { message: 'Broadcast activated. Customers see it now.' },
  },
  deactivateBroadcast: {
    title: 'Withdraw a broadcast',
    about: 'Customers are shown the newest of those that are left.',
    answer: { message: 'Broadcast deactivated. Customers no longer see it.' },
  },
} satisfies Partial<CallDocs>;
