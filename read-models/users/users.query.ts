import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import type { Tier } from '../../services/contracts/services.js';
import { type ListPage, type ListQuestion, newestFirst } from '../list-page.js';
import { type WalletRow, walletView } from '../wallet/wallet.view.js';
import { type UserRow, usersView } from './users.view.js';

export interface ListedUser extends UserRow {
  /** Kobo. */
  readonly available: bigint;
}

const STAFF = ['admin', 'auditor'] as const;

/** Returns the administrators and auditors, at most `limit` of each role, the oldest first. */
export async function staffIn(
  readStore: Pick<ReadStore, 'page'>,
  limit: number,
): Promise<readonly { readonly userId: string; readonly role: (typeof STAFF)[number] }[]> {
  const pages = await Promise.all(
    STAFF.map(async (role) => {
      const { rows } = await readStore.page(usersView, {
        equals: { role },
        sort: { column: 'at', direction: 'ascending' },
        skip: 0,
        limit,
      });
      return rows.map(({ user_id: userId }) => ({ userId, role }));
    }),
  );
  return pages.flat();
}

interface UsersQuestion extends ListQuestion {
  readonly tier?: Tier;
  readonly identified?: boolean;
  /**
   * True when the reader may see, and therefore search, the columns `usersView.searchable`. A search would
   * reveal hidden values.
   */
  readonly unmasked: boolean;
}

export class ListUsers extends Query<ListPage<ListedUser>> {
  constructor(readonly question: UsersQuestion) {
    super();
  }
}

const WALLETS_MAX = 10_000;

const KOBO_DIGITS_MAX = 18;
const NAIRA = /^(\d{1,12})(?:\.(\d{0,2}))?$/;
const USER_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Ranges of kobo for all balances whose amount in naira begins with the typed digits. */
function balancesOf(search: string): readonly { readonly from: bigint; readonly to: bigint }[] | undefined {
  const [, naira, kobo] = NAIRA.exec(search.replace(/[₦,\s]/g, '')) ?? [];
  if (naira === undefined) return undefined;
  const begins = BigInt(naira + (kobo ?? ''));
  const rangeOf = (digits: number) => {
    const size = 10n ** BigInt(digits);
    return { from: begins * size, to: (begins + 1n) * size };
  };
  if (kobo !== undefined) return [rangeOf(2 - kobo.length)];
  // For the text "0", find balances below one naira, because only these begin with 0.
  if (begins === 0n) return [rangeOf(2)];
  const more = KOBO_DIGITS_MAX - naira.length;
  return Array.from({ length: more - 1 }, (_, index) => rangeOf(index + 2));
}

@QueryHandler(ListUsers)
export class ListUsersHandler implements IQueryHandler<ListUsers> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  async execute({ question }: ListUsers): Promise<ListPage<ListedUser>> {
    const { tier, identified, unmasked, ...asked } = question;
    const equals = {
      role: 'user',
      ...(tier !== undefined && { tier }),
      ...(identified !== undefined && { identified }),
    };
    const found = await this.foundElsewhere(asked.search?.trim() ?? '');
    const page = await newestFirst(
      this.readStore,
      usersView,
      equals,
      { ...asked, searchIn: unmasked ? undefined : [], orKeys: found.keys },
      (row) => row,
    );
    const wallets = await this.readStore.getMany<WalletRow>(
      walletView,
      page.rows.map((row) => row.user_id),
    );
    return {
      ...page,
      totalCapped: page.totalCapped || found.capped,
      rows: page.rows.map((row) => ({ ...row, available: wallets.get(row.user_id)?.available ?? 0n })),
    };
  }

  /** Finds people by balance or id. The search of `usersView` does not cover these. */
  private async foundElsewhere(text: string): Promise<{ keys: readonly string[]; capped: boolean }> {
    if (USER_ID.test(text)) return { keys: [text], capped: false };
    const ranges = balancesOf(text);
    if (ranges === undefined) return { keys: [], capped: false };
    const { rows, totalCapped } = await this.readStore.page<WalletRow>(walletView, {
      within: { column: 'available', ranges },
      sort: { column: 'user_id', direction: 'ascending' },
      skip: 0,
      limit: WALLETS_MAX,
    });
    return { keys: rows.map((row) => row.user_id), capped: totalCapped };
  }
}

export type OwnerColumn = 'email' | 'name' | 'api_token';

const OWNERS_MAX = 2_000;

/** Finds the newest `OWNERS_MAX` customers with the text in one of the columns `by`. */
export class FindOwners extends Query<readonly string[]> {
  constructor(
    readonly text: string,
    readonly by: readonly OwnerColumn[],
  ) {
    super();
  }
}

@QueryHandler(FindOwners)
export class FindOwnersHandler implements IQueryHandler<FindOwners> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  async execute({ text, by }: FindOwners): Promise<readonly string[]> {
    const { rows } = await this.readStore.page(usersView, {
      equals: { role: 'user' },
      search: text,
      searchIn: by,
      sort: { column: 'at', direction: 'descending' },
      skip: 0,
      limit: OWNERS_MAX,
    });
    return rows.map((row) => row.user_id);
  }
}

export class ListAdministrators extends Query<ListPage<UserRow>> {
  constructor(readonly question: ListQuestion) {
    super();
  }
}

@QueryHandler(ListAdministrators)
export class ListAdministratorsHandler implements IQueryHandler<ListAdministrators> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  async execute({ question: asked }: ListAdministrators): Promise<ListPage<UserRow>> {
    const { page, pageSize = 10, ...question } = asked;
    const lists = await Promise.all(
      STAFF.map((role) => newestFirst(this.readStore, usersView, { role }, question, (row) => row)),
    );
    const all = lists.flatMap(({ rows }) => rows).toSorted((one, other) => (one.at < other.at ? 1 : -1));
    const begin = page === undefined ? 0 : (page - 1) * pageSize;
    return {
      rows: all.slice(begin, page === undefined ? undefined : begin + pageSize),
      total: lists.reduce((sum, { total }) => sum + total, 0),
      totalCapped: lists.some(({ totalCapped }) => totalCapped),
      truncated: lists.some(({ truncated }) => truncated),
    };
  }
}

export class FindColleagues extends Query<readonly string[]> {
  constructor(readonly text: string) {
    super();
  }
}

@QueryHandler(FindColleagues)
export class FindColleaguesHandler implements IQueryHandler<FindColleagues> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  async execute({ text }: FindColleagues): Promise<readonly string[]> {
    const pages = await Promise.all(
      STAFF.map((role) =>
        this.readStore.page(usersView, {
          equals: { role },
          search: text,
          searchIn: ['name'],
          sort: { column: 'at', direction: 'descending' },
          skip: 0,
          limit: OWNERS_MAX,
        }),
      ),
    );
    return pages.flatMap(({ rows }) => rows.map((row) => row.user_id));
  }
}
