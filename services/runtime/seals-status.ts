import { z } from 'zod';
import type { SealsHealth } from '../audit/seals/seal-health.js';
import type { StatusNote } from './status-note.js';

const Known = z.number().optional();
const Trouble = z.object({ failures: z.number(), fault: z.string().optional(), treeSize: Known });

const Note = z
  .object({
    sealing: Trouble.extend({ sealedAt: Known, failingSince: Known, stopped: z.boolean() }).optional(),
    publishing: Trouble.extend({ waitingSince: Known }).optional(),
  })
  // JSON leaves out what is undefined: whoever reads it finds it undefined again.
  .transform((note) => note as SealsHealth);

/** How sealing goes, told by the projector in office. */
export const SEALS_STATUS: StatusNote<SealsHealth> = { name: 'projector:seals', shape: Note };
