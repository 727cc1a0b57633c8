import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mergedPage, type ReadPart } from './merged-page.js';

interface Moved {
  readonly at: string;
  readonly amount: bigint;
  readonly balance: bigint;
}

/** A wallet's movements, newest first; `moment` gives the time of each. */
function movements(amounts: readonly bigint[], moment: (number: number) => number): readonly Moved[] {
  let balance = 0n;
  const all = amounts.map((amount, number) => {
    balance += amount;
    return { at: new Date(1_000_000 * moment(number)).toISOString(), amount, balance };
  });
  return all.reverse();
}

/** A list that adds the size of each read to `read`. */
const listOf =
  (rows: readonly Moved[], read: number[] = []): ReadPart<Moved> =>
  (skip, limit) => {
    const found = rows.slice(skip, skip + limit);
    read.push(found.length);
    return Promise.resolve({ rows: found, total: rows.length, totalCapped: false });
  };

describe('a page of several lists', () => {
  it('equals the page of the combined list, at any start', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 2 }), { maxLength: 4_000 }),
        fc.nat({ max: 4_500 }),
        fc.integer({ min: 1, max: 50 }),
        async (lists, skip, limit) => {
          const all = movements(
            lists.map(() => 1n),
            (number) => number,
          );
          const parts = [0, 1, 2].map((list) => listOf(all.filter((_, index) => lists[index] === list)));
          const { rows, total } = await mergedPage(parts, skip, limit);
          expect(rows).toEqual(all.slice(skip, skip + limit));
          expect(total).toBe(all.length);
        },
      ),
      { numRuns: 60 },
    ));

  it('reads few of the rows before it', async () => {
    const all = movements(Array<bigint>(9_000).fill(1n), (number) => number);
    const read: number[] = [];
    const parts = [0, 1, 2].map((list) =>
      listOf(
        all.filter((_, index) => index % 3 === list),
        read,
      ),
    );
    const { rows } = await mergedPage(parts, 8_000, 10);
    expect(rows).toEqual(all.slice(8_000, 8_010));
    expect(read.reduce((sum, count) => sum + count, 0)).toBeLessThan(2_500);
  });

  it('keeps the running balance when two movements share a time', async () => {
    const all = movements([100n, -30n, -20n, 30n], (number) => (number === 0 ? 0 : 1));
    const [back, second, first, paidIn] = all as [Moved, Moved, Moved, Moved];
    // Without balances, rows of the list that was read first would come first.
    const { rows } = await mergedPage([listOf([second]), listOf([back]), listOf([first, paidIn])], 1, 3);
    expect(rows.map(({ balance }) => balance)).toEqual([50n, 70n, 100n]);
  });

  it('orders movements of one time, also of one list and across the end of a page', async () => {
    const all = movements([100n, -30n, 30n, -50n, -10n, 50n], (number) =>
      number < 1 ? 0 : number < 5 ? 1 : 2,
    );
    const [last, fifth, fourth, third, second, first] = all as [Moved, Moved, Moved, Moved, Moved, Moved];
    const lists = [listOf([second, fourth, fifth]), listOf([last, third]), listOf([first])];
    const page = async (skip: number) => (await mergedPage(lists, skip, 2)).rows;
    expect([...(await page(0)), ...(await page(2)), ...(await page(4))]).toEqual(all);
  });

  it('counts up to 10,000, like every list', async () => {
    const all = movements(Array<bigint>(6_000).fill(1n), (number) => number);
    const { total, totalCapped } = await mergedPage([listOf(all), listOf(all)], 0, 10);
    expect([total, totalCapped]).toEqual([10_000, true]);
  });
});
