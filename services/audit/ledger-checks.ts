import type { RecordedEvent } from '../../infra/event-store/event-store.js';
import { BooksCheck } from './books-check.js';
import { ChargebackCheck } from './chargeback-check.js';
import { ChangeCheck } from './change-check.js';
import { ChainCheck } from './chain-check.js';
import { FundingCheck } from './funding-check.js';
import type { Problems, Where } from './problems.js';
import { SealCheck } from './seals/seal-check.js';
import type { SealCheckOptions } from './seals/seal-check.js';
import { PurchaseCheck } from './purchase-check.js';
import type { Patience } from './purchase-check.js';
import { VendorCheck } from './vendor-check.js';

/** All that is checked of each event, and at the end of the log. */
export class LedgerChecks {
  readonly chain: ChainCheck;
  readonly purchases: PurchaseCheck;
  readonly books: BooksCheck;
  readonly fundings: FundingCheck;
  readonly vendors: VendorCheck;
  readonly changes: ChangeCheck;
  readonly chargebacks: ChargebackCheck;
  readonly seals: SealCheck;
  /** When the newest event was stored. */
  private newestMs = 0;

  constructor(
    private readonly problems: Problems,
    seals: SealCheckOptions = {},
  ) {
    this.chain = new ChainCheck(problems);
    this.purchases = new PurchaseCheck(problems);
    this.books = new BooksCheck(problems, this.purchases);
    this.fundings = new FundingCheck(problems);
    this.vendors = new VendorCheck(problems);
    this.changes = new ChangeCheck(problems);
    this.chargebacks = new ChargebackCheck(problems, this.fundings.credited);
    this.seals = new SealCheck(problems, seals);
  }

  add(event: RecordedEvent, bytes: Uint8Array | undefined): void {
    this.chain.add(event, bytes);
    const atMs = Date.parse(event.at);
    if (Number.isNaN(atMs)) this.problems.add('unreadable', event, `${event.type} was stored at no time`);
    else if (atMs > this.newestMs) this.newestMs = atMs;
    // Each for itself: what one of them cannot read, the others may still judge.
    let unreadable: unknown;
    const { purchases, books, fundings, vendors, changes, chargebacks, seals } = this;
    for (const check of [purchases, books, fundings, vendors, changes, chargebacks, seals])
      try {
        check.add(event);
      } catch (error) {
        unreadable ??= error;
      }
    if (unreadable !== undefined)
      this.problems.add(
        'unreadable',
        event,
        `${event.type} lacks what its type must hold: ${String(unreadable)}`,
      );
  }

  finish(end: Where, asOf: Date | undefined, patience: Patience): void {
    const asOfMs = asOf?.getTime() ?? this.newestMs;
    this.purchases.finish(asOfMs, patience);
    this.fundings.finish(asOfMs, patience.settledWithinMs);
    this.chargebacks.finish(asOfMs, patience.settledWithinMs);
    this.vendors.finish(end, this.purchases.costUnderWay());
    const sum = this.books.trial.total();
    if (sum !== 0n) this.problems.add('trial-balance', end, `all accounts add up to ${sum} kobo`);
  }
}
