import { z } from 'zod';
import { serverOnly } from '../call.js';
import { SignedSeal } from '../proofs/signed-seal.js';
import { MomentOfLedger } from '../fields/ledger-moment.js';
import { AuditEventRow, WholeEvent } from './audit-event.contract.js';
import { WhyAnswer } from './why.contract.js';
import { Bounded, IdParam, Moment, Ok, oneOf, Text, Whole } from '../fields/http-fields.js';

/**
 * Read-only GET calls for auditors and administrators. Single amounts are kobo digits; amounts in a replay are kobo
 * integers. Times are ISO 8601, UTC, as in the events.
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

/** Limit of events examined per answer, because a filter may skip most. */
export const WALKED_MAX = 5_000;
export const AUDIT_PAGE_MAX = 1_000;

const POSITION_MAX = 999_999_999;
const Position = serverOnly(() => Whole(0, POSITION_MAX));
const Limit = serverOnly(() => Whole(1, AUDIT_PAGE_MAX).optional());
/** Such as `user_available:…` or `vendor_loss`. */
const AccountName = serverOnly(() =>
  Bounded(160).regex(/^[a-z_]+(?::[A-Za-z0-9_-]+)?$/, 'must be the name of an account'),
);
/** Accepted by every event store. */
const StreamName = serverOnly(() => Bounded(250).regex(/^[!-~]+$/, 'must be the name of a stream'));

/** Reference or purchase id. */
const OfPurchase = () => Bounded(64).regex(/^[A-Za-z0-9_-]+$/, 'must be a reference');

export const AUDIT_QUERIES = serverOnly(() => ({
  overview: z.object({}),
  events: z.object({
    /** Defaults to `newest`. */
    order: oneOf(['newest', 'oldest']).optional(),
    after: Position.optional(),
    before: Position.optional(),
    limit: Limit,
    stream: StreamName.optional(),
    type: Text(64).optional(),
    actor: Text(64).optional(),
    from: Moment.optional(),
    to: Moment.optional(),
  }),
  event: z.object({ position: Whole(1, POSITION_MAX) }),
  streamEvent: z.object({ stream: StreamName, revision: Position }),
  walletSteps: z.object({ userId: IdParam, from: Position.optional(), limit: Limit }),
  trialBalance: z.object({ at: MomentOfLedger('closing').optional() }),
  accounts: z.object({ kind: Bounded(40).regex(/^[a-z_]+$/), after: AccountName.optional(), limit: Limit }),
  account: z.object({
    account: AccountName,
    from: MomentOfLedger('opening').optional(),
    at: MomentOfLedger('closing').optional(),
    before: Position.optional(),
    limit: Limit,
  }),
  accountSteps: z.object({
    account: AccountName,
    after: Position.optional(),
    to: Position.optional(),
    limit: Limit,
  }),
  /** Newest first, below `before`. */
  seals: z.object({ before: Position.optional(), limit: Limit }),
  consistency: z.object({ first: Whole(1, POSITION_MAX), second: Whole(1, POSITION_MAX) }),
  eventProof: z.object({ position: Whole(1, POSITION_MAX) }),
  receiptProof: z.object({ reference: OfPurchase() }),
  why: z.object({ reference: OfPurchase() }),
}));
export type AuditAsked<Name extends AuditRead> = z.output<(typeof AUDIT_QUERIES)[Name]>;

const Line = serverOnly(() =>
  z.object({
    account: z.string(),
    /** Null at a past moment: totals exist only for the present. */
    debit: z.string().nullable(),
    credit: z.string().nullable(),
    balance: z.string(),
  }),
);
export type TrialBalanceLine = z.output<typeof Line>;

/** Columns, one entry per step. */
const StepLists = serverOnly(() =>
  z.object({
    positions: z.array(z.number()),
    /** Unix ms. */
    at: z.array(z.number()),
    /** Index in `types`. */
    type: z.array(z.number()),
    types: z.array(z.string()),
    /** Empty without a purchase. */
    purchases: z.array(z.string()),
  }),
);

