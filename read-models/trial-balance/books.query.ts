import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import { type AccountRow, trialBalanceView } from './trial-balance.view.js';

/** Maximum number of rows that `ReadStore.page` can add up. */
const ADDED_MAX = 10_000;
const READS_MAX = 5;

interface BooksNow {
  readonly position: number;
  readonly rows: readonly AccountRow[];
  readonly partial: boolean;
  readonly accounts: number;
}

const OTHER_ACCOUNTS = [{ to: 'user_' }, { from: 'user`' }] as const;
const BY_NAME = { column: 'account', direction: 'ascending' } as const;

async function booksNow(readStore: ReadStore): Promise<BooksNow> {
  for (let read = 1; ; read += 1) {
    const position = await readStore.checkpoint(trialBalanceView);
    const books = await readBooks(readStore);
    if (read === READS_MAX || (await readStore.checkpoint(trialBalanceView)) === position)
      return { position, ...books };
  }
}

async function readBooks(readStore: ReadStore): Promise<Omit<BooksNow, 'position'>> {
  const whole = { sort: BY_NAME, skip: 0 };
  const { total, totalCapped } = await readStore.page(trialBalanceView, { ...whole, limit: 1 });
  const partial = totalCapped || total > ADDED_MAX;
  if (!partial) {
    const { rows } = await readStore.page(trialBalanceView, { ...whole, limit: ADDED_MAX });
    return { rows, partial, accounts: rows.length };
  }
  const pages = await Promise.all(
    OTHER_ACCOUNTS.map((range) =>
      readStore.page(trialBalanceView, {
        ...whole,
        range: { column: 'account', ...range },
        limit: ADDED_MAX,
      }),
    ),
  );
  const rows = pages.flatMap((page) => page.rows);
  return { rows, partial, accounts: rows.length };
}

export async function accountsOfKind(
  readStore: ReadStore,
  { kind, after, limit }: AccountsQuestion,
): Promise<AccountsPage> {
  const position = await readStore.checkpoint(trialBalanceView);
  const first = `${kind}:`;
  const from = after !== undefined && after > first ? `${after} ` : first;
  const { rows } = await readStore.page(trialBalanceView, {
    range: { column: 'account', from, to: `${kind};` },
    sort: BY_NAME,
    skip: 0,
    limit: limit + 1,
  });
  return { position, rows: rows.slice(0, limit), more: rows.length > limit };
}

export async function accountNow(readStore: ReadStore, account: string): Promise<AccountNow | undefined> {
  for (let read = 1; read <= READS_MAX; read += 1) {
    const position = await readStore.checkpoint(trialBalanceView);
    const row = await readStore.get(trialBalanceView, account);
    if ((await readStore.checkpoint(trialBalanceView)) === position)
      return { position, balance: row?.balance ?? 0n };
  }
  return undefined;
}

export interface TrialBalance extends Omit<BooksNow, 'rows'> {
  /** Lines of the trial balance. All wallets of one kind share one line (`OF_PEOPLE`). */
  readonly lines: readonly AccountRow[];
  /** Sum of all lines in kobo. Correct books have the sum zero. */
  readonly sum: bigint | null;
}

export class GetTrialBalance extends Query<TrialBalance> {}

@QueryHandler(GetTrialBalance)
export class GetTrialBalanceHandler implements IQueryHandler<GetTrialBalance> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  async execute(): Promise<TrialBalance> {
    const { rows, ...about } = await booksNow(this.readStore);
    const sum = about.partial ? null : rows.reduce((total, { balance }) => total + balance, 0n);
    return { ...about, lines: linesOf(rows), sum };
  }
}

const OF_PEOPLE: ReadonlySet<string> = new Set(['user_available', 'user_held', 'user_receivable']);

function linesOf(rows: readonly AccountRow[]): readonly AccountRow[] {
  const lines = new Map<string, AccountRow>();
  for (const row of rows) {
    const account = OF_PEOPLE.has(row.kind) ? row.kind : row.account;
    const before = lines.get(account);
    lines.set(account, before ? added(before, row) : { ...row, account });
  }
  return [...lines.values()];
}

const added = (one: AccountRow, other: AccountRow): AccountRow => ({
  ...one,
  debit: one.debit + other.debit,
  credit: one.credit + other.credit,
  balance: one.balance + other.balance,
});

export interface AccountsPage {
  readonly position: number;
  readonly rows: readonly AccountRow[];
  readonly more: boolean;
}

/** Asks for accounts of one kind, sorted by name. The answer begins after the account named `after`. */
export interface AccountsQuestion {
  readonly kind: string;
  readonly after?: string | undefined;
  readonly limit: number;
}

export class ListAccounts extends Query<AccountsPage> {
  constructor(readonly question: AccountsQuestion) {
    super();
  }
}

@QueryHandler(ListAccounts)
export class ListAccountsHandler implements IQueryHandler<ListAccounts> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  execute({ question }: ListAccounts): Promise<AccountsPage> {
    return accountsOfKind(this.readStore, question);
  }
}

/** Balance of an account in kobo. Debits are positive. */
export interface AccountNow {
  readonly position: number;
  readonly balance: bigint;
}

export class GetAccount extends Query<AccountNow | undefined> {
  constructor(readonly account: string) {
    super();
  }
}

@QueryHandler(GetAccount)
export class GetAccountHandler implements IQueryHandler<GetAccount> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  execute({ account }: GetAccount): Promise<AccountNow | undefined> {
    return accountNow(this.readStore, account);
  }
}
