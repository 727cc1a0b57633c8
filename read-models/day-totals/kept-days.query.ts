import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import { type DayTotalRow, dayTotalsView } from './day-totals.view.js';

/** Totals of all days up to `position`. `moved` is kobo by account. Debits are positive. */
export interface KeptDays {
  readonly position: number;
  readonly days: readonly {
    readonly day: string;
    readonly firstPosition: number;
    readonly lastPosition: number;
    readonly moved: ReadonlyMap<string, bigint>;
  }[];
}

const ROWS_MAX = 5_000_000;
const TRIES_MAX = 20;

/**
 * Reads all rows at one checkpoint. Returns undefined when the projection has parked events, or the
 * checkpoint moved during all `TRIES_MAX` attempts.
 */
export async function keptDays(
  readStore: Pick<ReadStore, 'checkpoint' | 'page' | 'parkedKeys'>,
): Promise<KeptDays | undefined> {
  for (let attempt = 1; attempt <= TRIES_MAX; attempt++) {
    const position = await readStore.checkpoint(dayTotalsView);
    const { rows } = await readStore.page<DayTotalRow>(dayTotalsView, {
      sort: { column: 'id', direction: 'ascending' },
      skip: 0,
      limit: ROWS_MAX,
    });
    if ((await readStore.parkedKeys(dayTotalsView)).length > 0) return undefined;
    if ((await readStore.checkpoint(dayTotalsView)) === position) return { position, days: daysOf(rows) };
  }
  return undefined;
}

function daysOf(rows: readonly DayTotalRow[]): KeptDays['days'] {
  const moved = new Map<string, Map<string, bigint>>();
  for (const { day, account, moved: kobo } of rows) {
    const accounts = moved.get(day) ?? new Map<string, bigint>();
    moved.set(day, accounts);
    if (account !== null) accounts.set(account, kobo);
  }
  return rows
    .filter(({ account }) => account === null)
    .map(({ day, first_position: first, last_position: last }) => ({
      day,
      firstPosition: Number(first),
      lastPosition: Number(last),
      moved: moved.get(day)!,
    }));
}

export class GetKeptDays extends Query<KeptDays | undefined> {}

@QueryHandler(GetKeptDays)
export class GetKeptDaysHandler implements IQueryHandler<GetKeptDays> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  execute(): Promise<KeptDays | undefined> {
    return keptDays(this.readStore);
  }
}
