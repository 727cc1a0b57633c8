import { z } from 'zod';
import { asksOwn, buys, changes, reads, serverOnly, type Call } from './call.js';
import {
  BodyToken,
  Bounded,
  Day,
  either,
  LIST_FIELDS,
  listAnswer,
  Lines,
  Ok,
  oneOf,
  Reference,
  startsBeforeItEnds,
  ENDS_TOO_EARLY,
} from './fields/http-fields.js';
import { PROBLEM_WORDS_MAX, ProblemReport, PROBLEMS } from './fields/problems.js';
import { SERVICES, TRANSACTION_STATUSES } from './services.js';
import { IDEMPOTENCY_KEY, NOT_A_KEY } from './wire-names.js';

export const HISTORY_CALLS = {
  walletMovements: reads('/api/wallet_movements/'),
  transaction: asksOwn('/api/transaction/'),
  /**
   * Finds the purchase that was made with an `Idempotency-Key`, for a caller whose request timed
   * out. The answer is never outdated, because no read model is used.
   */
  acceptedPurchase: asksOwn('/api/accepted_purchase/'),
  /**
   * Asks the vendor about a purchase, at most once a minute. The call neither refunds the purchase
   * nor sends the order again.
   */
  checkStatus: buys('/api/check_status/'),
  /** A customer can report the same purchase again only when its status has changed. */
  reportProblem: changes('/api/report_problem/'),
  transactions: asksOwn('/api/user_transactions/'),
  airtimeTransactions: reads('/api/user_airtime_transactions/'),
  dataTransactions: reads('/api/user_data_transactions/'),
  cableTransactions: reads('/api/user_cable_transactions/'),
  electricityTransactions: reads('/api/user_electricity_transactions/'),
  examTransactions: reads('/api/user_exams_transactions/'),
  siteLinks: { method: 'POST', path: '/api/site_links/', kind: 'reads', access: 'public' },
} as const satisfies Record<string, Call>;

/** `GET ${RECEIPT_PATH}<reference>.pdf` answers with the receipt of one transaction. */
export const RECEIPT_PATH = '/api/receipt/';
/**
 * `GET ${RECEIPT_PROOF_PATH}<reference>/proof` answers with a proof that the ledger contains the
 * purchase. The proof can be checked offline.
 */
export const RECEIPT_PROOF_PATH = '/v1/receipts/';
export const VERIFY_RECEIPT_PATH = '/verify-receipt';
/**
 * `GET ${STATEMENT_PATH}<csv|pdf>?from=yyyy-MM-dd&to=yyyy-MM-dd` answers with a statement of
 * purchases and fundings, oldest first. Without `from` and `to`, the statement is about the current
 * Lagos month.
 */
