import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import type { Kobo } from '../../services/contracts/money.js';
import { accounts } from '../../services/ledger/postings.js';
import { trialBalanceView } from './trial-balance.view.js';

/** What vendors hold for us as our books have it, kobo, by code; 0 of whom they say nothing. */
export class GetLedgerFloats extends Query<ReadonlyMap<number, Kobo>> {
  constructor(readonly vendors: readonly number[]) {
    super();
  }
}

@QueryHandler(GetLedgerFloats)
export class GetLedgerFloatsHandler implements IQueryHandler<GetLedgerFloats> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  /** Whoever sends money to banks is paid from another account of the books than whoever delivers. */
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
