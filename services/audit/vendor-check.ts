import type { RecordedEvent } from '../../infra/event-store/event-store.js';
import type { PurchaseEvent } from '../purchases/purchase.events.js';
import { accounts } from '../ledger/postings.js';
import type { WalletEvent } from '../wallet/wallet.events.js';
import type { Problems, Where } from './problems.js';

/** Kobo digits. */
export interface VendorTotals {
  /** What vendors keep for what they delivered. */
  readonly delivered: string;
  /** What purchases paid them. */
  readonly captured: string;
  /** What nobody paid for: booked as our loss. */
  readonly loss: string;
}

/**
 * What vendors delivered is paid for by a purchase, or booked as our loss: told by two kinds of streams that must agree.
 */
export class VendorCheck {
  private delivered = 0n;
  private captured = 0n;
  private loss = 0n;

  constructor(private readonly problems: Problems) {}

  add(event: RecordedEvent): void {
    const fact = event as (WalletEvent | PurchaseEvent) & RecordedEvent;
    switch (fact.type) {
      case 'AttemptDelivered':
      case 'PartiallyDelivered':
        this.delivered += BigInt(fact.data.cost);
        return;
      case 'ReviewResolved':
        if (fact.data.decision === 'delivered') this.delivered += BigInt(fact.data.cost);
        return;
      case 'LateSuccessDetected':
        this.delivered += BigInt(fact.data.cost);
        for (const { account, amount } of fact.data.postings)
          if (account === accounts.vendorLoss) this.loss += BigInt(amount);
        return;
      case 'VendorReversed':
        this.delivered -= BigInt(fact.data.cost);
        return;
      case 'PurchaseCaptured':
        this.captured += BigInt(fact.data.cost);
        return;
      case 'PurchaseReversed':
        this.captured -= BigInt(fact.data.cost);
        return;
      default:
        return;
    }
  }

  totals(): VendorTotals {
    return {
      delivered: String(this.delivered),
      captured: String(this.captured),
      loss: String(this.loss),
    };
  }

  /** `underWay`: the cost of deliveries whose settlement is still to come. */
  finish(end: Where, underWay: bigint): void {
    const unpaid = this.delivered - this.captured - underWay;
    if (unpaid !== this.loss)
      this.problems.add(
        'vendor-loss',
        end,
        `vendors delivered for ${unpaid} kobo more than was captured, ${this.loss} are booked as loss`,
      );
  }
}
