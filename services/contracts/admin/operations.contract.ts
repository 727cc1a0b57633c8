import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import { BodyToken, IdParam, Ok } from '../fields/http-fields.js';
import { SERVICES } from '../services.js';
import { VendorPause } from './vendors.contract.js';

/** How the product itself is. */
export const OPERATIONS_CALLS = {
  operations: adminReads('/api/admin-operations/'),
  acknowledgeAlert: adminChanges('/api/admin-acknowledge-alert/', 'owner', 'finance', 'support'),
} as const satisfies Record<string, Call>;

/** Shapes of OPERATIONS_CALLS. What nobody knows at the moment is null. */
export const OPERATIONS_SHAPES = serverOnly(() => {
  const alert = z.object({
    id: z.string(),
    /** What is wrong, in one line. */
    text: z.string(),
    raised_at: z.string(),
    /** Null while it is wrong. */
    cleared_at: z.string().nullable(),
    /** First name of whoever looks after it; null while nobody does. */
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
        /** What stands in the way of taking requests, and what is kept apart, one line each. */
        problems: z.array(z.string()),
        notes: z.array(z.string()),
        /** Of the last durable event. */
        position: z.number(),
        /** Events that dispatching has not reacted to. */
        reaction_lag: z.number().nullable(),
        open_purchases: z.number().nullable(),
        oldest_open_purchase_seconds: z.number().nullable(),
        /** Rows that views keep apart. */
        parked: z.number(),
        /** Of the folder of this process's data. */
        disk: z.object({ free_bytes: z.number(), total_bytes: z.number() }).nullable(),
        /** What is wrong, oldest first, and what was and is over, newest first. */
        alerts: z.array(alert),
        over: z.array(alert),
        views: z.array(
          z.object({
            view: z.string(),
            position: z.number(),
            /** Events behind the log. */
            lag: z.number(),
            parked: z.number(),
            /** Why it stands still; null while it moves. */
            halted: z.string().nullable(),
          }),
        ),
        /** What the last audit that ran by itself found; null before the first. What it could not finish is null. */
        audit: z
          .object({
            at: z.string(),
            position: z.number(),
            /** Rows, keys and views that are not what the log makes of them. */
            drift: z.number().nullable(),
            unexplained_naira: z.number().nullable(),
            /** That verifying found. */
            problems: z.number().nullable(),
            /** What is wrong, one line each. */
            lines: z.array(z.string()),
            unfinished: z.string().nullable(),
          })
          .nullable(),
        /** Vendors that nothing new of a service is sent to. */
        pauses: z.array(VendorPause),
        vendors: z.array(
          z.object({
            code: z.number(),
            name: z.string(),
            /** What the next purchase of is sent to it. */
            delivers: z.array(z.enum(SERVICES)),
            /** Whether it sells something that is sent to another vendor now, or that is switched off. */
            stands_by: z.boolean(),
            /** Purchases of today and yesterday that were delivered or failed. */
            ended: z.number(),
            /** 0 to 1 of them; null when there was none. */
            success_rate: z.number().nullable(),
            /** From order to delivery, estimated. */
            p50_seconds: z.number().nullable(),
            p95_seconds: z.number().nullable(),
            /** Purchases that wait for it. */
            waiting: z.number().nullable(),
            oldest_waiting_seconds: z.number().nullable(),
          }),
        ),
      }),
    },
  };
});
