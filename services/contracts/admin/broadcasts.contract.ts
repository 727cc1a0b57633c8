import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import {
  ADMIN_LIST_FIELDS,
  adminListAnswer,
  BodyToken,
  Bounded,
  ENDS_TOO_EARLY,
  IdParam,
  MULTILINE,
  Ok,
  startsBeforeItEnds,
  Text,
} from '../fields/http-fields.js';

/** Messages to all customers. `notifications` answers with the newest active one. */
export const BROADCAST_CALLS = {
  broadcasts: adminReads('/api/get_broad_cast/'),
  createBroadcast: adminChanges('/api/broadcastmessage/', 'support'),
  activateBroadcast: adminChanges('/api/activate-broadcast/', 'support'),
  deactivateBroadcast: adminChanges('/api/deactivate-broadcast/', 'support'),
} as const satisfies Record<string, Call>;

export const BROADCAST_TITLE_MAX = 100;
export const BROADCAST_MESSAGE_MAX = 1_000;

export const BroadcastRow = serverOnly(() =>
  z.object({
    id: z.string(),
    broadcast_title: z.string(),
    broadcast_message: z.string(),
    /** Of several active broadcasts, customers see the one activated last. */
    active: z.boolean(),
    author: z.literal('Chief Admin'),
    created_at: z.string(),
  }),
);
export type BroadcastRow = z.output<typeof BroadcastRow>;

export const BROADCAST_SHAPES = serverOnly(() => {
  /** Line breaks allowed. */
  const Message = Bounded(BROADCAST_MESSAGE_MAX)
    .regex(MULTILINE, 'must not hold control characters')
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .refine((text) => text !== '', 'must not be empty');
  const Title = Text(BROADCAST_TITLE_MAX)
    .transform((text) => text.trim())
    .refine((text) => text !== '', 'must not be empty');
  const Done = z.object({ status: Ok, message: z.string() });
  const one = { request: z.object({ broadcastId: IdParam, grabToken: BodyToken }), answer: Done };
  return {
    broadcasts: {
      request: z.object(ADMIN_LIST_FIELDS).refine(startsBeforeItEnds, ENDS_TOO_EARLY),
      answer: adminListAnswer('broadcast_info', BroadcastRow),
    },
    createBroadcast: {
      request: z.object({
        broadcastTitle: Title,
        broadcastMessage: Message,
        /** Idempotency key; other values give `CHANGE_CONFLICT`. */
        form_id: IdParam.optional(),
        grabToken: BodyToken,
      }),
      answer: Done,
    },
    activateBroadcast: one,
    deactivateBroadcast: one,
  };
});
