import { accounts } from '../../ledger/postings.js';
import type { Judges } from '../ledger-events.js';
import type { Problems, Where } from '../problems.js';

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

  readonly judges = {
    AttemptDelivered: ({ data }) => this.delivers(data.cost),
    PartiallyDelivered: ({ data }) => this.delivers(data.cost),
    ReviewResolved: ({ data }) => {
      if (data.decision === 'delivered') this.delivers(data.cost);
    },
    LateSuccessDetected: ({ data }) => {
      this.delivers(data.cost);
      for (const { account, amount } of data.postings)
        if (account === accounts.vendorLoss) this.loss += BigInt(amount);
    },
    VendorReversed: ({ data }) => {
      this.delivered -= BigInt(data.cost);
    },
    PurchaseCaptured: ({ data }) => {
      this.captured += BigInt(data.cost);
    },
    PurchaseReversed: ({ data }) => {
      this.captured -= BigInt(data.cost);
    },
  } satisfies Judges;

  totals(): VendorTotals {
    return {
      delivered: String(this.delivered),
      captured: String(this.captured),
      loss: String(this.loss),
    };
  }

  private delivers(cost: string): void {
    this.delivered += BigInt(cost);
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
