import { z } from 'zod';
import { asksOwn, buys, changes, reads, serverOnly, type Call } from './call.js';
import {
  BodyToken,
  Bounded,
  Day,
  LIST_FIELDS,
  listAnswer,
  MULTILINE,
  Ok,
  oneOf,
  Reference,
  startsBeforeItEnds,
  ENDS_TOO_EARLY,
} from './fields/http-fields.js';
import { PROBLEM_WORDS_MAX, ProblemReport, PROBLEMS } from './fields/problems.js';
import { SERVICES, TRANSACTION_STATUSES } from './services.js';
import { IDEMPOTENCY_KEY, NOT_A_KEY } from './wire-names.js';

/** What a customer did: lists, one transaction, and asking about it. */
export const HISTORY_CALLS = {
  /** Purchases, payments in and everything else that moved the balance, as one list. */
  walletMovements: reads('/api/wallet_movements/'),
  transaction: asksOwn('/api/transaction/'),
  /** Whether anything was accepted under an Idempotency-Key: for who never got the answer. Waits for no list. */
  acceptedPurchase: asksOwn('/api/accepted_purchase/'),
  /** Asks the vendor now, at most once a minute. It never refunds and never sends again. */
  checkStatus: buys('/api/check_status/'),
  /** Tells the administrators what is wrong with one: once for each status it is seen in. */
  reportProblem: changes('/api/report_problem/'),
  /** An administrator's are those of the house. */
  transactions: asksOwn('/api/user_transactions/'),
  airtimeTransactions: reads('/api/user_airtime_transactions/'),
  dataTransactions: reads('/api/user_data_transactions/'),
  cableTransactions: reads('/api/user_cable_transactions/'),
  electricityTransactions: reads('/api/user_electricity_transactions/'),
  examTransactions: reads('/api/user_exams_transactions/'),
  /** Links of the installation: chat, help, documentation. */
  siteLinks: { method: 'POST', path: '/api/site_links/', kind: 'reads', access: 'public' },
} as const satisfies Record<string, Call>;

/** `GET ${RECEIPT_PATH}<reference>.pdf`: one transaction to keep or to share. */
export const RECEIPT_PATH = '/api/receipt/';
/** `GET ${RECEIPT_PROOF_PATH}<reference>/proof`: proof that it stands in the sealed ledger, which anybody checks without us. */
export const RECEIPT_PROOF_PATH = '/v1/receipts/';
/** The page that checks it. */
export const VERIFY_RECEIPT_PATH = '/verify-receipt';
/**
 * `GET ${STATEMENT_PATH}<csv|pdf>?from=yyyy-MM-dd&to=yyyy-MM-dd`: what a customer bought and paid in, oldest first. Without
 * the two days: this month in Lagos.
 */
