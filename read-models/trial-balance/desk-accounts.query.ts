import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import type { Kobo } from '../../services/contracts/money.js';
import { accounts } from '../../services/ledger/postings.js';
import { trialBalanceView } from './trial-balance.view.js';

const EACH_MAX = 100;

/** Kobo by name of the bank or payment provider. */
export interface DeskAccounts {
  readonly banks: ReadonlyMap<string, Kobo>;
  readonly receivables: ReadonlyMap<string, Kobo>;
}

export class GetDeskAccounts extends Query<DeskAccounts> {}

@QueryHandler(GetDeskAccounts)
export class GetDeskAccountsHandler implements IQueryHandler<GetDeskAccounts> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  async execute(): Promise<DeskAccounts> {
    const [banks, receivables] = await Promise.all([
      this.named(accounts.bank('')),
      this.named(accounts.pspReceivable('')),
    ]);
    return { banks, receivables };
  }

  /** @param kind prefix of the account names, with its colon */
  private async named(kind: string): Promise<ReadonlyMap<string, Kobo>> {
    const { rows } = await this.readStore.page(trialBalanceView, {
      range: { column: 'account', from: kind, to: `${kind.slice(0, -1)};` },
      sort: { column: 'account', direction: 'ascending' },
      skip: 0,
      limit: EACH_MAX,
    });
    return new Map(rows.map(({ account, balance }) => [account.slice(kind.length), balance]));
  }
}
