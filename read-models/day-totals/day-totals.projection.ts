import type { Projection } from '../../infra/projections/projection.js';
import type { Operation } from '../../infra/read-store/view.js';
import { lagosDateOf } from '../../services/contracts/fields/lagos-day.js';
import { bookOf } from '../../services/ledger/postings.js';
import { mayMoveMoney, postingsOf } from '../trial-balance/trial-balance.projection.js';
import { type DayTotalRow, dayTotalsView } from './day-totals.view.js';

const STARTS_MAX = 10_000;
const starts = new Map<string, DayTotalRow>();
let startsOf = '';

function startOf(day: string, account: string): DayTotalRow {
  if (startsOf !== day || starts.size >= STARTS_MAX) starts.clear();
  startsOf = day;
  const known = starts.get(account);
  if (known) return known;
  const id = `${day}|${account}`;
  const row = { id, day, account, moved: 0n, first_position: 0n, last_position: 0n };
  starts.set(account, row);
  return row;
}

const NOTHING = {};

export const dayTotalsProjection: Projection<DayTotalRow> = {
  view: dayTotalsView,
  wants: mayMoveMoney,
  project({ event }) {
    const postings = postingsOf(event);
    if (postings.length === 0) return [];
    const day = lagosDateOf(Date.parse(event.at));
    const position = BigInt(event.position);
    const ofDay: DayTotalRow = {
      id: day,
      day,
      account: null,
      moved: 0n,
      first_position: position,
      last_position: position,
    };
    const operations: Operation[] = [
      { op: 'add', row: ofDay, by: NOTHING },
      { op: 'set', key: day, columns: { last_position: position } },
    ];
    for (const { account, amount } of postings)
      operations.push({ op: 'add', row: startOf(day, bookOf(account)), by: { moved: BigInt(amount) } });
    return operations;
  },
};
