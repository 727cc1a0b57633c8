import type { RecordedEvent } from '../../infra/event-store/event-store.js';
import { ownEntry } from '../contracts/own-entry.js';
import { BooksCheck } from './checks/books-check.js';
import { ChargebackCheck } from './checks/chargeback-check.js';
import { ChangeCheck } from './checks/change-check.js';
import { ChainCheck } from './checks/chain-check.js';
import { FundingCheck } from './checks/funding-check.js';
import type { Judge, Judges } from './ledger-events.js';
import { POSTING_RULES } from './independent-posting-rules.js';
import type { Problems, Where } from './problems.js';
import { SealCheck, type SealCheckOptions } from './seals/seal-check.js';
import { PurchaseCheck, type Patience } from './checks/purchase-check.js';
import { VendorCheck } from './checks/vendor-check.js';

export class LedgerChecks {
  readonly chain: ChainCheck;
  readonly purchases: PurchaseCheck;
  readonly books: BooksCheck;
  readonly fundings: FundingCheck;
  readonly vendors: VendorCheck;
  readonly changes: ChangeCheck;
  readonly chargebacks: ChargebackCheck;
  readonly seals: SealCheck;
  private readonly judges: ReadonlyMap<string, readonly Judge[]>;
  private readonly ofUnknown: readonly Judge[];
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
    this.judges = new Map(Object.keys(POSTING_RULES).map((type) => [type, this.judgesOf(type)]));
    this.ofUnknown = this.judgesOf('');
  }

  private judgesOf(type: string): readonly Judge[] {
    const { purchases, books, fundings, vendors, changes, chargebacks, seals } = this;
    const of = ({ judges }: { readonly judges: Judges }) => ownEntry(judges, type) as Judge | undefined;
    return [
      of(purchases),
      books.judge(type),
      ...[fundings, vendors, changes, chargebacks].map(of),
      (event: RecordedEvent) => seals.add(event),
    ].filter((judge) => judge !== undefined);
  }

  add(event: RecordedEvent, bytes: Uint8Array | undefined): void {
    this.chain.add(event, bytes);
    const atMs = Date.parse(event.at);
    if (Number.isNaN(atMs)) this.problems.add('unreadable', event, `${event.type} was stored at no time`);
    else if (atMs > this.newestMs) this.newestMs = atMs;
    let unreadable: unknown;
    for (const judge of this.judges.get(event.type) ?? this.ofUnknown)
      try {
        judge(event);
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
