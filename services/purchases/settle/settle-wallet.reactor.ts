import type { EventContext } from '../../../infra/event-store/event-context.js';
import type { Actor, RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { CapturePurchase, ReleasePurchase, ReversePurchase } from '../../wallet/wallet.commands.js';
import { purchaseEvent } from '../purchase.events.js';

export type SettleCommand = CapturePurchase | ReleasePurchase | ReversePurchase;

/**
 * The promise resolves when the settlement is stored. When the promise rejects, the function may be called
 * again.
 */
export type Settle = (userId: string, command: SettleCommand, context: EventContext) => Promise<unknown>;

const SETTLER: Actor = { kind: 'system', id: 'settle-wallet' };

export function settlementOf(
  event: RecordedEvent,
): { readonly userId: string; readonly command: SettleCommand } | undefined {
  const known = purchaseEvent(event);
  if (!known) return undefined;
  const { type, data } = known;
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

const release = (
  { userId, purchaseId, vendor }: { userId: string; purchaseId: string; vendor: number },
  reason: string,
) => ({ userId, command: { type: 'ReleasePurchase', purchaseId, vendor, reason } }) as const;

export function settleWallet(
  settle: Settle,
  event: RecordedEvent,
  now: () => Date,
): Promise<void> | undefined {
  const settlement = settlementOf(event);
  if (!settlement) return undefined;
  const { userId, command } = settlement;
  const context = { actor: SETTLER, correlationId: event.correlationId, causationId: event.id, now: now() };
  return settle(userId, command, context).then(() => undefined);
}
