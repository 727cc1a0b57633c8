import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import { BodyToken, IdParam, Ok } from '../fields/http-fields.js';
import { SERVICES } from '../services.js';
import { VendorPause } from './vendors.contract.js';

export const OPERATIONS_CALLS = {
  operations: adminReads('/api/admin-operations/'),
  acknowledgeAlert: adminChanges('/api/admin-acknowledge-alert/', 'owner', 'finance', 'support'),
} as const satisfies Record<string, Call>;

/** Unknown values are null. */
export const OPERATIONS_SHAPES = serverOnly(() => {
  const alert = z.object({
    id: z.string(),
    text: z.string(),
    raised_at: z.string(),
    /** Null while it lasts. */
    cleared_at: z.string().nullable(),
    /** First name, or null. */
    acknowledged_by: z.string().nullable(),
    acknowledged_at: z.string().nullable(),
  });
  return {
    acknowledgeAlert: {
      request: z.object({ grabToken: BodyToken, alertId: IdParam }),
      answer: z.object({ status: Ok, message: z.string() }),
    },
    operations: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        asked_at: z.string(),
        /** `problems` keep the service from taking requests; `notes` do not. */
        problems: z.array(z.string()),
        notes: z.array(z.string()),
        /** Last durable event. */
        position: z.number(),
        /** Events behind the log. */
        reaction_lag: z.number().nullable(),
        open_purchases: z.number().nullable(),
        oldest_open_purchase_seconds: z.number().nullable(),
        parked: z.number(),
        /** Disk of `dataDir`. */
        disk: z.object({ free_bytes: z.number(), total_bytes: z.number() }).nullable(),
        /** Active alerts, oldest first; ended ones newest first in `over`. */
        alerts: z.array(alert),
        over: z.array(alert),
        views: z.array(
          z.object({
            view: z.string(),
            position: z.number(),
            /** Events behind the log. */
            lag: z.number(),
            parked: z.number(),
            /** Null while it runs. */
            halted: z.string().nullable(),
          }),
        ),
        /** Null before the first audit; unfinished parts are null. */
        audit: z
          .object({
            at: z.string(),
            position: z.number(),
            /** Differences between the views and the log. */
            drift: z.number().nullable(),
            unexplained_naira: z.number().nullable(),
            /** Found by verification. */
            problems: z.number().nullable(),
            lines: z.array(z.string()),
            unfinished: z.string().nullable(),
          })
          .nullable(),
        /** Current pauses of vendors. */
        pauses: z.array(VendorPause),
        vendors: z.array(
          z.object({
            code: z.number(),
            name: z.string(),
            delivers: z.array(z.enum(SERVICES)),
            /** Sells services that are off or go to another vendor. */
            stands_by: z.boolean(),
            /** Purchases of today and yesterday that were delivered or failed. */
            ended: z.number(),
            /** Share of `ended`, 0 to 1; null for none. */
            success_rate: z.number().nullable(),
            /** Estimate, order to delivery. */
            p50_seconds: z.number().nullable(),
            p95_seconds: z.number().nullable(),
            waiting: z.number().nullable(),
            oldest_waiting_seconds: z.number().nullable(),
          }),
        ),
      }),
    },
  };
});
