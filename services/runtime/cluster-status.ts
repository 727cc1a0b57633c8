import { z } from 'zod';
import type { SealsHealth } from '../audit/seals/seal-health.js';
import type { StatusNote } from './status-note.js';

/** What the worker that follows the log tells the api processes about dispatching. */
const DispatchNote = z.object({
  openPurchases: z.number(),
  position: z.number(),
  oldestOpenAt: z.string().optional(),
  /** Absent in what older workers tell. */
  waiting: z
    .array(z.object({ vendor: z.number(), purchases: z.number(), oldestAt: z.number() }))
    .readonly()
    .optional(),
  attempts: z
    .array(z.object({ vendor: z.number(), delivered: z.number(), failed: z.number() }))
    .readonly()
    .optional(),
});
export type DispatchStatus = z.output<typeof DispatchNote>;

/** What a worker knows of its own dispatching. */
export interface DispatchProgress {
  /** Whether it follows the log; what is open is known only then. */
  readonly follows: boolean;
  readonly openPurchases: number;
  /** ISO 8601; undefined when nothing is open. */
  readonly oldestOpenAt: string | undefined;
  /** What waits for which vendor, and since when, milliseconds since 1970. */
  readonly waiting: NonNullable<DispatchStatus['waiting']>;
  /** How the last attempts of each vendor ended. */
  readonly attempts: NonNullable<DispatchStatus['attempts']>;
  /** Everything in the log up to here has been reacted to. */
  readonly position: number;
}

/** Told for as long as a worker follows the log. Its name is a key in Redis, which processes of the version before read too. */
export const DISPATCH_STATUS: StatusNote<DispatchStatus> = { name: 'vending', shape: DispatchNote };

/** What is told of this progress; undefined while this worker does not follow the log. */
export function dispatchStatusOf(progress: DispatchProgress): DispatchStatus | undefined {
  const { follows, openPurchases, position, oldestOpenAt, waiting, attempts } = progress;
  if (!follows) return undefined;
  return { openPurchases, position, waiting, attempts, ...(oldestOpenAt && { oldestOpenAt }) };
}

const Known = z.number().optional();
const Trouble = z.object({ failures: z.number(), fault: z.string().optional(), treeSize: Known });

const SealsNote = z
  .object({
    sealing: Trouble.extend({ sealedAt: Known, failingSince: Known, stopped: z.boolean() }).optional(),
    publishing: Trouble.extend({ waitingSince: Known }).optional(),
  })
  // JSON leaves out what is undefined: whoever reads it finds it undefined again.
  .transform((note) => note as SealsHealth);

/** How sealing goes, told by the projector in office. */
export const SEALS_STATUS: StatusNote<SealsHealth> = { name: 'projector:seals', shape: SealsNote };
