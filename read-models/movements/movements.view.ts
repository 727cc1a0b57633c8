import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';
import { TRANSACTION_STATUSES } from '../../services/contracts/services.js';
import { MOVEMENT_KINDS } from '../../services/contracts/history.contract.js';

const MovementRow = z.object({
  /** `returnId` of returned money, or the event's id for any other movement. */
  id: z.string(),
  user_id: z.string(),
  kind: z.enum(MOVEMENT_KINDS),
  purchase_id: z.string().nullable(),
  service: z.string(),
  title: z.string(),
  /** Kobo. Positive when money goes into the wallet and negative when money leaves it. */
  amount: z.bigint(),
  /** Available balance right after the movement. */
  balance: z.bigint(),
  status: z.enum(TRANSACTION_STATUSES),
  at: z.string(),
});
export type MovementRow = z.output<typeof MovementRow>;

/**
 * Movements other than purchases (view `history`) and payments (view `funding`): returned money, our own
 * charges, and adjustments.
 */
export const movementsView: View<MovementRow> = {
  name: 'movements',
  version: 1,
  row: MovementRow,
  key: 'id',
  indexes: [['user_id', 'at']],
  arrivesBy: 'at',
  searchable: ['service', 'title', 'status'],
  words: { status: TRANSACTION_STATUSES },
};

export const RETURNS = ['captured', 'released', 'reversed'] as const;

export const returnId = (purchaseId: string, how: (typeof RETURNS)[number]): string => `${purchaseId}/${how}`;
