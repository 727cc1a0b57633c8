import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';
import { TRANSACTION_STATUSES } from '../../services/contracts/services.js';
import { MOVEMENT_KINDS } from '../../services/contracts/history.contract.js';

const MovementRow = z.object({
  /** Of money that came back, the purchase and how it did; else the id of the event. */
  id: z.string(),
  user_id: z.string(),
  kind: z.enum(MOVEMENT_KINDS),
  /** What it came back from, which knows its reference and recipient; null for what no purchase had to do with. */
  purchase_id: z.string().nullable(),
  /** Empty where it is of none. */
  service: z.string(),
  /** What it is called: `Upgrade to Affiliate`. */
  title: z.string(),
  /** Positive in, negative out. */
  amount: z.bigint(),
  /** What could be spent right after it. */
  balance: z.bigint(),
  status: z.enum(TRANSACTION_STATUSES),
  at: z.string(),
});
export type MovementRow = z.output<typeof MovementRow>;

/**
 * What moved a wallet beside purchases and payments in, which `history` and `funding` tell: money that came back, our own
 * charges, corrections. Few rows, so that a purchase that succeeds costs none.
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

/** How money of a purchase comes back; each can happen to it once. */
export const RETURNS = ['captured', 'released', 'reversed'] as const;

/** Id of the row of money that came back. */
export const returnId = (purchaseId: string, how: (typeof RETURNS)[number]): string => `${purchaseId}/${how}`;
