import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import {
  adminListAnswer,
  adminListFields,
  BodyToken,
  ENDS_TOO_EARLY,
  IdParam,
  Lines,
  Ok,
  startsBeforeItEnds,
  Text,
} from '../fields/http-fields.js';

/** The call `notifications` returns the newest active message. */
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
    id: z.string().meta({ example: '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1' }),
    broadcast_title: z.string().meta({ example: 'Maintenance' }),
    broadcast_message: z.string().meta({ example: 'Data is slow tonight.' }),
    active: z.boolean().meta({ example: true }),
    author: z.literal('Chief Admin'),
    created_at: z.string().meta({ example: '2026-03-02T10:15:30+01:00' }),
  }),
);
export type BroadcastRow = z.output<typeof BroadcastRow>;

export const BROADCAST_SHAPES = serverOnly(() => {
  const Message = Lines(BROADCAST_MESSAGE_MAX)
    .transform((text) => text.trim())
    .refine((text) => text !== '', 'must not be empty')
    .meta({ description: 'Up to 1,000 characters; line breaks are kept.', example: 'Data is slow tonight.' });
  const Title = Text(BROADCAST_TITLE_MAX)
    .transform((text) => text.trim())
    .refine((text) => text !== '', 'must not be empty')
    .meta({ description: 'Up to 100 characters.', example: 'Maintenance' });
  const Done = z.object({ status: Ok, message: z.string() });
  const one = {
    request: z.object({
      broadcastId: IdParam.meta({ description: 'The id of a row of the list.' }),
      grabToken: BodyToken,
    }),
    answer: Done,
  };
  return {
    broadcasts: {
      request: z
        .object(adminListFields('Part of a title or message.'))
        .refine(startsBeforeItEnds, ENDS_TOO_EARLY),
      answer: adminListAnswer('broadcast_info', BroadcastRow),
    },
    createBroadcast: {
      request: z.object({
        broadcastTitle: Title,
        broadcastMessage: Message,
        form_id: IdParam.optional().meta({
          description:
            'Made when the form opens: the same again is the same broadcast. Without it each call makes one.',
        }),
        grabToken: BodyToken,
      }),
      answer: Done,
    },
    activateBroadcast: one,
    deactivateBroadcast: one,
  };
});
