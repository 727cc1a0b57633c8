import { z } from 'zod';
import { serverOnly } from '../call.js';
import { SignedSeal } from '../proofs/signed-seal.js';
import { MomentOfLedger } from '../fields/ledger-moment.js';
import { AuditEventRow, WholeEvent } from './audit-event.contract.js';
import { WhyAnswer } from './why.contract.js';
import { Bounded, IdParam, Moment, Ok, oneOf, Text, Whole } from '../fields/http-fields.js';

/**
 * What auditors read over HTTP, and administrators too. All are GET and change nothing. Money is kobo: digits where an amount
 * stands alone, whole numbers in the long lists of a replay. Times are as the events hold them: ISO 8601, UTC.
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

/** Stands for the id of the wallet that administrators buy from. */
export const HOUSE_WALLET = 'house';

/** Events that one answer looks at, at most, where a filter leaves most of them out. */
export const WALKED_MAX = 5_000;
export const AUDIT_PAGE_MAX = 1_000;

const POSITION_MAX = 999_999_999;
const Position = serverOnly(() => Whole(0, POSITION_MAX));
const Limit = serverOnly(() => Whole(1, AUDIT_PAGE_MAX).optional());
/** As `user_available:…` or `vendor_loss` are written. */
const AccountName = serverOnly(() =>
  Bounded(160).regex(/^[a-z_]+(?::[A-Za-z0-9_-]+)?$/, 'must be the name of an account'),
);
/** A name of a stream as every event store takes it. */
const StreamName = serverOnly(() => Bounded(250).regex(/^[!-~]+$/, 'must be the name of a stream'));

/** Reference or id of a purchase. */
const OfPurchase = () => Bounded(64).regex(/^[A-Za-z0-9_-]+$/, 'must be a reference');