export const STATEMENT_PATH = '/api/statement/';
export const STATEMENT_FORMATS = ['csv', 'pdf'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** What a purchase goes through. */
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

/** One purchase in a list. Money is naira, times are ISO 8601 with +01:00. */
export const TransactionRow = serverOnly(() =>
  z.object({
    transaction_history_date: z.string(),
    api_transaction_reference: z.string(),
    service: z.string(),
    /** What the customer was charged. */
    amount: z.number(),
    /** After the last time this purchase moved it: when it was accepted or, where money came back, right after that. */
    wallet_balance: z.number(),
    /** What was bought, in words: the network, the company, the plan. */
    product: z.string(),
    /** Empty when the person was erased. */
    phone_number: z.string(),
    transaction_status: z.enum(TRANSACTION_STATUSES),
    /** The same word: the old contract shows both. */
    status: z.enum(TRANSACTION_STATUSES),
    token_pin: z.string().optional(),
  }),
);
export type TransactionRow = z.output<typeof TransactionRow>;

/** A line of a receipt: what it is called, what it says. `copy` for what people type elsewhere: tokens, pins. */
export const ReceiptFact = serverOnly(() =>
  z.object({
    label: z.string(),
    value: z.string(),
    copy: z.boolean().optional(),
  }),
);
export type ReceiptFact = z.output<typeof ReceiptFact>;

/** One purchase on its own page: the receipt. */
export const TransactionDetails = serverOnly(() =>
  TransactionRow.extend({
    /** Meter, customer name, tokens, pins, units, session id …, in the order they are read. */
    facts: z.array(ReceiptFact),
    /** Name of the network, for airtime and data. */
    network: z.string().optional(),
    /** Face value: what is delivered. */
    face_value: z.number(),
    price: z.number(),
    discount: z.number(),
    balance_after_purchase: z.number(),
    /** After a refund, a reversal, or the return of what was not delivered; absent where nothing came back. */
    balance_after_return: z.number().optional(),
    /** Only what moves forward: see `forwardSteps`. */
    steps: z.array(TransactionStep),
    /** What the customer reported of it last; absent while they have not. */
    problem: ProblemReport.optional(),
  }),
);
export type TransactionDetails = z.output<typeof TransactionDetails>;

/** How far a purchase has come with each step. What the provider says in between ranks by how much is known by then. */
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

/** Facts of money: told whenever they happen. */
const FACTS: ReadonlySet<TransactionStepName> = new Set(['accepted', 'delivered', 'refunded', 'reversed']);

/**
 * The steps that move forward, in the order they happened. A provider that is asked again and is silent takes nothing back
 * of what it said before, nor does it end that a person is checking; only another attempt begins anew with `sent`.
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

/** `<reference>.pdf`, becoming the reference. */
export const ReceiptFile = serverOnly(() =>
  z.object({
    file: Bounded(68)
      .regex(/^[A-Za-z0-9-]{1,64}\.pdf$/, 'must be a reference and .pdf')
      .transform((file) => file.slice(0, -'.pdf'.length)),
  }),
);

/** Whose proof is asked for. */
export const ProofOf = serverOnly(() => z.object({ reference: Bounded(64).regex(/^[A-Za-z0-9-]{1,64}$/) }));

/** `csv` or `pdf`. */
export const StatementFile = serverOnly(() => z.object({ file: oneOf(STATEMENT_FORMATS) }));

/** Days of a statement in Lagos, both included; what is left out is filled in (`statementDays`). */
export const StatementQuery = serverOnly(() => z.object({ from: Day, to: Day }));

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

/** Shapes of HISTORY_CALLS. */
export const HISTORY_SHAPES = serverOnly(() => {
  /** What was bought, by status and, where all services are listed, by service. */
  const StatusListRequest = z
    .object({ ...LIST_FIELDS, status: oneOf(TRANSACTION_STATUSES).nullish() })
    .refine(startsBeforeItEnds, ENDS_TOO_EARLY);
  const TransactionListRequest = z
    .object({
      ...LIST_FIELDS,
      status: oneOf(TRANSACTION_STATUSES).nullish(),
      service: oneOf(SERVICES).nullish(),
    })
    .refine(startsBeforeItEnds, ENDS_TOO_EARLY);

  /** In the customer's own words; line breaks are part of them. */
  const Words = Bounded(PROBLEM_WORDS_MAX)
    .regex(MULTILINE, 'must not hold control characters')
    .transform((text) => text.replace(/\r\n?/g, '\n').trim());

  const serviceList = { request: StatusListRequest, answer: listAnswer(TransactionRow) };

  return {
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
    transaction: {
      request: z.object({ reference: Reference, access_token: BodyToken }),
      answer: z.object({ status: Ok, transaction: TransactionDetails, position: z.number() }),
    },
    acceptedPurchase: {
      request: z.object({
        idempotency_key: Bounded(64, NOT_A_KEY, NOT_A_KEY).regex(IDEMPOTENCY_KEY, NOT_A_KEY),
        access_token: BodyToken,
      }),
      /** null while nothing was accepted under the key. */
      answer: z.object({ status: Ok, reference: z.string().nullable() }),
    },
    checkStatus: {
      request: z.object({ reference: Reference, access_token: BodyToken }),
      answer: z.object({
        status: Ok,
        message: z.string(),
        /** Seconds until it may be asked again. */
        retry_after: z.number(),
      }),
    },
    reportProblem: {
      request: z
        .object({
          reference: Reference,
          problem: oneOf(PROBLEMS),
          /** As which the customer sees the purchase. */
          transaction_status: oneOf(TRANSACTION_STATUSES),
          words: Words.nullish(),
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
      /** Addresses; empty where the installation has none. */
      answer: z.object({
        status: Ok,
        community_chat: z.string(),
        whatsapp: z.string(),
        api_documentation: z.string(),
      }),
    },
  };
});
