import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import { type AccountRow, trialBalanceView } from './trial-balance.view.js';

/** Rows that are added up while somebody waits, at most: beyond, a page of the store is not counted exactly either. */
const ADDED_MAX = 10_000;
/** Reads until nothing happened meanwhile. */
const READS_MAX = 5;

interface BooksNow {
  readonly position: number;
  readonly rows: readonly AccountRow[];
  /** There are more accounts: `rows` are those of nobody in particular alone. */
  readonly partial: boolean;
  readonly accounts: number;
}

/** Accounts of nobody in particular: dozens. Those of people are between them in the order of names. */
const OTHER_ACCOUNTS = [{ to: 'user_' }, { from: 'user`' }] as const;
const BY_NAME = { column: 'account', direction: 'ascending' } as const;

/** Every account, of one moment, where they are few enough. */
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
    // One query, so that all of it is of one moment.
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

/** Accounts of one kind in the order of their names, after one of them. */
export async function accountsOfKind(
  readStore: ReadStore,
  { kind, after, limit }: AccountsQuestion,
): Promise<AccountsPage> {
  const position = await readStore.checkpoint(trialBalanceView);
  const first = `${kind}:`;
  // A space is lower than whatever a name may go on with: the account itself is left out.
  const from = after !== undefined && after > first ? `${after} ` : first;
  // One more than is shown tells whether there are more.
  const { rows } = await readStore.page(trialBalanceView, {
    range: { column: 'account', from, to: `${kind};` },
    sort: BY_NAME,
    skip: 0,
    limit: limit + 1,
  });
  return { position, rows: rows.slice(0, limit), more: rows.length > limit };
}

/** One account and the position it is of; undefined while the books change faster than they can be read. */
export async function accountNow(readStore: ReadStore, account: string): Promise<AccountNow | undefined> {
  for (let read = 1; read <= READS_MAX; read += 1) {
    const position = await readStore.checkpoint(trialBalanceView);
    const row = await readStore.get(trialBalanceView, account);
    if ((await readStore.checkpoint(trialBalanceView)) === position)
      return { position, balance: row?.balance ?? 0n };
  }
  return undefined;
}

/** The books as one page shows them. */
export interface TrialBalance extends Omit<BooksNow, 'rows'> {
  /** A line for each account of nobody in particular, and one for each kind of which everybody has one. */
  readonly lines: readonly AccountRow[];
  /** Kobo; zero in a ledger that is in order. Null where not every account was read. */
  readonly sum: bigint | null;
}

/** Every account, of one moment, where they are few enough; those of people added up. */
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

/** Kinds of which everybody has one. */
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

/** A part of the accounts of one kind, and the position that it is of. */
export interface AccountsPage {
  readonly position: number;
  readonly rows: readonly AccountRow[];
  readonly more: boolean;
}

/** Accounts of one kind in the order of their names, after one of them. */
export interface AccountsQuestion {
  readonly kind: string;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Accounts of one kind in the order of their names, after one of them. */
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

/** A balance, kobo, debit positive, and the position that it is of. */
export interface AccountNow {
  readonly position: number;
  readonly balance: bigint;
}

/** One account; undefined while the books change faster than they can be read. */
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
