import { z } from 'zod';
import { serverOnly } from '../call.js';
import { Ok } from '../fields/http-fields.js';

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

const Posting = serverOnly(() => z.object({ account: z.string(), amount: z.string() }));

/** An event to the byte, what it posts, and what stands around it. */
export const WholeEvent = serverOnly(() =>
  z.object({
    status: Ok,
    position: z.number().nullable(),
    hash: z.string(),
    /** The event as it is stored, to the byte; null where the store does not hand it out. */
    text: z.string().nullable(),
    /** Whether SHA-256 of the text is the hash; null where there is no text. */
    hashHolds: z.boolean().nullable(),
    event: z.record(z.string(), z.unknown()),
    /** The event before it in its stream, and whether this one names its hash. Null of the first. */
    previous: z.object({ row: AuditEventRow, agrees: z.boolean() }).nullable(),
    next: AuditEventRow.nullable(),
    /** What led to it: `request` where nothing stored did, `unknown` where it was not found nearby. */
    causedBy: z.enum(['event', 'request', 'unknown']),
    cause: AuditEventRow.nullable(),
    /** What it led to, and what else belongs to the same request: found in the streams it names and around it in the log. */
    effects: z.array(AuditEventRow),
    related: z.array(AuditEventRow),
    postings: z.array(Posting),
    /** Streams it names, its own first. */
    streams: z.array(z.string()),
  }),
);
