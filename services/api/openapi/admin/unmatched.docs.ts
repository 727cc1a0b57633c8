import { type CallDocs } from '../call-docs.js';
const ONCE =
  'A payment is settled once: whoever comes second is told by 409 UNMATCHED_SETTLED. What is more than the limit, alone or with ' +
  'what the same administrator moved that day, waits for another administrator.';

export const UNMATCHED_DOCS = {
  unmatchedPayments: {
    title: 'Payments that belong to nobody',
    about:
      'Newest first: what arrived at an account reference that no customer has. The books owe it until it is settled. ' +
      'Payments that the provider confirms in an unknown form are listed too, with `unread`: an administrator states what arrived.',
  },
  assignUnmatched: {
    title: 'Assign it to a customer',
    about: `It is credited as any payment, less our charge. ${ONCE}`,
    answer: { message: '₦5,000.00 assigned to Ada Obi.' },
  },
  returnUnmatched: {
    title: 'Return it to whoever paid',
    about: `A bank of ours has sent it back. ${ONCE} A line of a bank that was booked before is 409 BANK_REFERENCE_USED.`,
    answer: { message: 'The return of ₦5,000.00 is booked at GTBank.' },
  },
  dismissUnmatched: {
    title: 'Decide that no payment arrived',
    about:
      'Only while `unread`; a certain payment is 409 UNMATCHED_CERTAIN. If the provider confirms it after all, it is credited.',
    answer: { message: 'Nothing is credited for this payment.' },
  },
} satisfies Partial<CallDocs>;
