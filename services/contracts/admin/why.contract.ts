import { z } from 'zod';
import { serverOnly } from '../call.js';
import { Ok } from '../fields/http-fields.js';
import { AuditEventRow } from './audit-event.contract.js';

/** Results of comparing a charge with the price rules that applied when the order was made. */
export const VERDICTS = [
  'follows',
  /**
   * The charge follows the rules from before the latest change, because the process that accepted the order did
   * not know this change yet.
   */
  'follows-before-change',
  'does-not-follow',
  /**
   * The charge differs from a setting, which may have changed since. The ledger does not store earlier values
   * of settings.
   */
  'setting-differs',
  /** The price of the purchase could not be computed, because no rule covers the purchase. */
  'not-recomputed',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * Source of a price rule: an event, the `seed` price list, a setting, or the configuration of
 * vendors.
 */
const SetBy = serverOnly(() =>
  z.object({
    by: z.enum(['event', 'seed', 'setting', 'configuration']),
    event: AuditEventRow.nullable(),
    /**
     * `PriceChangeScheduled` event by which the price rule was scheduled. Null when the rule was
     * not scheduled.
     */
    scheduledBy: AuditEventRow.nullable(),
  }),
);

const Charge = serverOnly(() =>
  z.object({
    amount: z.string(),
    discount: z.string(),
    fee: z.string(),
    /** Kobo that the customer paid, as a decimal string: `amount - discount + fee`. */
    price: z.string(),
    /**
     * Kobo that the vendor was expected to charge, as a decimal string. Our commission is `price` minus this
     * amount.
     */
    expectedCost: z.string(),
  }),
);

const VendorRule = serverOnly(() =>
  z.object({
    /** Code of the vendor that serves the service. 0 when the service was switched off. */
    active: z.number(),
    set: SetBy,
    /**
     * Vendors in the order in which a purchase tries them. Vendors that are no longer configured
     * are left out.
     */
    inTurn: z.array(z.object({ vendor: z.number(), paused: AuditEventRow.nullable() })),
  }),
);

const Entry = serverOnly(() =>
  z.object({
    event: AuditEventRow,
    what: z.string(),
    vendor: z.number().optional(),
    /** Kobo that the event moves, as a decimal string. */
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
    /** Event that took the price from the wallet. The actor of the event placed the order. */
    accepted: AuditEventRow,
    pinless: z.boolean(),
    /**
     * `ordered` is the tier that the order used. `inForce` is the tier that the customer had at that time, or
     * null when it is unknown.
     */
    tier: z.object({ ordered: z.string(), inForce: z.string().nullable(), set: SetBy }),
    charged: Charge,
    verdict: z.enum(VERDICTS),
    /** Charge that results from the price rules. Null when the rules refuse the order or cannot price it. */
    recomputed: Charge.nullable(),
    refused: z.string(),
    /**
     * Rule change that explains the verdict `follows-before-change`. The process that accepted the
     * order did not know this change yet.
     */
    change: AuditEventRow.nullable(),
    rules: z.array(
      z.object({
        rule: z.string(),
        value: z.string(),
        set: SetBy,
      }),
    ),
    /**
     * Rule by which the vendor was chosen when the order was made. `chosen` is the vendor that
     * received the order.
     */
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
