import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';

const BroadcastRow = z.object({
  broadcast_id: z.string(),
  title: z.string(),
  message: z.string(),
  /** Whether customers may be shown it; of several they are shown the one that was activated last. */
  active: z.boolean(),
  /** When it was shown last. Null while it never was. */
  activated_at: z.string().nullable(),
  /** When it was written. Times are UTC, as in the events. */
  at: z.string(),
});
export type BroadcastRow = z.output<typeof BroadcastRow>;

/** Everything that administrators ever told all customers. */
export const broadcastsView: View<BroadcastRow> = {
  name: 'broadcasts',
  version: 1,
  row: BroadcastRow,
  key: 'broadcast_id',
  indexes: [['at'], ['active', 'activated_at']],
  searchable: ['title', 'message'],
};