/** What of a request is checked, by the name of what is read. A path gives what its `:name` says. */
export const AUDIT_QUERIES = serverOnly(() => ({
  overview: z.object({}),
  events: z.object({
    /** Newest first unless `oldest` is asked for. */
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
  /** Newest first, before this place in their stream. */
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
    /** Null of a moment of the past: what went in and out is kept for now alone. */
    debit: z.string().nullable(),
    credit: z.string().nullable(),
    balance: z.string(),
  }),
);
export type TrialBalanceLine = z.output<typeof Line>;

/** Of each step of a replay: lists of the same length, a step each. */
const StepLists = serverOnly(() =>
  z.object({
    positions: z.array(z.number()),
    /** Milliseconds since 1970. */
    at: z.array(z.number()),
    /** Index in `types`. */
    type: z.array(z.number()),
    types: z.array(z.string()),
    /** Empty of a step that is of no purchase. */
    purchases: z.array(z.string()),
  }),
);

const Proof = serverOnly(() =>
  z.object({
    status: Ok,
    /** To be checked without the ledger, as `verify-proof` and the verifier page do; null while no seal covers it. */
    proof: z
      .object({
        version: z.literal(1),
        events: z.array(
          z.object({
            position: z.number(),
            /** As it is stored, to the byte. */
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

/** What the last audit that ran by itself found. What it could not finish is null. */
const LastAudit = serverOnly(() =>
  z.object({
    at: z.string(),
    position: z.number(),
    /** Rows, keys and views that are not what the log makes of them. */
    drift: z.number().nullable(),
    drifting: z.array(z.object({ view: z.string(), drift: z.number() })),
    /** Kobo digits that postings move other than events state. */
    unexplained: z.string().nullable(),
    /** That verifying found. */
    problems: z.number().nullable(),
    /** What is wrong, one line each: the first twenty. */
    lines: z.array(z.string()),
    unfinished: z.string().nullable(),
  }),
);

/** What is answered, by the name of what is read. */
export const AUDIT_ANSWERS = serverOnly(() => ({
  overview: z.object({
    status: Ok,
    askedAt: z.string(),
    /** Of the last durable event; 0 of an empty ledger. */
    position: z.number(),
    lastEvent: AuditEventRow.nullable(),
    /** Null before the first. */
    lastAudit: LastAudit.nullable(),
    /** When the next one is due, ISO 8601; null before the first, which comes some minutes after a start. */
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
    /** Null while there are more accounts than are added up while somebody waits. */
    books: z
      .object({
        position: z.number(),
        accounts: z.number(),
        /** `0`, or the books are wrong. */
        sum: z.string(),
      })
      .nullable(),
  }),
  events: z.object({
    status: Ok,
    events: z.array(AuditEventRow),
    order: z.enum(['newest', 'oldest']),
    /** Where the walk has come to: what to ask `before` (newest first) or `after` for what follows. Null before the first event. */
    reached: z.number().nullable(),
    /** Nothing follows in this order, as far as the log goes now. */
    done: z.boolean(),
    /** Events that were looked at. */
    walked: z.number(),
    position: z.number(),
  }),
  event: WholeEvent,
  streamEvent: WholeEvent,
  walletSteps: StepLists.extend({
    status: Ok,
    userId: z.string(),
    /** Masked; empty of whom there is no email. */
    customer: z.string(),
    /** Events of the whole stream when this was asked. */
    total: z.number(),
    /** Revision of the first step. */
    from: z.number(),
    /** What the postings add to what can be spent, and to what is held; kobo. */
    available: z.array(z.number()),
    held: z.array(z.number()),
    /** What the event itself says they are afterwards; null where it says nothing. */
    availableAfter: z.array(z.number().nullable()),
    heldAfter: z.array(z.number().nullable()),
  }),
  trialBalance: z.object({
    status: Ok,
    position: z.number(),
    /** Accounts of people are one line each kind. */
    lines: z.array(Line),
    /** `0`, or the books are wrong; null when not all accounts were added up. */
    sum: z.string().nullable(),
    accounts: z.number(),
    /** There are more accounts of people than are added up while somebody waits: their lines are left out. */
    partial: z.boolean(),
  }),
  accounts: z.object({ status: Ok, position: z.number(), lines: z.array(Line), more: z.boolean() }),
  account: z.object({
    status: Ok,
    account: z.string(),
    /** Before the first page alone: what it comes to after the newest posting listed. Null on later pages, and where nothing tells it. */
    balance: z.string().nullable(),
    /** With `from`, before the first page alone: what it came to before the oldest posting. */
    opening: z.string().nullable(),
    /** Newest first; `amount` is debit positive. */
    postings: z.array(AuditEventRow.extend({ amount: z.string() })),
    /** Whether `before` is a revision of this stream; else it is a position. */
    stream: z.string().nullable(),
    reached: z.number().nullable(),
    done: z.boolean(),
    walked: z.number(),
  }),
  accountSteps: StepLists.extend({
    status: Ok,
    account: z.string(),
    /** What each step posted, kobo, debit positive. */
    added: z.array(z.number()),
    /**
     * Without `after` alone: what the books say the account comes to, and the position that is of; the steps up to there, which
     * `to` asks for, add up to it. Null while that cannot be told.
     */
    books: z.object({ position: z.number(), balance: z.string() }).nullable(),
    reached: z.number().nullable(),
    done: z.boolean(),
    walked: z.number(),
  }),
  seals: z.object({
    status: Ok,
    /** Of the last event. What is above `treeSize` of the newest seal no seal covers yet, that seal itself among it. */
    position: z.number(),
    /** Events that the newest seal covers; 0 without one. */
    covered: z.number(),
    /** Newest first: each is one event of the stream of seals. */
    seals: z.array(SignedSeal.extend({ revision: z.number() })),
    done: z.boolean(),
    /** Where SEAL_PUBLISH sends each seal; null where it is not set. */
    published: z
      .object({
        /** The path of the file, or the host of the address: the rest of that may be a secret. */
        to: z.string(),
        /** Events that the last published seal covers, 0 when none is published; null while that is not known. */
        treeSize: z.number().nullable(),
        /** Since when it fails, ISO 8601; null while it does not. */
        failingSince: z.string().nullable(),
      })
      .nullable(),
    /** The public keys that seals are checked with; the first signs now. */
    keys: z.array(z.object({ keyId: z.string(), publicKey: z.string(), pem: z.string() })),
  }),
  /** That the larger ledger begins with the smaller. */
  consistency: z.object({
    status: Ok,
    proof: z.object({ version: z.literal(1), first: State, second: State, path: z.array(z.string()) }),
  }),
  eventProof: Proof,
  receiptProof: Proof,
  why: WhyAnswer,
}));
export type AuditAnswer<Name extends AuditRead> = z.output<(typeof AUDIT_ANSWERS)[Name]>;