const Proof = serverOnly(() =>
  z.object({
    status: Ok,
    /** Verifiable offline with `verify-proof` or the verifier page; null until a seal covers it. */
    proof: z
      .object({
        version: z.literal(1),
        events: z.array(
          z.object({
            position: z.number(),
            /** Bytes as stored. */
            text: z.string(),
            hash: z.string(),
            /** RFC 6962, from the leaf up. */
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

/** Unfinished parts are null. */
const LastAudit = serverOnly(() =>
  z.object({
    at: z.string(),
    position: z.number(),
    drift: z.number().nullable(),
    drifting: z.array(z.object({ view: z.string(), drift: z.number() })),
    /** Kobo digits that postings move but events do not state. */
    unexplained: z.string().nullable(),
    /** Found by verification. */
    problems: z.number().nullable(),
    /** The first twenty problems, one line each. */
    lines: z.array(z.string()),
    unfinished: z.string().nullable(),
  }),
);

export const AUDIT_ANSWERS = serverOnly(() => ({
  overview: z.object({
    status: Ok,
    askedAt: z.string(),
    /** Last durable event; 0 for an empty ledger. */
    position: z.number(),
    lastEvent: AuditEventRow.nullable(),
    lastAudit: LastAudit.nullable(),
    /** ISO 8601; null before the first audit, some minutes after a start. */
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
    /** Null when there are too many accounts to sum. */
    books: z
      .object({
        position: z.number(),
        accounts: z.number(),
        /** Anything but `0` means wrong books. */
        sum: z.string(),
      })
      .nullable(),
  }),
  events: z.object({
    status: Ok,
    events: z.array(AuditEventRow),
    order: z.enum(['newest', 'oldest']),
    /** Cursor for `before` (newest first) or `after`; null before the first event. */
    reached: z.number().nullable(),
    done: z.boolean(),
    /** Number of events examined. */
    walked: z.number(),
    position: z.number(),
  }),
  event: WholeEvent,
  streamEvent: WholeEvent,
  walletSteps: StepLists.extend({
    status: Ok,
    userId: z.string(),
    /** From `maskedEmail`. */
    customer: z.string(),
    /** Length of the stream. */
    total: z.number(),
    from: z.number(),
    /** Sums of the postings to the available and held balance, kobo. */
    available: z.array(z.number()),
    held: z.array(z.number()),
    /** Balances stated by the events; null where absent. */
    availableAfter: z.array(z.number().nullable()),
    heldAfter: z.array(z.number().nullable()),
  }),
  trialBalance: z.object({
    status: Ok,
    position: z.number(),
    /** Customer accounts are summed by kind. */
    lines: z.array(Line),
    /** Anything but `0` means wrong books; null for a partial sum. */
    sum: z.string().nullable(),
    accounts: z.number(),
    /** True when there are too many accounts to sum; customer accounts are then missing. */
    partial: z.boolean(),
  }),
  accounts: z.object({ status: Ok, position: z.number(), lines: z.array(Line), more: z.boolean() }),
  account: z.object({
    status: Ok,
    account: z.string(),
    /** After the newest posting; null on later pages. */
    balance: z.string().nullable(),
    /** Balance before the oldest posting, with `from` and on the first page only. */
    opening: z.string().nullable(),
    /** Newest first. `amount` is positive for debits. */
    postings: z.array(AuditEventRow.extend({ amount: z.string() })),
    /** Stream whose revisions `before` counts; null if `before` is a position. */
    stream: z.string().nullable(),
    reached: z.number().nullable(),
    done: z.boolean(),
    walked: z.number(),
  }),
  accountSteps: StepLists.extend({
    status: Ok,
    account: z.string(),
    /** Kobo, positive for debits. */
    added: z.array(z.number()),
    /**
     * Balance in the books at a position; the steps up to there, selected by `to`, add up to it. Only without
     * `after`; null while unknown.
     */
    books: z.object({ position: z.number(), balance: z.string() }).nullable(),
    reached: z.number().nullable(),
    done: z.boolean(),
    walked: z.number(),
  }),
  seals: z.object({
    status: Ok,
    /** Last event. Events above the `treeSize` of the newest seal, including that seal, are not covered yet. */
    position: z.number(),
    /** 0 without a seal. */
    covered: z.number(),
    /** Newest first. */
    seals: z.array(SignedSeal.extend({ revision: z.number() })),
    done: z.boolean(),
    /** Destination of `SEAL_PUBLISH`; null if not set. */
    published: z
      .object({
        /** File path, or host of the address, whose remainder may be secret. */
        to: z.string(),
        /** 0 before the first; null while unknown. */
        treeSize: z.number().nullable(),
        /** ISO 8601; null without a failure. */
        failingSince: z.string().nullable(),
      })
      .nullable(),
    /** The first signs new seals. */
    keys: z.array(z.object({ keyId: z.string(), publicKey: z.string(), pem: z.string() })),
  }),
  /** Proof for `verifyConsistency`: the larger ledger begins with the smaller. */
  consistency: z.object({
    status: Ok,
    proof: z.object({ version: z.literal(1), first: State, second: State, path: z.array(z.string()) }),
  }),
  eventProof: Proof,
  receiptProof: Proof,
  why: WhyAnswer,
}));
export type AuditAnswer<Name extends AuditRead> = z.output<(typeof AUDIT_ANSWERS)[Name]>;
