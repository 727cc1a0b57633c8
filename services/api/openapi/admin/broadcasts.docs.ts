import { type CallDocs, LIST } from '../call-docs.js';

const BROADCAST = 'The id of a row of the list.';
const ID = '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1';

export const BROADCAST_DOCS = {
  broadcasts: {
    title: 'Broadcasts',
    about: 'Everything that customers were told, the one written last first.',
    fields: { ...LIST, search: 'Part of a title or message.' },
    body: { page: 1, page_size: 10 },
    answer: {
      status: true,
      broadcast_info: [
        {
          id: ID,
          broadcast_title: 'Maintenance',
          broadcast_message: 'Data is slow tonight.',
          active: true,
          author: 'Chief Admin',
          created_at: '2026-03-02T10:15:30+01:00',
        },
      ],
      total: 1,
      total_capped: false,
      truncated: false,
      position: 1042,
    },
  },
  createBroadcast: {
    title: 'Tell all customers something',
    about: 'Plain text. Customers see it at once, until it is deactivated or another one is activated.',
    fields: {
      broadcastTitle: 'Up to 100 characters.',
      broadcastMessage: 'Up to 1,000 characters; line breaks are kept.',
      form_id:
        'Made when the form opens: the same again is the same broadcast. Without it each call makes one.',
    },
    body: { broadcastTitle: 'Maintenance', broadcastMessage: 'Data is slow tonight.' },
    answer: { status: true, message: 'Broadcast created. Customers see it now.' },
  },
  activateBroadcast: {
    title: 'Show a broadcast again',
    about: 'It becomes the newest, which is the one that customers are shown.',
    fields: { broadcastId: BROADCAST },
    body: { broadcastId: ID },
    answer: { status: true, message: 'Broadcast activated. Customers see it now.' },
  },
  deactivateBroadcast: {
    title: 'Withdraw a broadcast',
    about: 'Customers are shown the newest of those that are left.',
    fields: { broadcastId: BROADCAST },
    body: { broadcastId: ID },
    answer: { status: true, message: 'Broadcast deactivated. Customers no longer see it.' },
  },
} satisfies Partial<CallDocs>;
