import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import {
  adminListAnswer,
  adminListFields,
  Amount,
  BodyToken,
  ENDS_TOO_EARLY,
  Ok,
  oneOf,
  startsBeforeItEnds,
} from '../fields/http-fields.js';
import { MONEY_FIELDS } from './money-desk-fields.js';
import { PAYMENT_FIELDS } from './money-desk.contract.js';

/**
 * `taken` means that the payment provider took the money back. `won` means that we won the dispute
 * and the provider paid the money again.
 */
export const CHARGEBACK_STANDINGS = ['taken', 'won'] as const;

export const CHARGEBACK_CALLS = {
  chargebacks: adminReads('/api/admin-chargebacks/'),
  disputablePayment: adminReads('/api/admin-chargebacks/payment/'),
  recordChargeback: adminChanges('/api/admin-chargebacks/record/', 'finance'),
  winChargeback: adminChanges('/api/admin-chargebacks/won/', 'finance'),
} as const satisfies Record<string, Call>;

export const ChargebackRow = serverOnly(() =>
  z.object({
    id: z.string().meta({ example: '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1' }),
    standing: z.enum(CHARGEBACK_STANDINGS).meta({ example: 'taken' }),
    provider: z.string().meta({ example: 'monnify' }),
    provider_name: z.string().meta({ example: 'Monnify' }),
    payment_reference: z.string().meta({ example: 'MNFY|20|20260302|000017' }),
    dispute_reference: z.string().meta({ example: 'CB-2026-0042' }),
    user_id: z.string().meta({ example: '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1' }),
    user_email: z.string().meta({ example: 'a***@d***.test' }),
    /**
     * Disputed amount. This is the sum of `debited`, which was taken from the wallet, and `loss`,
     * which we bear.
     */
    amount: z.number().meta({ example: 5000 }),
    debited: z.number().meta({ example: 3200 }),
    loss: z.number().meta({ example: 1800 }),
    fee: z.number().meta({ example: 100 }),
    reason: z.string().meta({ example: 'The card was stolen' }),
    evidence: z.string().meta({ example: 'Mail of 12 March' }),
    recorded_by: z.string().meta({ example: 'Chidi Eze' }),
    approved_by: z.string().meta({ example: '' }),
    created_at: z.string().meta({ example: '2026-03-12T10:15:00.000+01:00' }),
    won_reason: z.string().meta({ example: '' }),
    won_evidence: z.string().meta({ example: '' }),
    won_by: z.string().meta({ example: '' }),
    won_at: z.string().meta({ example: '' }),
  }),
);
export type ChargebackRow = z.output<typeof ChargebackRow>;

export const CHARGEBACK_SHAPES = serverOnly(() => {
  const payment = { ...PAYMENT_FIELDS, grabToken: BodyToken };
  const dispute = {
    form_id: MONEY_FIELDS.form_id,
    dispute_reference: MONEY_FIELDS.line.bank_reference.meta({
      description: 'The dispute, as the provider names it. Each is recorded once.',
      example: 'CB-2026-0042',
    }),
    evidence: MONEY_FIELDS.line.evidence,
    reason: MONEY_FIELDS.reason.meta({ example: 'The card was stolen' }),
  };
  const Recorded = z.object({
    status: Ok,
    message: z.string(),
    outcome: z.enum(['applied', 'waiting']).meta({ example: 'applied' }),
  });
  return {
    chargebacks: {
      request: z
        .object({
          ...adminListFields(
            'Part of the reference of the payment or of the dispute, or the whole email of a customer.',
          ),
          standing: oneOf(CHARGEBACK_STANDINGS)
            .nullish()
            .meta({ description: '`taken` or `won`, or left out for both.', example: 'taken' }),
        })
        .refine(startsBeforeItEnds, ENDS_TOO_EARLY),
      answer: adminListAnswer('chargebacks', ChargebackRow),
    },
    disputablePayment: {
      request: z.object(payment),
      answer: z.object({
        status: Ok,
        user_id: z.string().meta({ example: '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1' }),
        name: z.string().meta({ example: 'Ada Obi' }),
        email: z.string().meta({ example: 'ada@demo.test' }),
        /**
         * Amounts in naira. `credited` is the amount that the payment brought into the wallet.
         * `left` is the part of `credited` that was not yet charged back. `balance` is the amount
         * that the wallet can spend.
         */
        credited: z.number().meta({ example: 5000 }),
        left: z.number().meta({ example: 5000 }),
        balance: z.number().meta({ example: 3200 }),
      }),
    },
    recordChargeback: {
      request: z.object({
        ...payment,
        ...dispute,
        amount: Amount.meta({
          description:
            'Naira that were disputed: at most what the payment credited and was not charged back yet.',
          example: 5000,
        }),
        fee: MONEY_FIELDS.kobo.nullish().meta({
          description: 'Naira that the provider charges us for it; nothing by default.',
          example: 100,
        }),
        freeze: z.boolean('must be true or false').nullish().meta({
          description: 'Stops the spending of the customer until an administrator allows it again.',
          example: true,
        }),
      }),
      answer: Recorded,
    },
    winChargeback: {
      request: z.object({ ...dispute, provider: payment.provider, grabToken: BodyToken }),
      answer: Recorded,
    },
  };
});
