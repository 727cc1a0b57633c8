import { type CallDocs, LIST } from '../call-docs.js';

const ID = '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1';
const PAYMENT = {
  provider: 'Code of the payment provider: `monnify`.',
  payment_reference: 'The payment, as its provider names it.',
};
const DISPUTE = {
  form_id: 'Made when the form opens: the same again changes nothing more.',
  dispute_reference: 'The dispute, as the provider names it. Each is recorded once.',
  evidence: 'Where the proof is kept.',
  reason: 'Why, in your own words; stored for good.',
};
const LIMIT =
  'What is more than the limit, alone or with what the same administrator moved that day, waits for another administrator.';
const NAMED = { provider: 'monnify' as const, payment_reference: 'MNFY|20|20260302|000017' };
const DISPUTED = { form_id: ID, dispute_reference: 'CB-2026-0042', evidence: 'Mail of 12 March' };

export const CHARGEBACK_DOCS = {
  chargebacks: {
    title: 'Payments that were charged back',
    about: 'Newest first: what the bank of whoever paid took back through the payment provider.',
    fields: {
      ...LIST,
      search: 'Part of the reference of the payment or of the dispute, or the whole email of a customer.',
      standing: '`taken` or `won`, or left out for both.',
    },
    body: { page: 1, page_size: 10, standing: 'taken' },
    answer: {
      status: true,
      chargebacks: [
        {
          id: ID,
          standing: 'taken',
          provider: 'monnify',
          provider_name: 'Monnify',
          payment_reference: 'MNFY|20|20260302|000017',
          dispute_reference: 'CB-2026-0042',
          user_id: ID,
          user_email: 'a***@d***.test',
          amount: 5_000,
          debited: 3_200,
          loss: 1_800,
          fee: 100,
          reason: 'The card was stolen',
          evidence: 'Mail of 12 March',
          recorded_by: 'Chidi Eze',
          approved_by: '',
          created_at: '2026-03-12T10:15:00.000+01:00',
          won_reason: '',
          won_evidence: '',
          won_by: '',
          won_at: '',
        },
      ],
      total: 1,
      total_capped: false,
      truncated: false,
      position: 812,
    },
  },
  disputablePayment: {
    title: 'What of a payment can be charged back',
    about:
      'A payment that came through a payment provider and was credited to a customer. One that was not is 404 CHARGEBACK_PAYMENT_NOT_FOUND.',
    fields: PAYMENT,
    body: NAMED,
    answer: {
      status: true,
      user_id: ID,
      name: 'Ada Obi',
      email: 'ada@demo.test',
      credited: 5_000,
      left: 5_000,
      balance: 3_200,
    },
  },
  recordChargeback: {
    title: 'Record a chargeback',
    about: `The wallet pays as much of it as it can, never what is held for purchases; the rest is our loss. A dispute that was recorded before is 409 DISPUTE_RECORDED, more than is left of the payment 409 CHARGEBACK_TOO_MUCH. ${LIMIT}`,
    fields: {
      ...PAYMENT,
      ...DISPUTE,
      amount: 'Naira that were disputed: at most what the payment credited and was not charged back yet.',
      fee: 'Naira that the provider charges us for it; nothing by default.',
      freeze: 'Stops the spending of the customer until an administrator allows it again.',
    },
    body: { ...NAMED, ...DISPUTED, amount: 5_000, fee: 100, freeze: true, reason: 'The card was stolen' },
    answer: {
      status: true,
      message:
        '₦3,200.00 taken back from the wallet of Ada Obi. ₦1,800.00 was not there to take: it is booked as our loss. Their spending is stopped.',
      outcome: 'applied',
    },
  },
  winChargeback: {
    title: 'Record that a dispute was won',
    about: `What the chargeback took goes back to the wallet, once; the fee of the provider stays ours. A dispute that was won before is 409 DISPUTE_WON. ${LIMIT}`,
    fields: { ...DISPUTE, provider: PAYMENT.provider },
    body: { ...DISPUTED, provider: 'monnify', reason: 'The bank withdrew it' },
    answer: { status: true, message: '₦3,200.00 given back to Ada Obi.', outcome: 'applied' },
  },
} satisfies Partial<CallDocs>;
