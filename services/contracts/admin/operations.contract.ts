import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import { BodyToken, IdParam, Ok } from '../fields/http-fields.js';
import { SERVICES } from '../services.js';
import { PAUSE_REASON_MAX, PlainReason, VendorPause } from './vendors.contract.js';

export const OPERATIONS_CALLS = {
  operations: adminReads('/api/admin-operations/'),
  acknowledgeAlert: adminChanges('/api/admin-acknowledge-alert/', 'owner', 'finance', 'support'),
  releaseSending: adminChanges('/api/admin-release-sending/', 'owner'),
} as const satisfies Record<string, Call>;

/** Unknown values are null. */
export const OPERATIONS_SHAPES = serverOnly(() => {
  const alert = z.object({
    id: z.string().meta({ example: '7d7d2b0e-6f0d-4c56-9d6a-0a7f4b1f6d11' }),
    text: z.string().meta({ example: 'Less than 5% of the disk is left.' }),
    raised_at: z.string().meta({ example: '2026-03-02T10:05:30.000+01:00' }),
    cleared_at: z.string().nullable().meta({ example: null }),
    acknowledged_by: z.string().nullable().meta({ example: null }),
    acknowledged_at: z.string().nullable().meta({ example: null }),
  });
  return {
    acknowledgeAlert: {
      request: z.object({
        grabToken: BodyToken,
        alertId: IdParam.meta({ description: 'Its id.', example: '7d7d2b0e-6f0d-4c56-9d6a-0a7f4b1f6d11' }),
      }),
      answer: z.object({ status: Ok, message: z.string() }),
    },
    releaseSending: {
      request: z.object({
        grabToken: BodyToken,
        /**
         * `sending_hold.id` that the screen showed. The call fails with `STALE_EDIT` when the stored id
         * differs.
         */
        holdId: IdParam.meta({
          description: 'The id of the hold, as you were shown it.',
          example: '0b0f7d0e-55a4-4f0e-8e0f-6d1c8f0a7c11',
        }),
        reason: PlainReason.meta({
          description: `What was compared, in up to ${PAUSE_REASON_MAX} characters.`,
          example: 'The statements of all vendors since the backup',
        }),
      }),
      answer: z.object({ status: Ok, message: z.string() }),
    },
    operations: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        asked_at: z.string().meta({ example: '2026-03-02T10:15:30.000+01:00' }),
        /** `problems` are faults that stop the service from taking requests. `notes` are other faults. */
        problems: z.array(z.string()).meta({ example: [] }),
        notes: z.array(z.string()).meta({ example: [] }),
        position: z.number().meta({ example: 482113 }),
        reaction_lag: z.number().nullable().meta({ example: 0 }),
        open_purchases: z.number().nullable().meta({ example: 2 }),
        oldest_open_purchase_seconds: z.number().nullable().meta({ example: 3.2 }),
        parked: z.number().meta({ example: 0 }),
        /** Disk that holds `dataDir`. */
        disk: z
          .object({
            free_bytes: z.number().meta({ example: 61203283968 }),
            total_bytes: z.number().meta({ example: 107374182400 }),
          })
          .nullable(),
        /** `alerts` lists active alerts, oldest first. `over` lists ended alerts, newest first. */
        alerts: z.array(alert),
        over: z.array(alert).meta({ example: [] }),
        views: z.array(
          z.object({
            view: z.string().meta({ example: 'history' }),
            position: z.number().meta({ example: 482113 }),
            lag: z.number().meta({ example: 0 }),
            parked: z.number().meta({ example: 0 }),
            halted: z.string().nullable().meta({ example: null }),
          }),
        ),
        audit: z
          .object({
            at: z.string().meta({ example: '2026-03-02T03:00:12.000+01:00' }),
            position: z.number().meta({ example: 470020 }),
            drift: z.number().nullable().meta({ example: 0 }),
            unexplained_naira: z.number().nullable().meta({ example: 0 }),
            problems: z.number().nullable().meta({ example: 0 }),
            lines: z.array(z.string()).meta({ example: [] }),
            unfinished: z.string().nullable().meta({ example: null }),
          })
          .nullable(),
        /** Stop of sales and orders after a restore. Null when sales and orders are allowed. */
        sending_hold: z
          .object({
            id: z.string().meta({ example: '0b0f7d0e-55a4-4f0e-8e0f-6d1c8f0a7c11' }),
            since: z.string().meta({ example: '2026-03-02T10:05:30.000+01:00' }),
            reason: z.string().meta({ example: 'Restored from a backup of 2026-03-02T01:00:00.000Z' }),
          })
          .nullable(),
        pauses: z.array(VendorPause),
        vendors: z.array(
          z.object({
            code: z.number().meta({ example: 1 }),
            name: z.string().meta({ example: 'Platinum' }),
            delivers: z.array(z.enum(SERVICES)).meta({ example: ['airtime', 'data'] }),
            /** True when this vendor sells a service without being its active vendor. */
            stands_by: z.boolean().meta({ example: true }),
            ended: z.number().meta({ example: 1204 }),
            /**
             * Share of delivered purchases among all ended and overdue purchases, from 0 to 1. Null without
             * such purchases.
             */
            success_rate: z.number().nullable().meta({ example: 0.994 }),
            /** Estimated median of the seconds from order to delivery. */
            p50_seconds: z.number().nullable().meta({ example: 1.2 }),
            p95_seconds: z.number().nullable().meta({ example: 4.8 }),
            waiting: z.number().nullable().meta({ example: 2 }),
            oldest_waiting_seconds: z.number().nullable().meta({ example: 3.2 }),
          }),
        ),
      }),
    },
  };
});
