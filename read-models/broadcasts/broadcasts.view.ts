import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';

const BroadcastRow = z.object({
  broadcast_id: z.string(),
  title: z.string(),
  message: z.string(),
  /** True for an active broadcast. Customers see the active broadcast with the newest `activated_at`. */
  active: z.boolean(),
  activated_at: z.string().nullable(),
  /** UTC. */
  at: z.string(),
});
export type BroadcastRow = z.output<typeof BroadcastRow>;

export const broadcastsView: View<BroadcastRow> = {
  name: 'broadcasts',
  version: 2,
  row: BroadcastRow,
  key: 'broadcast_id',
  indexes: [['at'], ['active', 'activated_at']],
  searchable: ['title', 'message'],
};
