import { z } from 'zod';
import type { SealsHealth } from '../audit/seals/seal-health.js';
import type { StatusNote } from './status-note.js';

const DispatchNote = z.object({
  openPurchases: z.number(),
  position: z.number(),
  oldestOpenAt: z.string().optional(),
  waiting: z
    .array(
      z.object({
        vendor: z.number(),
        purchases: z.number(),
        oldestAt: z.number(),
        overdue: z.record(z.string(), z.number()).readonly().optional(),
      }),
    )
    .readonly()
    .optional(),
  /** State of each vendor's queue. Workers of older versions do not send this field. */
  queues: z
    .array(z.object({ vendor: z.number(), unsent: z.number(), taken: z.number() }))
    .readonly()
    .optional(),
  attempts: z
    .array(
      z.object({
        vendor: z.number(),
        delivered: z.number(),
        failed: z.number(),
        refusals: z.array(z.string()).readonly().optional(),
      }),
    )
    .readonly()
    .optional(),
});
export type DispatchStatus = z.output<typeof DispatchNote>;

export interface DispatchProgress {
  readonly follows: boolean;
  readonly openPurchases: number;
  /** Time at which the oldest open purchase was opened, ISO 8601. Undefined when no purchase is open. */
  readonly oldestOpenAt: string | undefined;
  /** Number of open purchases that wait for each vendor. `oldestAt` is Unix ms. */
  readonly waiting: NonNullable<DispatchStatus['waiting']>;
  readonly attempts: NonNullable<DispatchStatus['attempts']>;
  readonly queues: NonNullable<DispatchStatus['queues']>;
  readonly position: number;
}

/**
 * Do not change `name`. During an upgrade, processes of an older version read the same key in
 * Redis.
 */
export const DISPATCH_STATUS: StatusNote<DispatchStatus> = { name: 'vending', shape: DispatchNote };

export function dispatchStatusOf(progress: DispatchProgress): DispatchStatus | undefined {
  const { follows, openPurchases, position, oldestOpenAt, waiting, attempts, queues } = progress;
  if (!follows) return undefined;
  return { openPurchases, position, waiting, attempts, queues, ...(oldestOpenAt && { oldestOpenAt }) };
}

const Known = z.number().optional();
const Trouble = z.object({ failures: z.number(), fault: z.string().optional(), treeSize: Known });

const SealsNote = z
  .object({
    sealing: Trouble.extend({ sealedAt: Known, failingSince: Known, stopped: z.boolean() }).optional(),
    publishing: Trouble.extend({ waitingSince: Known }).optional(),
  })
  .transform((note) => note as SealsHealth);

export const SEALS_STATUS: StatusNote<SealsHealth> = { name: 'projector:seals', shape: SealsNote };
