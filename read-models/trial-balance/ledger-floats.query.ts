import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import type { Kobo } from '../../services/contracts/money.js';
import { accounts } from '../../services/ledger/postings.js';
import { trialBalanceView } from './trial-balance.view.js';

/** Kobo of ours at each vendor, by vendor code. 0 for a vendor without an account. */
export class GetLedgerFloats extends Query<ReadonlyMap<number, Kobo>> {
  constructor(readonly vendors: readonly number[]) {
    super();
  }
}

@QueryHandler(GetLedgerFloats)
export class GetLedgerFloatsHandler implements IQueryHandler<GetLedgerFloats> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  /**
   * Adds up both accounts of a vendor. Vendors that pay out money have the account `pspPayout`.
   * Vendors that deliver products have the account `vendorFloat`.
   */
  async execute({ vendors }: GetLedgerFloats): Promise<ReadonlyMap<number, Kobo>> {
    const accountsOf = (code: number) => [accounts.vendorFloat(code), accounts.pspPayout(code)];
    const rows = await this.readStore.getMany(trialBalanceView, vendors.flatMap(accountsOf));
    return new Map(
      vendors.map((code) => [
        code,
        accountsOf(code).reduce((sum, account) => sum + (rows.get(account)?.balance ?? 0n), 0n),
      ]),
    );
  }
}
