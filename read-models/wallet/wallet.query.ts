import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import { nairaFromKobo } from '../../services/contracts/money.js';
import { walletView } from './wallet.view.js';
import type { Kobo } from '../../services/contracts/money.js';
import { HOUSE_USER_ID } from '../../services/ledger/streams.js';

export interface WalletShown {
  readonly available: number;
  readonly held: number;
  readonly totalTransaction: number;
  readonly lastTopUp: number;
  readonly totalFunded: number;
  readonly totalSpent: number;
}

export async function walletOf(question: {
  readonly readStore: ReadStore;
  readonly userId: string;
}): Promise<WalletShown | undefined> {
  const row = await question.readStore.get(walletView, question.userId);
  return (
    row && {
      available: nairaFromKobo(row.available),
      held: nairaFromKobo(row.held),
      totalTransaction: Number(row.total_transactions),
      lastTopUp: nairaFromKobo(row.last_top_up),
      totalFunded: nairaFromKobo(row.total_funded),
      totalSpent: nairaFromKobo(row.total_spent),
    }
  );
}

/** Totals of a wallet. Callers read its balance from the ledger, because this view may be behind the ledger. */
export interface WalletTotals {
  /** Kobo. */
  readonly lastTopUp: bigint;
  readonly totalTransaction: bigint;
}

export class GetWalletTotals extends Query<WalletTotals> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(GetWalletTotals)
export class GetWalletTotalsHandler implements IQueryHandler<GetWalletTotals> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  async execute({ userId }: GetWalletTotals): Promise<WalletTotals> {
    const row = await this.readStore.get(walletView, userId);
    return { lastTopUp: row?.last_top_up ?? 0n, totalTransaction: row?.total_transactions ?? 0n };
  }
}

/** Highest available balance in kobo, 0 without customers. */
export class GetRichestWallet extends Query<Kobo> {}

@QueryHandler(GetRichestWallet)
export class GetRichestWalletHandler implements IQueryHandler<GetRichestWallet> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  /** Reads every wallet. An index on `available` would make this faster but would slow down each purchase. */
  async execute(): Promise<Kobo> {
    const { rows } = await this.readStore.page(walletView, {
      sort: { column: 'available', direction: 'descending' },
      skip: 0,
      limit: 2,
    });
    return rows.find(({ user_id }) => user_id !== HOUSE_USER_ID)?.available ?? 0n;
  }
}

export class GetWallet extends Query<WalletShown | undefined> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(GetWallet)
export class GetWalletHandler implements IQueryHandler<GetWallet> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  execute({ userId }: GetWallet): Promise<WalletShown | undefined> {
    return walletOf({ readStore: this.readStore, userId });
  }
}
