import { describe, expect, it } from '@jest/globals';
import type { ReadStore } from '../infra/read-store/view.js';
import { allRows } from './list-page.js';
import { type ProblemReportRow, problemReportsView } from './problem-reports/problem-reports.view.js';

const PARTS_OF = 1_000;

/** Rows of one person with distinct times, except the oldest three. Another row arrives between two parts. */
function growing(count: number): Pick<ReadStore, 'page'> {
  const at = (index: number): string => new Date(Date.UTC(2026, 2, 1) + Math.max(3, index)).toISOString();
  const row = (index: number) => ({ purchase_id: `p${index}`, user_id: 'ada', at: at(index) });
  const rows = Array.from({ length: count }, (_, index) => row(count - index)) as ProblemReportRow[];
  let next = count;
  const page = async (_view: unknown, { range, skip, limit }: Parameters<ReadStore['page']>[1]) => {
    const found = rows.filter(({ at: moment }) => range?.to === undefined || moment < range.to);
    rows.unshift(row((next += 1)) as ProblemReportRow);
    return { rows: found.slice(skip, skip + limit), total: found.length, totalCapped: false, sum: undefined };
  };
  return { page } as unknown as ReadStore;
}

const idsOf = async (count: number, rowsMax?: number) => {
  const show = ({ purchase_id: id }: ProblemReportRow): string => id;
  const { rows, truncated } = await allRows(
    growing(count) as ReadStore,
    problemReportsView,
    'ada',
    show,
    rowsMax,
  );
  return { rows, truncated };
};

describe('all rows of a person', () => {
  it.each([0, 1, PARTS_OF, 2 * PARTS_OF, 2 * PARTS_OF + 2])(
    'appear once each although others arrive meanwhile, of %d',
    async (count) => {
      const all = Array.from({ length: count }, (_, index) => `p${count - index}`);
      expect(await idsOf(count)).toEqual({ rows: all, truncated: false });
    },
  );

  it('say when the oldest do not fit', async () => {
    const { rows, truncated } = await idsOf(PARTS_OF + 1, PARTS_OF);
    expect([rows.length, rows[0], truncated]).toEqual([PARTS_OF, `p${PARTS_OF + 1}`, true]);
    expect(await idsOf(PARTS_OF - 1, PARTS_OF)).toMatchObject({ truncated: false });
  });
});
