import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import { boundedCache } from '../../../infra/limits/bounded-cache.js';
import type { Service } from '../../contracts/services.js';
import { purchaseEvent } from '../purchase.events.js';
import type { PurchaseWork } from '../purchase-work.js';
import { type SettleCommand, settlementOf } from './settle-wallet.reactor.js';

export const PURCHASE_OUTCOMES = ['captured', 'released', 'reversed'] as const;
export type PurchaseOutcome = (typeof PURCHASE_OUTCOMES)[number];

export interface SettledCounts {
  settled(service: Service, outcome: PurchaseOutcome, seconds: number): void;
}

interface Accepted {
  readonly service: Service;
  /** Unix ms. */
  readonly acceptedAt: number;
}

const OUTCOME_OF: Readonly<Record<SettleCommand['type'], PurchaseOutcome>> = {
  CapturePurchase: 'captured',
  ReleasePurchase: 'released',
  ReversePurchase: 'reversed',
};
const REMEMBERED_MAX = 20_000;
/** Events older than this many milliseconds are read again, because a checkpoint was lost or the log went back. */
const REPLAYED_MS = 3_600_000;

export class SettledPurchases {
  private readonly accepted = boundedCache<string, Accepted>(REMEMBERED_MAX);

  constructor(
    private readonly counts: SettledCounts,
    private readonly work: Pick<PurchaseWork, 'streams' | 'now'>,
  ) {}

  apply(event: RecordedEvent): void {
    const known = purchaseEvent(event);
    if (known?.type !== 'PurchaseOpened') return;
    const { purchaseId, service, acceptedAt = event.at } = known.data;
    this.accepted.set(purchaseId, { service, acceptedAt: Date.parse(acceptedAt) });
  }

  onSettled(event: RecordedEvent): void {
    const { command } = settlementOf(event)!;
    const { purchaseId } = command;
    const outcome = OUTCOME_OF[command.type];
    const at = this.work.now().getTime();
    const count = ({ service, acceptedAt }: Accepted): void =>
      this.counts.settled(service, outcome, (at - acceptedAt) / 1_000);
    const accepted = this.accepted.peek(purchaseId);
    this.accepted.delete(purchaseId);
    if (at - Date.parse(event.at) > REPLAYED_MS) return;
    if (accepted) return count(accepted);
    // Opened before this worker started, or reversed later.
    this.work.streams.load(purchaseId).then(
      (purchase) => purchase && count(purchase),
      () => undefined,
    );
  }
}
