import type { Actor, RecordedEvent } from '../../infra/event-store/event-store.js';
import type { CaptureOrder, ReleaseOrder, ReverseOrder } from '../wallet/wallet.commands.js';
import type { PurchaseEvent } from './purchase.events.js';

export type SettleCommand = CaptureOrder | ReleaseOrder | ReverseOrder;

export interface SettleMeta {
  readonly actor: Actor;
  readonly correlationId: string;
  readonly causationId: string;
  readonly now: Date;
}

/** Asks a wallet to settle; `WalletStreams.execute` is one. A wallet ignores what it has settled already. */
export type Settle = (userId: string, command: SettleCommand, meta: SettleMeta) => Promise<unknown>;

const SETTLER: Actor = { kind: 'system', id: 'settle-wallet' };

/**
 * What the end of a purchase means for the wallet. Only this settles wallets, and only from a stored purchase event, so
 * that a wallet never settles what no vendor conversation decided. undefined when the event decides nothing.
 */
export function settlementOf(
  event: RecordedEvent,
): { readonly userId: string; readonly command: SettleCommand } | undefined {
  const { type, data } = event as unknown as PurchaseEvent;
  switch (type) {
    case 'AttemptDelivered':
      return capture(data);
    case 'PartiallyDelivered': {
      const { userId, command } = capture(data);
      return { userId, command: { ...command, part: { delivered: data.delivered, of: data.of } } };
    }
    case 'ReviewResolved':
      return data.decision === 'delivered' ? capture(data) : release(data, 'review');
    case 'AttemptFailed':
      return data.nextVendor === undefined ? release(data, data.code) : undefined;
    case 'VendorReversed': {
      const { purchaseId, vendor, cost, code } = data;
      return {
        userId: data.userId,
        command: { type: 'ReversePurchase', purchaseId, vendor, cost: BigInt(cost), reason: code },
      };
    }
    default:
      return undefined;
  }
}

const capture = ({
  userId,
  purchaseId,
  vendor,
  cost,
}: {
  userId: string;
  purchaseId: string;
  vendor: number;
  cost: string;
}) => ({ userId, command: { type: 'CapturePurchase', purchaseId, vendor, cost: BigInt(cost) } }) as const;

const release = ({ userId, purchaseId }: { userId: string; purchaseId: string }, reason: string) =>
  ({ userId, command: { type: 'ReleasePurchase', purchaseId, reason } }) as const;

/** Settles the wallet when the event is the end of a purchase; nothing when it is not. */
export function settleWallet(
  settle: Settle,
  event: RecordedEvent,
  now: () => Date,
): Promise<void> | undefined {
  const settlement = settlementOf(event);
  if (!settlement) return undefined;
  const { userId, command } = settlement;
  const meta = { actor: SETTLER, correlationId: event.correlationId, causationId: event.id, now: now() };
  return settle(userId, command, meta).then(() => undefined);
}
