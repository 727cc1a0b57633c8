import { z } from 'zod';
import { serverOnly } from '../call.js';
import { Ok } from '../fields/http-fields.js';
import { AuditEventRow } from './audit-event.contract.js';

/** Results of comparing a charge with the price rules at the moment of the order. */
export const VERDICTS = [
  'follows',
  /**
   * The charge follows the rules before the last change. The charging process did not know this change yet.
   */
  'follows-before-change',
  'does-not-follow',
  /** The charge differs from the present setting. The ledger does not store earlier settings. */
  'setting-differs',
  /** No rule can price the purchase. */
  'not-recomputed',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * Origin of a rule. The origin is an event, the `seed` price list, a setting, or the vendor configuration.
 */
const SetBy = serverOnly(() =>
  z.object({
    by: z.enum(['event', 'seed', 'setting', 'configuration']),
    event: AuditEventRow.nullable(),
    /** `PriceChangeScheduled` event that scheduled the rule. Null for a rule that was not scheduled. */
    scheduledBy: AuditEventRow.nullable(),
  }),
);

const Charge = serverOnly(() =>
  z.object({
    amount: z.string(),
    discount: z.string(),
    fee: z.string(),
    /** Charge to the wallet: `amount - discount + fee`, kobo digits. */
    price: z.string(),
    /** Charge that we expect from the vendor, in kobo digits. The rest of `price` is our commission. */
    expectedCost: z.string(),
  }),
);

const VendorRule = serverOnly(() =>
  z.object({
    /** Code of the vendor that serves the service. 0 while the service is off. */
    active: z.number(),
    set: SetBy,
    /** Vendors in failover order. Vendors that are no longer configured are left out. */
    inTurn: z.array(z.object({ vendor: z.number(), paused: AuditEventRow.nullable() })),
  }),
);

const Entry = serverOnly(() =>
  z.object({
    event: AuditEventRow,
    what: z.string(),
    vendor: z.number().optional(),
    /** Money in kobo digits that the event moves. Absent when the event moves no money. */
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
    product: z.string(),
    /** Event that took the money from the wallet. The event's actor placed the order. */
    accepted: AuditEventRow,
    pinless: z.boolean(),
    /**
     * `ordered` is the tier that the order names. `inForce` is the tier that the customer had at that moment,
     * or null if unknown.
     */
    tier: z.object({ ordered: z.string(), inForce: z.string().nullable(), set: SetBy }),
    charged: Charge,
    verdict: z.enum(VERDICTS),
    /** Charge by the rules. Null when the rules refuse the order or cannot price it. */
    recomputed: Charge.nullable(),
    refused: z.string(),
    /** Rule change for `follows-before-change`. The charging process did not know this change yet. */
    change: AuditEventRow.nullable(),
    rules: z.array(
      z.object({
        rule: z.string(),
        value: z.string(),
        set: SetBy,
      }),
    ),
    /** Rule at the moment of the order. `chosen` is the vendor that received the order. */
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
    followed: z.array(Entry),
    vendors: z.array(z.object({ code: z.number(), name: z.string() })),
    people: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
);
export type WhyAnswer = z.output<typeof WhyAnswer>;
export type WhyCharged = Omit<WhyAnswer, 'status' | 'vendors' | 'people'>;
export type ChargeParts = WhyCharged['charged'];
export type SetByAnswer = WhyCharged['vendor']['set'];
