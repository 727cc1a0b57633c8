import { accounts } from '../../ledger/postings.js';
import type { Judges } from '../ledger-events.js';
import type { Problems, Where } from '../problems.js';

/** Kobo digits. */
export interface VendorTotals {
  /** Cost of all deliveries minus the cost of all reversals: kobo as a decimal string. */
  readonly delivered: string;
  readonly captured: string;
  readonly loss: string;
}

/**
 * Checks that the costs of all deliveries, minus the costs in `PurchaseCaptured` events, equal the losses that
 * we booked.
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
