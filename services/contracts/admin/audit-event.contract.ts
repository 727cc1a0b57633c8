import { z } from 'zod';
import { serverOnly } from '../call.js';
import { Ok } from '../fields/http-fields.js';

/** Event header without `data`. */
export const AuditEventRow = serverOnly(() =>
  z.object({
    /** Position in the log. Null when the store returns no positions. */
    position: z.number().nullable(),
    stream: z.string(),
    revision: z.number(),
    type: z.string(),
    at: z.string(),
    /** Actor without the encrypted network address. */
    actor: z.object({ kind: z.string(), id: z.string() }),
    id: z.string(),
    correlationId: z.string(),
    causationId: z.string(),
    hash: z.string(),
    /** Sum of the event's debits in kobo digits. Null for an event without postings. */
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
    /** Stored bytes of the event as text. Null when they are unavailable. */
    text: z.string().nullable(),
    /** True when the SHA-256 of `text` is `hash`. Null when `text` is null. */
    hashHolds: z.boolean().nullable(),
    event: z.record(z.string(), z.unknown()),
    /**
     * Previous event of the stream. Null for the first event. `agrees` is true when this event's
     * `previousHash` is the hash of the previous event.
     */
    previous: z.object({ row: AuditEventRow, agrees: z.boolean() }).nullable(),
    next: AuditEventRow.nullable(),
    /**
     * `request` means that no stored event caused this event. `unknown` means that the search found no cause.
     */
    causedBy: z.enum(['event', 'request', 'unknown']),
    cause: AuditEventRow.nullable(),
    /**
     * Events that name this event as their cause. The search reads only `streams` and nearby parts of the
     * log.
     */
    effects: z.array(AuditEventRow),
    related: z.array(AuditEventRow),
    postings: z.array(Posting),
    streams: z.array(z.string()),
  }),
);
