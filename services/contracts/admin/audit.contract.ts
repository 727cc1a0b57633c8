import { z } from 'zod';
import { serverOnly } from '../call.js';
import { SignedSeal } from '../proofs/signed-seal.js';
import { MomentOfLedger } from '../fields/ledger-moment.js';
import { AuditEventRow, WholeEvent } from './audit-event.contract.js';
import { WhyAnswer } from './why.contract.js';
import { Bounded, IdParam, Moment, Ok, oneOf, Text, Whole } from '../fields/http-fields.js';

/**
 * Paths of the GET calls for auditors and administrators. Amounts are kobo as decimal strings, and times are
 * ISO 8601 in UTC. In `StepLists`, amounts are numbers of kobo, and times are Unix ms.
 */
export const AUDIT_PATHS = {
  overview: '/v1/audit/overview',
  events: '/v1/audit/events',
  event: '/v1/audit/events/:position',
  streamEvent: '/v1/audit/stream-event',
  walletSteps: '/v1/audit/wallets/:userId/steps',
  trialBalance: '/v1/audit/trial-balance',
  accounts: '/v1/audit/accounts',
  account: '/v1/audit/accounts/:account/postings',
  accountSteps: '/v1/audit/accounts/:account/steps',
  seals: '/v1/audit/seals',
  consistency: '/v1/audit/seals/consistency',
  eventProof: '/v1/audit/events/:position/proof',
  receiptProof: '/v1/audit/receipts/:reference/proof',
  why: '/v1/audit/why/:reference',
} as const;
export type AuditRead = keyof typeof AUDIT_PATHS;

export const HOUSE_WALLET = 'house';

/** Maximum number of events that are examined for one answer. A filter may skip most of them. */
export const WALKED_MAX = 5_000;
export const AUDIT_PAGE_MAX = 1_000;

const POSITION_MAX = 999_999_999;
const Position = serverOnly(() => Whole(0, POSITION_MAX));
const Limit = serverOnly(() =>
  Whole(1, AUDIT_PAGE_MAX).optional().meta({ description: '1 to 1,000; 100 without it.' }),
);
/** Name of an account of the ledger, such as `user_available:…` or `vendor_loss`. */
const AccountName = serverOnly(() =>
  Bounded(160)
    .regex(/^[a-z_]+(?::[A-Za-z0-9_-]+)?$/, 'must be the name of an account')
    .meta({ description: 'Name of the account.' }),
);
const StreamName = serverOnly(() =>
  Bounded(250)
    .regex(/^[!-~]+$/, 'must be the name of a stream')
    .meta({ description: 'Name of the stream.' }),
);

const OfPurchase = () =>
  Bounded(64)
    .regex(/^[A-Za-z0-9_-]+$/, 'must be a reference')
    .meta({ description: 'Reference or id of the purchase.' });

