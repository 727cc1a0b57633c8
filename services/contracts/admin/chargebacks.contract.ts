import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import {
  ADMIN_LIST_FIELDS,
  adminListAnswer,
  Amount,
  BodyToken,
  ENDS_TOO_EARLY,
  IdParam,
  Ok,
  oneOf,
  startsBeforeItEnds,
  Text,
} from '../fields/http-fields.js';
import { MONEY_FIELDS } from './money-desk-fields.js';
import { PROVIDER_CODES } from './money-desk.contract.js';

/** `taken`: the provider took the payment back. `won`: the dispute was decided for us and the money returned. */
export const CHARGEBACK_STANDINGS = ['taken', 'won'] as const;

/** Payments taken back through the provider by the payer's bank. */
export const CHARGEBACK_CALLS = {
  chargebacks: adminReads('/api/admin-chargebacks/'),
  disputablePayment: adminReads('/api/admin-chargebacks/payment/'),
  recordChargeback: adminChanges('/api/admin-chargebacks/record/', 'finance'),
  winChargeback: adminChanges('/api/admin-chargebacks/won/', 'finance'),
} as const satisfies Record<string, Call>;

/** Money is naira. */
export const ChargebackRow = serverOnly(() =>
  z.object({
    id: z.string(),
    standing: z.enum(CHARGEBACK_STANDINGS),
    /** Provider code. */
    provider: z.string(),
    provider_name: z.string(),
    payment_reference: z.string(),
    dispute_reference: z.string(),
    user_id: z.string(),
    /** `maskedEmail` without permission; empty once erased. */
    user_email: z.string(),
    /** Disputed amount: `debited` from the wallet plus our `loss`. */
    amount: z.number(),
    debited: z.number(),
    loss: z.number(),
    fee: z.number(),
    reason: z.string(),
    evidence: z.string(),
    recorded_by: z.string(),
    approved_by: z.string(),
    created_at: z.string(),
    won_reason: z.string(),
    won_evidence: z.string(),
    won_by: z.string(),
    won_at: z.string(),
  }),
);
export type ChargebackRow = z.output<typeof ChargebackRow>;

export const CHARGEBACK_SHAPES = serverOnly(() => {
  const payment = { provider: oneOf(PROVIDER_CODES), payment_reference: Text(200), grabToken: BodyToken };
  const dispute = {
    form_id: IdParam,
    dispute_reference: MONEY_FIELDS.line.bank_reference,
    evidence: MONEY_FIELDS.line.evidence,
    reason: MONEY_FIELDS.reason,
  };
  const Recorded = z.object({
    status: Ok,
    message: z.string(),
    /** `waiting` moves nothing until another administrator agrees. */
    outcome: z.enum(['applied', 'waiting']),
  });
  return {
    chargebacks: {
      request: z
        .object({ ...ADMIN_LIST_FIELDS, standing: oneOf(CHARGEBACK_STANDINGS).nullish() })
        .refine(startsBeforeItEnds, ENDS_TOO_EARLY),
      answer: adminListAnswer('chargebacks', ChargebackRow),
    },
    disputablePayment: {
      request: z.object(payment),
      answer: z.object({
        status: Ok,
        user_id: z.string(),
        name: z.string(),
        email: z.string(),
        /** Naira: `credited` arrived, `left` can be charged back, `balance` can be spent. */
        credited: z.number(),
        left: z.number(),
        balance: z.number(),
      }),
    },
    recordChargeback: {
      request: z.object({
        ...payment,
        ...dispute,
        amount: Amount,
        /** Defaults to 0. */
        fee: MONEY_FIELDS.kobo.nullish(),
        /** Freezes the customer's spending. */
        freeze: z.boolean('must be true or false').nullish(),
      }),
      answer: Recorded,
    },
    winChargeback: {
      request: z.object({ ...dispute, provider: payment.provider, grabToken: BodyToken }),
      answer: Recorded,
    },
  };
});
