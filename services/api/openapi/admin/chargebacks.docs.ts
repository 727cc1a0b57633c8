import { type CallDocs } from '../call-docs.js';
const LIMIT =
  'What is more than the limit, alone or with what the same administrator moved that day, waits for another administrator.';

export const CHARGEBACK_DOCS = {
  chargebacks: {
    title: 'Payments that were charged back',
    about: 'Newest first: what the bank of whoever paid took back through the payment provider.',
  },
  disputablePayment: {
    title: 'What of a payment can be charged back',
    about:
      'A payment that came through a payment provider and was credited to a customer. One that was not is 404 CHARGEBACK_PAYMENT_NOT_FOUND.',
  },
  recordChargeback: {
    title: 'Record a chargeback',
    about: `The wallet pays as much of it as it can, never what is held for purchases; the rest is our loss. A dispute that was recorded before is 409 DISPUTE_RECORDED, more than is left of the payment 409 CHARGEBACK_TOO_MUCH. ${LIMIT}`,
    answer: {
      message:
        '₦3,200.00 taken back from the wallet of Ada Obi. ₦1,800.00 was not there to take: it is booked as our loss. Their spending is stopped.',
    },
  },
  winChargeback: {
    title: 'Record that a dispute was won',
    about: `What the chargeback took goes back to the wallet, once; the fee of the provider stays ours. A dispute that was won before is 409 DISPUTE_WON. ${LIMIT}`,
    body: { reason: 'The bank withdrew it' },
    answer: { message: '₦3,200.00 given back to Ada Obi.' },
  },
} satisfies Partial<CallDocs>;