export const AUDIT_QUERIES = serverOnly(() => ({
  overview: z.object({}),
  events: z.object({
    order: oneOf(['newest', 'oldest'])
      .optional()
      .meta({ description: 'newest or oldest first. Without it newest, or oldest when after is given.' }),
    after: Position.optional().meta({
      description: 'Oldest first: events after this position; with stream, after this revision.',
    }),
    before: Position.optional().meta({
      description: 'Newest first: events before this position; with stream, before this revision.',
    }),
    limit: Limit,
    stream: StreamName.optional().meta({ description: 'Only this stream.' }),
    type: Text(64).optional().meta({ description: 'Only of this type.' }),
    actor: Text(64)
      .optional()
      .meta({ description: 'Only by this actor: an id, or a kind as user, admin, auditor, system, vendor.' }),
    from: Moment.optional().meta({ description: 'Not before this moment, ISO 8601 with its offset.' }),
    to: Moment.optional().meta({ description: 'Not after this moment.' }),
  }),
  event: z.object({ position: Whole(1, POSITION_MAX).meta({ description: 'Place in the log, from 1.' }) }),
  streamEvent: z.object({
    stream: StreamName,
    revision: Position.meta({ description: 'Place in the stream, from 0.' }),
  }),
  walletSteps: z.object({
    userId: IdParam.meta({ description: 'Id of the customer.' }),
    from: Position.optional().meta({ description: 'First revision.' }),
    limit: Limit,
  }),
  trialBalance: z.object({
    at: MomentOfLedger('closing').optional().meta({
      description:
        'A moment, ISO 8601, in Lagos unless it says where: one without a fraction counts to the end of its second, one without seconds to that of its minute; a Lagos day, which means its end; or the position of the last event that counts. Without it, now.',
    }),
  }),
  accounts: z.object({
    kind: Bounded(40)
      .regex(/^[a-z_]+$/)
      .meta({ description: 'What stands before the colon: user_available.' }),
    after: AccountName.optional().meta({ description: 'Accounts after this one.' }),
    limit: Limit,
  }),
  account: z.object({
    account: AccountName,
    from: MomentOfLedger('opening').optional().meta({
      description:
        'Postings from this moment, day or position on: what the account came to before them is opening.',
    }),
    at: MomentOfLedger('closing').optional().meta({
      description: 'Postings up to this moment, day or position: what the account came to then is balance.',
    }),
    before: Position.optional().meta({
      description: 'The place that was reached: of a wallet a revision, else a position.',
    }),
    limit: Limit,
  }),
  accountSteps: z.object({
    account: AccountName,
    after: Position.optional().meta({ description: 'Steps after this position.' }),
    to: Position.optional().meta({ description: 'Steps up to this position.' }),
    limit: Limit,
  }),
  seals: z.object({
    before: Position.optional().meta({ description: 'Seals before this revision of their stream.' }),
    limit: Limit,
  }),
  consistency: z.object({
    first: Whole(1, POSITION_MAX).meta({ description: 'Events that the earlier seal covers.' }),
    second: Whole(1, POSITION_MAX).meta({ description: 'Events that the later seal covers.' }),
  }),
  eventProof: z.object({
    position: Whole(1, POSITION_MAX).meta({ description: 'Place in the log, from 1.' }),
  }),
  receiptProof: z.object({ reference: OfPurchase() }),
  why: z.object({ reference: OfPurchase() }),
}));
export type AuditAsked<Name extends AuditRead> = z.output<(typeof AUDIT_QUERIES)[Name]>;

const Line = serverOnly(() =>
  z.object({
    account: z.string(),
    /**
     * Sum of the debits. Null for a moment in the past, because sums of debits are stored only for
     * the present.
     */
    debit: z.string().nullable(),
    credit: z.string().nullable(),
    balance: z.string(),
  }),
);
export type TrialBalanceLine = z.output<typeof Line>;

/** Lists for replaying events step by step. Each list has one entry per step, in the same order. */
const StepLists = serverOnly(() =>
  z.object({
    positions: z.array(z.number()),
    at: z.array(z.number()),
    type: z.array(z.number()),
    types: z.array(z.string()),
    /** Id of the purchase that each step belongs to. Empty for a step without a purchase. */
    purchases: z.array(z.string()),
  }),
);

const Proof = serverOnly(() =>
  z.object({
    status: Ok,
    /**
     * Proof that `verify-proof` or the verifier page can check offline. Null until a seal covers
     * the event.
     */
    proof: z
      .object({
        version: z.literal(1),
        events: z.array(
          z.object({
            position: z.number(),
            text: z.string(),
            hash: z.string(),
            /** Merkle path (RFC 6962) from the leaf to the root. */
            path: z.array(z.string()),
          }),
        ),
        seal: SignedSeal,
        publicKey: z.string(),
      })
      .nullable(),
  }),
);

const State = serverOnly(() => z.object({ treeSize: z.number(), rootHash: z.string() }));

const LastAudit = serverOnly(() =>
  z.object({
    at: z.string(),
    position: z.number(),
    drift: z.number().nullable(),
    drifting: z.array(z.object({ view: z.string(), drift: z.number() })),
    /**
     * Difference in kobo between the postings and the amounts that the events state, as a decimal string. `0`
     * in a correct ledger.
     */
    unexplained: z.string().nullable(),
    problems: z.number().nullable(),
    lines: z.array(z.string()),
    unfinished: z.string().nullable(),
  }),
);

