import { type CallDocs, LIST } from '../call-docs.js';

export const PROBLEM_REPORT_DOCS = {
  problemReports: {
    title: 'Reported problems',
    about:
      'What customers say is wrong with purchases of theirs, newest first: the newest report of each purchase, with what the purchase is by now. Words and emails are masked for whoever may not see them.',
    fields: { ...LIST, search: 'Part of a reference.' },
    body: { page: 1, page_size: 10 },
    answer: {
      status: true,
      problem_reports: [
        {
          id: '7d3f1a52-6a0e-5b8c-9d4f-2e1c3b5a7968',
          api_transaction_reference: 'NL6Q3Z8K1V0T9W4XYA',
          service: 'airtime',
          product: 'Mtn airtime',
          amount: 990,
          problem: 'not-received',
          words: 'The balance of the line has not changed.',
          transaction_status: 'Pending',
          status_now: 'Refunded',
          reported_at: '2026-03-02T10:40:30.000+01:00',
          user_id: '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1',
          user_email: 'ada@example.com',
        },
      ],
      total: 1,
      total_capped: false,
      truncated: false,
      position: 1042,
    },
  },
} satisfies Partial<CallDocs>;
