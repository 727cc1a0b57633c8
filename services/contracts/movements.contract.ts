import { z } from 'zod';
import { reads, serverOnly, type Call } from './call.js';
import { ENDS_TOO_EARLY, LIST_FIELDS, listAnswer, oneOf, startsBeforeItEnds } from './fields/http-fields.js';
import { SERVICES, TRANSACTION_STATUSES } from './services.js';

export const MOVEMENT_CALLS = {
  /** Purchases, payments in and everything else that moved the balance, as one list. */
  walletMovements: reads('/api/wallet_movements/'),
} as const satisfies Record<string, Call>;

/** Why a balance moved. A purchase moves it when it is accepted; money that comes back moves it once more. */
export const MOVEMENT_KINDS = [
  'purchase',
  'part-return',
  'refund',
  'reversal',
  'funding',
  'charge',
  'adjustment',
] as const;

/** One movement of what a customer can spend. Money is naira, times are ISO 8601 with +01:00. */
export const WalletMovement = serverOnly(() =>
  z.object({
    id: z.string(),
    kind: z.enum(MOVEMENT_KINDS),
    at: z.string(),
    /** Of the purchase, whose receipt it leads to, or of the payment in; empty where there is none. */
    reference: z.string(),
    /** Empty where it is of none. */
    service: z.string(),
    /** What was bought, who paid in, or what it is called. */
    title: z.string(),
    /** Name of the network, for airtime and data. */
    network: z.string().optional(),
    /** Whom it was bought for; empty where it was for nobody, or the person was erased. */
    recipient: z.string(),
    /** Positive in, negative out. */
    amount: z.number(),
    /** Right after it. */
    balance: z.number(),
    status: z.enum(TRANSACTION_STATUSES),
  }),
);
export type WalletMovement = z.output<typeof WalletMovement>;

/** Shapes of MOVEMENT_CALLS. */
export const MOVEMENT_SHAPES = serverOnly(() => ({
  walletMovements: {
    request: z
      .object({
        ...LIST_FIELDS,
        status: oneOf(TRANSACTION_STATUSES).nullish(),
        service: oneOf(SERVICES).nullish(),
      })
      .refine(startsBeforeItEnds, ENDS_TOO_EARLY),
    answer: listAnswer(WalletMovement),
  },
}));
