import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import type { Kobo } from '../../services/contracts/money.js';
import { trialBalanceView } from './trial-balance.view.js';

/** Accounts of the books without those of the wallets, which are in the middle of the order: dozens, where wallets are many. */
const OTHER_ACCOUNTS = [
  { to: 'user_' },
  { from: 'user_receivable:', to: 'user_receivable;' },
  { from: 'user`' },
];
const ACCOUNTS_MAX = 100_000;
/** Reads until nothing happened meanwhile; after so many the figure may be of two moments, a purchase apart. */
const READS_MAX = 5;

/** What all wallets hold, spendable and held, in kobo: the rest of the books, turned round, since they add up to zero. */
export async function systemWallet(readStore: ReadStore): Promise<Kobo> {
  for (let read = 1; ; read += 1) {
    const before = await readStore.checkpoint(trialBalanceView);
    const pages = await Promise.all(
      OTHER_ACCOUNTS.map((range) =>
        readStore.page(trialBalanceView, {
          range: { column: 'account', ...range },
          sort: { column: 'account', direction: 'ascending' },
          skip: 0,
          limit: ACCOUNTS_MAX,
        }),
      ),
    );
    const sum = pages.flatMap(({ rows }) => rows).reduce((total, { balance }) => total + balance, 0n);
    if (read === READS_MAX || (await readStore.checkpoint(trialBalanceView)) === before) return sum;
  }
}

/** What customers and the house can spend or have held, kobo. */
export class GetSystemWallet extends Query<Kobo> {}

@QueryHandler(GetSystemWallet)
export class GetSystemWalletHandler implements IQueryHandler<GetSystemWallet> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  execute(): Promise<Kobo> {
    return systemWallet(this.readStore);
  }
}
