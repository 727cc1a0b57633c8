import { type CallDocs } from '../call-docs.js';

export const EXTERNAL_DOCS = {
  failedExternal: {
    title: 'Transactions that need a decision',
    about:
      'Purchases whose vendor left open what became of them, newest first. The money is held until somebody decides, or the vendor answers. `problem` is what the customer reported, if they did. Emails and their words are masked for whoever may not see personal data.',
  },
  completedExternal: {
    title: 'Transactions that needed a decision',
    about: 'What was decided, by whom and why; and what the vendor answered before anybody decided.',
  },
  externalSteps: {
    title: 'What the vendors said',
    about:
      'The conversation about one purchase, oldest first: what was sent, and each answer in its words. `unread` is what a vendor handed over and nobody could read: it may hold a token, and is masked for whoever may not see personal data.',
  },
  markSuccessful: {
    title: 'Mark as successful',
    about:
      'The vendor delivered: the customer pays. `id` is the id or the reference. `tokens` or `pins` are shown to the customer like those of a vendor; 422 VALIDATION_FAILED when the product has none. Deciding the same again changes nothing and says who had decided; 409 PURCHASE_SETTLED when it ended otherwise or with other tokens or pins, 409 REVIEW_NOT_OPEN when nobody has to decide.',
    body: { reason: 'The vendor confirmed it by phone.', pins: null },
    answer: { message: 'Marked as successful: the customer pays for it.' },
  },
  refundExternal: {
    title: 'Refund',
    about:
      'The vendor did not deliver: the customer gets the money back. `id` is the id or the reference. Refused as above.',
    answer: {
      result: 'before',
      message: 'Nothing was changed: Ada Obi refunded it on 02/03/2026 11:00:30 am.',
      decided_by: 'Ada Obi',
      decided_at: '2026-03-02T11:00:30.000+01:00',
    },
  },
  resolveMany: {
    title: 'Decide about many',
    about: 'Each on its own: what is refused of one keeps no other from being decided.',
    answer: { message: '1 of 1 decided.' },
  },
  askVendorAgain: {
    title: 'Ask the vendor again',
    about:
      'Asks now what became of them, each at most once a minute. It never refunds and never sends again; what the vendor answers shows in the lists.',
    answer: { message: '1 of 1 asked.' },
  },
} satisfies Partial<CallDocs>;
