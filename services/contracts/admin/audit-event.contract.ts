import { z } from 'zod';
import { serverOnly } from '../call.js';
import { Ok } from '../fields/http-fields.js';

/** Event header without `data`. */
export const AuditEventRow = serverOnly(() =>
  z.object({
    /** Position in the log. Null when the store numbers events only while reading the whole log. */
    position: z.number().nullable(),
    stream: z.string(),
    revision: z.number(),
    type: z.string(),
    at: z.string(),
    /** Without its sealed address. */
    actor: z.object({ kind: z.string(), id: z.string() }),
    id: z.string(),
    correlationId: z.string(),
    causationId: z.string(),
    hash: z.string(),
    /** Kobo digits debited by the event's postings, equal to the kobo credited; null for an event without postings. */
    moved: z.string().nullable(),
  }),
);
export type AuditEventRow = z.output<typeof AuditEventRow>;

const Posting = serverOnly(() => z.object({ account: z.string(), amount: z.string() }));

export const WholeEvent = serverOnly(() =>
  z.object({
    status: Ok,
    position: z.number().nullable(),
    hash: z.string(),
    /** Stored bytes of the event; null if unavailable. */
    text: z.string().nullable(),
    /** True when the SHA-256 of `text` is `hash`; null without `text`. */
    hashHolds: z.boolean().nullable(),
    event: z.record(z.string(), z.unknown()),
    /**
     * Previous event of the stream; null for the first. `agrees` is true when the present event names the hash of the
     * previous one.
     */
    previous: z.object({ row: AuditEventRow, agrees: z.boolean() }).nullable(),
    next: AuditEventRow.nullable(),
    /** Cause of the event: `request` when no stored event caused it, `unknown` when the cause was not found nearby. */
    causedBy: z.enum(['event', 'request', 'unknown']),
    cause: AuditEventRow.nullable(),
    /** Events caused by this one, searched in `streams` and at nearby positions. */
    effects: z.array(AuditEventRow),
    related: z.array(AuditEventRow),
    postings: z.array(Posting),
    /** Its own stream first. */
    streams: z.array(z.string()),
  }),
);
