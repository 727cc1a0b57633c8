import { z } from 'zod';
import { serverOnly } from '../call.js';

/** An event without what it says. */
export const AuditEventRow = serverOnly(() =>
  z.object({
    /** Null where the store counts only whoever reads the whole log. */
    position: z.number().nullable(),
    stream: z.string(),
    revision: z.number(),
    type: z.string(),
    at: z.string(),
    /** Without where they were: that is sealed. */
    actor: z.object({ kind: z.string(), id: z.string() }),
    id: z.string(),
    correlationId: z.string(),
    causationId: z.string(),
    hash: z.string(),
    /** Kobo digits that its postings debit, and so credit; null of one that moves no money. */
    moved: z.string().nullable(),
  }),
);
export type AuditEventRow = z.output<typeof AuditEventRow>;