export const STATEMENT_PATH = '/api/statement/';
export const STATEMENT_FORMATS = ['csv', 'pdf'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

export const TRANSACTION_STEPS = [
  'accepted',
  'sent',
  'pending',
  'unknown',
  'review',
  'delivered',
  'refunded',
  'reversed',
] as const;
export type TransactionStepName = (typeof TRANSACTION_STEPS)[number];

export const TransactionStep = serverOnly(() =>
  z.object({ step: z.enum(TRANSACTION_STEPS), at: z.string() }),
);

/**
 * Purchase in lists for customers. Amounts are in naira. Times are ISO 8601 with the offset +01:00.
 */
export const TransactionRow = serverOnly(() =>
  z.object({
    transaction_history_date: z.string().meta({ example: '2026-03-02T10:15:30+01:00' }),
    api_transaction_reference: z.string().meta({ example: 'NL6Q3Z8K1V0T9W4XYA' }),
    service: z.string().meta({ example: 'airtime' }),
    amount: z.number().meta({ example: 990 }),
    /**
     * Balance of the wallet after the purchase was refunded. Without a refund, the balance after the purchase
     * was accepted.
     */
    wallet_balance: z.number().meta({ example: 49010 }),
    product: z.string().meta({ example: 'Mtn airtime' }),
    phone_number: z.string().meta({ example: '+2348031234567' }),
    transaction_status: z.enum(TRANSACTION_STATUSES).meta({ example: 'Successful' }),
    /** Copy of `transaction_status` for older clients. */
    status: z.enum(TRANSACTION_STATUSES).meta({ example: 'Successful' }),
    token_pin: z.string().optional(),
  }),
);
export type TransactionRow = z.output<typeof TransactionRow>;

/**
 * Line of a receipt. `copy` is true for a line with tokens or pins, which gets a button for
 * copying.
 */
export const ReceiptFact = serverOnly(() =>
  z.object({
    label: z.string().meta({ example: 'Network' }),
    value: z.string().meta({ example: 'MTN' }),
    copy: z.boolean().optional(),
  }),
);
export type ReceiptFact = z.output<typeof ReceiptFact>;

export const TransactionDetails = serverOnly(() =>
  TransactionRow.extend({
    facts: z.array(ReceiptFact),
    network: z.string().optional().meta({ example: 'Mtn' }),
    face_value: z.number().meta({ example: 1000 }),
    price: z.number().meta({ example: 990 }),
    discount: z.number().meta({ example: 10 }),
    balance_after_purchase: z.number().meta({ example: 49010 }),
    /**
     * Balance of the wallet after a refund, a reversal or a partial refund. Absent when no money
     * came back.
     */
    balance_after_return: z.number().optional(),
    steps: z.array(TransactionStep).meta({
      example: [
        { step: 'accepted', at: '2026-03-02T10:15:30+01:00' },
        { step: 'sent', at: '2026-03-02T10:15:30+01:00' },
        { step: 'delivered', at: '2026-03-02T10:15:32+01:00' },
      ],
    }),
    problem: ProblemReport.optional(),
  }),
);
export type TransactionDetails = z.output<typeof TransactionDetails>;

const RANK: Readonly<Record<TransactionStepName, number>> = {
  accepted: 0,
  sent: 1,
  unknown: 2,
  pending: 3,
  review: 4,
  delivered: 5,
  refunded: 5,
  reversed: 6,
};

/** Steps that moved money. */
const FACTS: ReadonlySet<TransactionStepName> = new Set(['accepted', 'delivered', 'refunded', 'reversed']);

/**
 * Leaves out steps that go backwards in `RANK`. Keeps every step that moved money. Keeps every `sent` before
 * `review`, and compares the following steps with `sent`.
 */
export function forwardSteps<Step extends { readonly step: TransactionStepName }>(
  steps: readonly Step[],
): Step[] {
  let reached = -1;
  return steps.filter(({ step }) => {
    const another = step === 'sent' && reached < RANK.review;
    const forward = FACTS.has(step) || another || RANK[step] > reached;
    if (forward) reached = another ? RANK.sent : Math.max(reached, RANK[step]);
    return forward;
  });
}

export const ReceiptFile = serverOnly(() =>
  z.object({
    file: Bounded(68)
      .regex(/^[A-Za-z0-9-]{1,64}\.pdf$/, 'must be a reference and .pdf')
      .transform((file) => file.slice(0, -'.pdf'.length)),
  }),
);

export const ProofOf = serverOnly(() => z.object({ reference: Bounded(64).regex(/^[A-Za-z0-9-]{1,64}$/) }));

export const StatementFile = serverOnly(() => z.object({ file: oneOf(STATEMENT_FORMATS) }));

/** First and last day of a statement. `statementDays` supplies a missing day. */
export const StatementQuery = serverOnly(() => z.object({ from: Day, to: Day }));

/**
 * Kinds of changes of a wallet's balance. A `purchase` changes the balance when the purchase is accepted. A
 * later refund is a separate change.
 */
export const MOVEMENT_KINDS = [
  'purchase',
  'part-return',
  'refund',
  'reversal',
  'funding',
  'charge',
  'adjustment',
] as const;

/**
 * Change of the wallet's balance. Amounts are in naira. Times are ISO 8601 with the offset +01:00.
 */
export const WalletMovement = serverOnly(() =>
  z.object({
    id: z.string().meta({ example: '6f1c0d5e-3a9b-5e7f-8c2d-1b0a9f8e7d6c' }),
    kind: z.enum(MOVEMENT_KINDS).meta({ example: 'purchase' }),
    at: z.string().meta({ example: '2026-03-02T10:15:30+01:00' }),
    reference: z.string().meta({ example: 'NL6Q3Z8K1V0T9W4XYA' }),
    service: z.string().meta({ example: 'airtime' }),
    title: z.string().meta({ example: 'Mtn airtime' }),
    network: z.string().optional().meta({ example: 'Mtn' }),
    recipient: z.string().meta({ example: '+2348031234567' }),
    /** Amount in naira. Positive when money is added to the wallet. */
    amount: z.number().meta({ example: -990 }),
    balance: z.number().meta({ example: 49010 }),
    status: z.enum(TRANSACTION_STATUSES).meta({ example: 'Successful' }),
  }),
);
export type WalletMovement = z.output<typeof WalletMovement>;

export const HISTORY_SHAPES = serverOnly(() => {
  const status = oneOf(TRANSACTION_STATUSES)
    .nullish()
    .meta({ description: `${either(TRANSACTION_STATUSES)}.` });
  const StatusListRequest = z
    .object({
      ...LIST_FIELDS,
      status,
    })
    .refine(startsBeforeItEnds, ENDS_TOO_EARLY);
  const TransactionListRequest = z
    .object({
      ...LIST_FIELDS,
      status,
      service: oneOf(SERVICES)
        .nullish()
        .meta({ description: `${either(SERVICES)}.` }),
    })
    .refine(startsBeforeItEnds, ENDS_TOO_EARLY);

  const Words = Lines(PROBLEM_WORDS_MAX).transform((text) => text.trim());

  const serviceList = { request: StatusListRequest, answer: listAnswer(TransactionRow) };

  return {
    walletMovements: {
      request: TransactionListRequest,
      answer: listAnswer(WalletMovement),
    },
    transaction: {
      request: z.object({ reference: Reference, access_token: BodyToken }),
      answer: z.object({
        status: Ok,
        transaction: TransactionDetails,
        position: z.number().meta({ example: 1042 }),
      }),
    },
    acceptedPurchase: {
      request: z.object({
        idempotency_key: Bounded(64, NOT_A_KEY, NOT_A_KEY)
          .regex(IDEMPOTENCY_KEY, NOT_A_KEY)
          .meta({ description: 'What you sent as Idempotency-Key.', example: 'order-4711' }),
        access_token: BodyToken,
      }),
      /**
       * Reference of the purchase that was accepted with this `Idempotency-Key`. Null when no
       * purchase was accepted with this key.
       */
      answer: z.object({
        status: Ok,
        reference: z.string().nullable().meta({ example: 'NL6Q3Z8K1V0T9W4XYA' }),
      }),
    },
    checkStatus: {
      request: z.object({ reference: Reference, access_token: BodyToken }),
      answer: z.object({
        status: Ok,
        message: z.string(),
        /** Seconds. */
        retry_after: z.number().meta({ example: 60 }),
      }),
    },
    reportProblem: {
      request: z
        .object({
          reference: Reference,
          problem: oneOf(PROBLEMS).meta({ description: `${either(PROBLEMS)}.`, example: 'not-received' }),
          transaction_status: oneOf(TRANSACTION_STATUSES).meta({
            description: `As which you see the purchase: ${either(TRANSACTION_STATUSES)}.`,
            example: 'Pending',
          }),
          words: Words.nullish().meta({
            description: `Optional, except for ${PROBLEMS.at(-1)}: at most ${PROBLEM_WORDS_MAX} characters of your own.`,
            example: 'The balance of the line has not changed.',
          }),
          access_token: BodyToken,
        })
        .refine(({ problem, words }) => problem !== 'other' || Boolean(words), {
          path: ['words'],
          message: 'must say what is wrong',
        }),
      answer: z.object({ status: Ok, message: z.string() }),
    },
    transactions: { request: TransactionListRequest, answer: listAnswer(TransactionRow) },
    airtimeTransactions: serviceList,
    dataTransactions: serviceList,
    cableTransactions: serviceList,
    electricityTransactions: serviceList,
    examTransactions: serviceList,
    siteLinks: {
      request: z.object({}),
      answer: z.object({
        status: Ok,
        community_chat: z.string().meta({ example: '' }),
        whatsapp: z.string().meta({ example: '' }),
        api_documentation: z.string().meta({ example: '' }),
      }),
    },
  };
});
