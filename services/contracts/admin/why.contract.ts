import { z } from 'zod';
import { serverOnly } from '../call.js';
import { Ok } from '../fields/http-fields.js';
import { AuditEventRow } from './audit-event.contract.js';

/** Comparison of a charge with the rules in force at the order. */
export const VERDICTS = [
  /** Equal to the kobo. */
  'follows',
  /** Charge equals the previous rules to the kobo: a change had not reached every process yet. */
  'follows-before-change',
  'does-not-follow',
  /** Charge differs from the current setting, whose earlier values are not in the ledger. */
  'setting-differs',
  /** Charge of a purchase that no rule can price. */
  'not-recomputed',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Origin of a rule: an event, the `seed` price list, a setting, or the vendor configuration. */
const SetBy = serverOnly(() =>
  z.object({
    by: z.enum(['event', 'seed', 'setting', 'configuration']),
    /** Null unless `by` is `event`. */
    event: AuditEventRow.nullable(),
    /** The `PriceChangeScheduled` event, if any. */
    scheduledBy: AuditEventRow.nullable(),
  }),
);

/** Kobo digits. */
const Charge = serverOnly(() =>
  z.object({
    /** List price. */
    amount: z.string(),
    discount: z.string(),
    fee: z.string(),
    /** Charge to the wallet: `amount - discount + fee`. */
    price: z.string(),
    /** Expected vendor charge; the rest of `price` is our commission. */
    expectedCost: z.string(),
  }),
);

const VendorRule = serverOnly(() =>
  z.object({
    /** 0 for none. */
    active: z.number(),
    set: SetBy,
    /** Failover order, limited to vendors configured now. */
    inTurn: z.array(z.object({ vendor: z.number(), paused: AuditEventRow.nullable() })),
  }),
);

const Entry = serverOnly(() =>
  z.object({
    event: AuditEventRow,
    what: z.string(),
    /** Absent without a vendor. */
    vendor: z.number().optional(),
    /** Kobo digits; absent for none. */
    kobo: z.string().optional(),
    reason: z.string().optional(),
    decidedBy: AuditEventRow.optional(),
  }),
);

export const WhyAnswer = serverOnly(() =>
  z.object({
    status: Ok,
    purchaseId: z.string(),
    reference: z.string(),
    userId: z.string(),
    service: z.string(),
    /** Without the sealed recipient. */
    product: z.string(),
    /** Event that took the money; its actor placed the order. */
    accepted: AuditEventRow,
    pinless: z.boolean(),
    /** Tier in the order, and tier in the customer's stream; null if unknown. */
    tier: z.object({ ordered: z.string(), inForce: z.string().nullable(), set: SetBy }),
    charged: Charge,
    verdict: z.enum(VERDICTS),
    /** Charge by the rules; null if they refuse the order or cannot price it. */
    recomputed: Charge.nullable(),
    /** Empty without a refusal. */
    refused: z.string(),
    /** Rule change that the charging process did not know yet, for `follows-before-change`. */
    change: AuditEventRow.nullable(),
    rules: z.array(
      z.object({
        rule: z.string(),
        value: z.string(),
        set: SetBy,
      }),
    ),
    /** State at the order. `chosen` is the vendor that received it. */
    vendor: VendorRule.and(z.object({ chosen: z.number(), why: z.string() })),
    attempts: z.array(
      z.object({
        attempt: z.number(),
        vendor: z.number(),
        event: AuditEventRow,
        why: z.string(),
        rule: VendorRule,
      }),
    ),
    /** Later events, oldest first. */
    followed: z.array(Entry),
    /** Current vendor names. */
    vendors: z.array(z.object({ code: z.number(), name: z.string() })),
    /** Actors by id: administrators by name, customers masked. Erased people are left out. */
    people: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
);
export type WhyAnswer = z.output<typeof WhyAnswer>;
export type WhyCharged = Omit<WhyAnswer, 'status' | 'vendors' | 'people'>;
export type ChargeParts = WhyCharged['charged'];
export type SetByAnswer = WhyCharged['vendor']['set'];