export const AUDIT_ANSWERS = serverOnly(() => ({
  overview: z.object({
    status: Ok,
    askedAt: z.string(),
    position: z.number(),
    lastEvent: AuditEventRow.nullable(),
    lastAudit: LastAudit.nullable(),
    /** Time (ISO 8601) of the next scheduled audit of the ledger. Null before the first audit. */
    nextAuditAt: z.string().nullable(),
    views: z.array(
      z.object({
        view: z.string(),
        position: z.number(),
        lag: z.number(),
        parked: z.number(),
        halted: z.string().nullable(),
      }),
    ),
    books: z
      .object({
        position: z.number(),
        accounts: z.number(),
        /** `0` in correct books. */
        sum: z.string(),
      })
      .nullable(),
  }),
  events: z.object({
    status: Ok,
    events: z.array(AuditEventRow),
    order: z.enum(['newest', 'oldest']),
    /**
     * Position of the last event that was examined. The next request sends this position as
     * `before` or `after`. Null when no event was examined.
     */
    reached: z.number().nullable(),
    done: z.boolean(),
    walked: z.number(),
    position: z.number(),
  }),
  event: WholeEvent,
  streamEvent: WholeEvent,
  walletSteps: StepLists.extend({
    status: Ok,
    userId: z.string(),
    /** Email shortened by `maskedEmail`. */
    customer: z.string(),
    total: z.number(),
    from: z.number(),
    /**
     * Kobo that each step adds to the available balance (`available`) and to the held balance
     * (`held`).
     */
    available: z.array(z.number()),
    held: z.array(z.number()),
    availableAfter: z.array(z.number().nullable()),
    heldAfter: z.array(z.number().nullable()),
  }),
  trialBalance: z.object({
    status: Ok,
    position: z.number(),
    /**
     * Lines of the trial balance. The accounts of all customers are added up by kind of account.
     */
    lines: z.array(Line),
    /** Sum of all accounts. `0` in correct books. Null when `partial` is true. */
    sum: z.string().nullable(),
    accounts: z.number(),
    /** True when the accounts of customers are left out, because they are too many to add up. */
    partial: z.boolean(),
  }),
  accounts: z.object({ status: Ok, position: z.number(), lines: z.array(Line), more: z.boolean() }),
  account: z.object({
    status: Ok,
    account: z.string(),
    /** Balance of the account after the newest posting. Null on every page after the first. */
    balance: z.string().nullable(),
    /**
     * Balance of the account before the oldest posting. Null on every page after the first, and in
     * a request without `from`.
     */
    opening: z.string().nullable(),
    /** Postings of the account, newest first. `amount` is positive for debits. */
    postings: z.array(AuditEventRow.extend({ amount: z.string() })),
    /** Wallet stream to which the cursor `before` belongs. Null when `before` is a position in the log. */
    stream: z.string().nullable(),
    reached: z.number().nullable(),
    done: z.boolean(),
    walked: z.number(),
  }),
  accountSteps: StepLists.extend({
    status: Ok,
    account: z.string(),
    added: z.array(z.number()),
    /**
     * Balance of the account at `position`. Null when the request has `after`, or when the balance is unknown.
     * Send this `position` as `to` in the next request to leave out newer events.
     */
    books: z.object({ position: z.number(), balance: z.string() }).nullable(),
    reached: z.number().nullable(),
    done: z.boolean(),
    walked: z.number(),
  }),
  seals: z.object({
    status: Ok,
    /** Position of the last event in the log. The seals cover only the first `covered` events. */
    position: z.number(),
    covered: z.number(),
    seals: z.array(SignedSeal.extend({ revision: z.number() })),
    done: z.boolean(),
    /** State of publishing seals. Null without the setting `SEAL_PUBLISH`. */
    published: z
      .object({
        /**
         * Path of the file, or host of the web address, to which seals are published. The rest of the address
         * may be secret.
         */
        to: z.string(),
        /**
         * `treeSize` of the last published seal. 0 before the first seal. Null while the last
         * published seal is unknown.
         */
        treeSize: z.number().nullable(),
        /** Time (ISO 8601) since which publishing fails. Null while publishing works. */
        failingSince: z.string().nullable(),
      })
      .nullable(),
    /** Public keys of the seals. The first key verifies new seals. */
    keys: z.array(z.object({ keyId: z.string(), publicKey: z.string(), pem: z.string() })),
  }),
  /**
   * Proof for `verifyConsistency`: the later ledger (`second`) begins with all events of the earlier ledger
   * (`first`).
   */
  consistency: z.object({
    status: Ok,
    proof: z.object({ version: z.literal(1), first: State, second: State, path: z.array(z.string()) }),
  }),
  eventProof: Proof,
  receiptProof: Proof,
  why: WhyAnswer,
}));
export type AuditAnswer<Name extends AuditRead> = z.output<(typeof AUDIT_ANSWERS)[Name]>;
