import { z } from 'zod';
import { serverOnly } from '../call.js';
import { Ok } from '../fields/http-fields.js';
import { AuditEventRow } from './audit-event.contract.js';

/** Whether a charge is what the rules of its moment make of the order. */
export const VERDICTS = [
  /** To the kobo. */
  'follows',
  /** To the kobo from the rules of a moment before: they had just been changed, and not every process knew yet. */
  'follows-before-change',
  'does-not-follow',
  /** Part of the rule is a setting of the installation, which the ledger does not hold: by today's setting it would be another charge. */
  'setting-differs',
  /** Nothing here can price it. */
  'not-recomputed',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What set a rule: an event; or it stands in the price list of the program (`seed`), in its settings, or in the configuration of vendors. */
const SetBy = serverOnly(() =>
  z.object({
    by: z.enum(['event', 'seed', 'setting', 'configuration']),
    /** Null unless an event set it. */
    event: AuditEventRow.nullable(),
    /** The event that had scheduled it, where it was scheduled. */
    scheduledBy: AuditEventRow.nullable(),
  }),
);

/** Kobo digits. */
const Charge = serverOnly(() =>
  z.object({
    /** List price: what is delivered, before the discount. */
    amount: z.string(),
    discount: z.string(),
    fee: z.string(),
    /** What the wallet was charged: amount - discount + fee. */
    price: z.string(),
    /** What the vendor was expected to charge us. The rest of the price is our commission. */
    expectedCost: z.string(),
  }),
);

const VendorRule = serverOnly(() =>
  z.object({
    /** Code of the vendor that purchases of the service went to; 0 while the service was off, or nobody could be asked. */
    active: z.number(),
    set: SetBy,
    /** All who are asked, the first one first, as far as they are configured now. */
    inTurn: z.array(z.object({ vendor: z.number(), paused: AuditEventRow.nullable() })),
  }),
);

const Entry = serverOnly(() =>
  z.object({
    event: AuditEventRow,
    /** What happened, in words. */
    what: z.string(),
    /** Absent where no vendor has to do with it. */
    vendor: z.number().optional(),
    /** Kobo digits that moved, or that the vendor charged; absent where none did. */
    kobo: z.string().optional(),
    /** As somebody wrote it, or the vendor's word. */
    reason: z.string().optional(),
    /** Whoever decided what this carries out, where that is another event. */
    decidedBy: AuditEventRow.optional(),
  }),
);

/** Why a purchase was charged what it was charged. */
export const WhyAnswer = serverOnly(() =>
  z.object({
    status: Ok,
    purchaseId: z.string(),
    reference: z.string(),
    userId: z.string(),
    service: z.string(),
    /** What was bought, in words. Whom it was for stays sealed. */
    product: z.string(),
    /** The event that took the money: who ordered is its actor. */
    accepted: AuditEventRow,
    /** Ordered without the PIN. */
    pinless: z.boolean(),
    /** What sort of prices the customer pays, as ordered and as their stream says; null where that says nothing. */
    tier: z.object({ ordered: z.string(), inForce: z.string().nullable(), set: SetBy }),
    charged: Charge,
    verdict: z.enum(VERDICTS),
    /** What the rules make of the order; null where they would have refused it, or nothing prices it. */
    recomputed: Charge.nullable(),
    /** Why not, in words; empty otherwise. */
    refused: z.string(),
    /** With `follows-before-change`: the change that was not known yet. */
    change: AuditEventRow.nullable(),
    /** Every rule that the price hangs on, as it stood. */
    rules: z.array(
      z.object({
        rule: z.string(),
        value: z.string(),
        set: SetBy,
      }),
    ),
    /** Of the service, when it was ordered. `chosen` is whom this purchase was given to. */
    vendor: VendorRule.and(z.object({ chosen: z.number(), /** In words. */ why: z.string() })),
    attempts: z.array(
      z.object({
        attempt: z.number(),
        /** Who was really sent it. */
        vendor: z.number(),
        event: AuditEventRow,
        /** Why this one, in words. */
        why: z.string(),
        /** Of the service at that moment. */
        rule: VendorRule,
      }),
    ),
    /** What became of it, oldest first. */
    followed: z.array(Entry),
    /** What vendors with these codes are called now. */
    vendors: z.array(z.object({ code: z.number(), name: z.string() })),
    /** Whoever acted, by id: administrators by name, customers masked. Whoever has no name any more is not among them. */
    people: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
);
export type WhyAnswer = z.output<typeof WhyAnswer>;
/** What the ledger alone says: without the names of vendors and people. */
export type WhyCharged = Omit<WhyAnswer, 'status' | 'vendors' | 'people'>;
export type ChargeParts = WhyCharged['charged'];
export type SetByAnswer = WhyCharged['vendor']['set'];
