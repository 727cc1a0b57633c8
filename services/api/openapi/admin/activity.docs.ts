import { type CallDocs, LIST } from '../call-docs.js';

export const ACTIVITY_DOCS = {
  activity: {
    title: 'What administrators did',
    about:
      'Every change that an administrator made, newest first: who, what, to whom, what it was before, what it is now, when and from where. Names of customers and addresses are masked for whoever may not see them.',
    fields: {
      ...LIST,
      search:
        'Part of what was done, of a value or of a reason; a whole reference; the whole email of a person.',
      area: 'What it was about, or left out for everything.',
      administrator: 'Id of one administrator, or left out for all.',
    },
    body: { page: 1, page_size: 10, area: 'catalogue' },
    answer: {
      status: true,
      activity: [
        {
          id: '5f1f8f0e-3f3f-4c59-9f0b-8f4a4f0f2b11',
          at: '2026-03-02T10:15:30.000+01:00',
          administrator_id: '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1',
          administrator: 'Ife Money',
          area: 'catalogue',
          what: 'Changed the affiliate charge',
          type: 'AffiliateFeeSet',
          subject: 'Catalog',
          subject_id: '',
          changes: [{ field: 'Fee', before: '₦1,000.00', after: '₦1,500.00' }],
          reason: '',
          address: '102.89.*.*',
          device: '',
        },
      ],
      total: 1,
      total_capped: false,
      truncated: false,
      position: 1042,
    },
  },
} satisfies Partial<CallDocs>;
