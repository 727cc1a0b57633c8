import { z } from 'zod';
import type { SealsHealth } from '../audit/seals/seal-health.js';
import type { StatusNote } from './status-note.js';

const DispatchNote = z.object({
  openPurchases: z.number(),
  position: z.number(),
  oldestOpenAt: z.string().optional(),
  /** Waiting purchases per vendor; absent in notes of older workers. */
  waiting: z
    .array(z.object({ vendor: z.number(), purchases: z.number(), oldestAt: z.number() }))
    .readonly()
    .optional(),
  /** Purchases that vendors have not answered; absent in notes of older workers. */
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
  /** True while the worker follows the log. Only then are its open purchases known. */
  readonly follows: boolean;
  readonly openPurchases: number;
  /** Time of the oldest open purchase, ISO 8601; undefined when no purchase is open. */
  readonly oldestOpenAt: string | undefined;
  /** Waiting purchases per vendor, with `oldestAt` in Unix ms. */
  readonly waiting: NonNullable<DispatchStatus['waiting']>;
  readonly attempts: NonNullable<DispatchStatus['attempts']>;
  readonly queues: NonNullable<DispatchStatus['queues']>;
  readonly position: number;
}

/** The previous version reads the Redis key `name` too, so do not rename it. */
export const DISPATCH_STATUS: StatusNote<DispatchStatus> = { name: 'vending', shape: DispatchNote };

/** Status note of a worker. Undefined unless the worker follows the log. */
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
  // JSON has no undefined members, so the parsed note equals `SealsHealth`.
  .transform((note) => note as SealsHealth);

/** Published by the active projector. */
export const SEALS_STATUS: StatusNote<SealsHealth> = { name: 'projector:seals', shape: SealsNote };
