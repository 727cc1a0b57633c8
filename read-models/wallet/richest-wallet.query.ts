import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import type { Kobo } from '../../services/contracts/money.js';
import { HOUSE_USER_ID } from '../../services/ledger/house.js';
import { walletView } from './wallet.view.js';

/** What the richest wallet of a customer can spend, kobo; 0 when there is none. */
export class GetRichestWallet extends Query<Kobo> {}

@QueryHandler(GetRichestWallet)
export class GetRichestWalletHandler implements IQueryHandler<GetRichestWallet> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  /** Looks at every wallet: an index on what changes with every purchase would cost each of them more than this costs. */
  async execute(): Promise<Kobo> {
    const { rows } = await this.readStore.page(walletView, {
      sort: { column: 'available', direction: 'descending' },
      skip: 0,
      limit: 2,
    });
    return rows.find(({ user_id }) => user_id !== HOUSE_USER_ID)?.available ?? 0n;
  }
}
