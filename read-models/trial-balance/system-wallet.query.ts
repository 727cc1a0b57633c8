import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import type { Kobo } from '../../services/contracts/money.js';
import { trialBalanceView } from './trial-balance.view.js';

const OTHER_ACCOUNTS = [
  { to: 'user_' },
  { from: 'user_receivable:', to: 'user_receivable;' },
  { from: 'user`' },
];
const ACCOUNTS_MAX = 100_000;
/**
 * Maximum attempts to read all accounts at one checkpoint. The last attempt accepts a checkpoint that moves
 * during the read.
 */
const READS_MAX = 5;

/**
 * Kobo of all wallets together, computed from the other accounts. This works because all accounts add up to
 * zero.
 */
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

export class GetSystemWallet extends Query<Kobo> {}

@QueryHandler(GetSystemWallet)
export class GetSystemWalletHandler implements IQueryHandler<GetSystemWallet> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  execute(): Promise<Kobo> {
    return systemWallet(this.readStore);
  }
}
