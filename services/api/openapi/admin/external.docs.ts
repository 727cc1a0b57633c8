import { LIST, type CallDocs } from '../call-docs.js';

const ROW = {
  id: '7d3f1a52-6a0e-5b8c-9d4f-2e1c3b5a7968',
  transaction_reference: 'NL6Q3Z8K1V0T9W4XYA',
  transaction_api: 'Platinum',
  transaction_type: 'Mtn airtime',
  transaction_site_owner: 'nl_...9f2c',
  amount: 990,
  user_email: 'ada@example.com',
  service: 'airtime',
  transaction_Date: '2026-03-02T10:15:30.000+01:00',
  age_seconds: 2_700,
  why: 'vendor-044',
  problem: {
    problem: 'not-received',
    words: 'The balance of the line has not changed.',
    transaction_status: 'Pending',
    reported_at: '2026-03-02T10:40:30.000+01:00',
  },
} as const;
const PAGE = { status: true, total: 1, total_capped: false, truncated: false, position: 1042 } as const;
const FIELDS = {
  ...LIST,
  search:
    'Part of a reference, of what was bought, a service, decision, vendor, key or id of the owner, of why a person was asked, or of who decided, or an amount: 500, 500.00 or ₦1,500. For those who may see customers also of an email or a name.',
};
const REASON =
  'Why, for the record: at most 200 characters, without emails and phone numbers. Stored for good.';
const IDS = 'Up to 500 ids of transactions.';

export const EXTERNAL_DOCS = {
  failedExternal: {
    title: 'Transactions that need a decision',
    about:
      'Purchases whose vendor left open what became of them, newest first. The money is held until somebody decides, or the vendor answers. `problem` is what the customer reported, if they did. Emails and their words are masked for whoever may not see personal data.',
    fields: FIELDS,
    body: { page: 1, page_size: 50 },
    answer: { ...PAGE, failed_history: [ROW] },
  },
  completedExternal: {
    title: 'Transactions that needed a decision',
    about: 'What was decided, by whom and why; and what the vendor answered before anybody decided.',
    fields: FIELDS,
    body: { page: 1, page_size: 50 },
    answer: {
      ...PAGE,
      completed_history: [
        {
          ...ROW,
          decision: 'refund',
          decided_by: 'Ada Obi',
          decided_at: '2026-03-02T11:00:30.000+01:00',
          reason: 'The vendor has no record of it.',
        },
      ],
    },
  },
  externalSteps: {
    title: 'What the vendors said',
    about: 'The conversation about one purchase, oldest first: what was sent, and each answer in its words.',
    fields: { id: 'Id of the transaction.' },
    body: { id: ROW.id },
    answer: {
      status: true,
      steps: [
        { step: 'opened', at: ROW.transaction_Date, vendor: '' },
        {
          step: 'sent',
          at: ROW.transaction_Date,
          vendor: 'Platinum',
          vendor_reference: '202603021015abcdefghijklmnopqrst01',
        },
        { step: 'review', at: '2026-03-02T10:15:31.000+01:00', vendor: '', said: 'vendor-044' },
      ],
    },
  },
  markSuccessful: {
    title: 'Mark as successful',
    about:
      'The vendor delivered: the customer pays. `id` is the id or the reference. Deciding the same again changes nothing and says who had decided; 409 PURCHASE_SETTLED when it ended otherwise, 409 REVIEW_NOT_OPEN when nobody has to decide.',
    fields: { reason: REASON },
    body: { reason: 'The vendor confirmed it by phone.' },
    answer: {
      status: true,
      result: 'done',
      message: 'Marked as successful: the customer pays for it.',
    },
  },
  refundExternal: {
    title: 'Refund',
    about:
      'The vendor did not deliver: the customer gets the money back. `id` is the id or the reference. Refused as above.',
    fields: { reason: REASON },
    body: { reason: 'The vendor has no record of it.' },
    answer: {
      status: true,
      result: 'before',
      message: 'Nothing was changed: Ada Obi refunded it on 02/03/2026 11:00:30 am.',
      decided_by: 'Ada Obi',
      decided_at: '2026-03-02T11:00:30.000+01:00',
    },
  },
  resolveMany: {
    title: 'Decide about many',
    about: 'Each on its own: what is refused of one keeps no other from being decided.',
    fields: { ids: IDS, decision: 'refund or successful.', reason: REASON },
    body: { ids: [ROW.id], decision: 'refund', reason: 'The vendor was down all morning.' },
    answer: {
      status: true,
      message: '1 of 1 decided.',
      results: [
        {
          id: ROW.id,
          result: 'done',
          message: 'Refunded: the money goes back to the customer.',
        },
      ],
    },
  },
  askVendorAgain: {
    title: 'Ask the vendor again',
    about:
      'Asks now what became of them, each at most once a minute. It never refunds and never sends again; what the vendor answers shows in the lists.',
    fields: { ids: IDS },
    body: { ids: [ROW.id] },
    answer: {
      status: true,
      message: '1 of 1 asked.',
      results: [{ id: ROW.id, result: 'asked', retry_after: 0 }],
    },
  },
} satisfies Partial<CallDocs>;
