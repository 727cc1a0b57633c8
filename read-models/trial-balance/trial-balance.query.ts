import type { ReadStore } from '../../infra/read-store/view.js';
import { bookOf } from '../../services/ledger/postings.js';
import { type AccountRow, trialBalanceView } from './trial-balance.view.js';

const ACCOUNTS_MAX = 5_000_000;

/** `bookOf` joins all wallets of one kind in one line, so that the answer stays short. */
export interface TrialBalance {
  readonly position: number;
  readonly lines: readonly {
    readonly account: string;
    readonly debit: bigint;
    readonly credit: bigint;
    readonly balance: bigint;
  }[];
  /** Zero in correct books. */
  readonly sum: bigint;
}

export async function trialBalance({ readStore }: { readonly readStore: ReadStore }): Promise<TrialBalance> {
  const position = await readStore.checkpoint(trialBalanceView);
  const lines = new Map<string, { account: string; debit: bigint; credit: bigint; balance: bigint }>();
  let sum = 0n;
  const { rows } = await readStore.page<AccountRow>(trialBalanceView, {
    sort: { column: 'account', direction: 'ascending' },
    skip: 0,
    limit: ACCOUNTS_MAX,
  });
  for (const row of rows) {
    const account = bookOf(row.account);
    const line = lines.get(account) ?? { account, debit: 0n, credit: 0n, balance: 0n };
    line.debit += row.debit;
    line.credit += row.credit;
    line.balance += row.balance;
    lines.set(account, line);
    sum += row.balance;
  }
  return { position, lines: [...lines.values()], sum };
}
