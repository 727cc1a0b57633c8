import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Filter, PageQuery, ReadStore, ReadStoreWriter } from '../view.js';
import { newest, parcel, parcelView, put } from './parcels.js';

/** Contract of filters, sorting, search and counts. */
export function describePages(
  opened: () => { readonly writer: ReadStoreWriter; readonly reader: ReadStore },
): void {
  describe('pages', () => {
    let writer: ReadStoreWriter;
    let reader: ReadStore;
    beforeEach(() => {
      ({ writer, reader } = opened());
    });
    const ids = async (filter: Filter): Promise<string[]> =>
      (await reader.page(parcelView, { ...newest, ...filter })).rows.map((row) => row.parcel_id);

    beforeEach(() =>
      writer.apply(parcelView, 0, 1, [
        ...Array.from({ length: 25 }, (_, number) => put(parcel(number))),
        put(
          parcel(100, {
            owner: 'bola',
            label: '100%_Ok',
            note: 'quote " here',
            state: 'Sent',
            fragile: true,
          }),
        ),
      ]),
    );

    it('skip and limit within the sort, with the total of all', async () => {
      const page = await reader.page(parcelView, { ...newest, equals: { owner: 'ada' }, skip: 20 });
      expect(page.rows.map((row) => row.parcel_id)).toEqual(['p4', 'p3', 'p2', 'p1', 'p0']);
      expect(page).toMatchObject({ total: 25, totalCapped: false });
      const ascending = await reader.page(parcelView, {
        ...newest,
        sort: { column: 'weight', direction: 'ascending' },
        limit: 2,
      });
      expect(ascending.rows.map((row) => row.parcel_id)).toEqual(['p0', 'p1']);
    });

    it('add up a column over all matching rows, on any page', async () => {
      const sumOf = async (query: Partial<PageQuery>) =>
        (await reader.page(parcelView, { ...newest, sum: 'weight', ...query })).sum;
      expect(await sumOf({})).toBe(400n);
      expect(await sumOf({ limit: 3, skip: 20 })).toBe(400n);
      expect(await sumOf({ equals: { owner: 'ada' }, limit: 2 })).toBe(300n);
      expect(await sumOf({ search: 'label-001', range: { column: 'at', to: parcel(12).at } })).toBe(21n);
      expect(await sumOf({ search: 'quote', searchIn: ['label'] })).toBe(0n);
      expect(await sumOf({ equals: { owner: 'nobody' }, skip: 5 })).toBe(0n);
      expect(await reader.page(parcelView, newest)).not.toHaveProperty('sum');
      await expect(sumOf({ sum: 'weight" from parcels --' })).rejects.toThrow(/no column/);
    });

    it('add up no more than the first 10,000 rows, in the order of the list', async () => {
      const many = Array.from({ length: 10_002 }, (_, number) =>
        put(parcel(1_000 + number, { owner: 'chidi', weight: number < 2 ? 1_000_000n : 1n })),
      );
      await writer.apply(parcelView, 1, 2, many);
      const chidi = { ...newest, equals: { owner: 'chidi' }, sum: 'weight' };
      expect(await reader.page(parcelView, chidi)).toMatchObject({ totalCapped: true, sum: 10_000n });
      const oldest = { ...chidi, sort: { column: 'at', direction: 'ascending' } as const };
      expect((await reader.page(parcelView, oldest)).sum).toBe(2_009_998n);
    });

    it('filter by equality of text, number and flag', async () => {
      expect(await ids({ equals: { owner: 'bola' } })).toEqual(['p100']);
      expect(await ids({ equals: { weight: 7n } })).toEqual(['p7']);
      expect(
        (await reader.page(parcelView, { ...newest, equals: { owner: 'ada', fragile: true } })).total,
      ).toBe(13);
    });

    it('filter by one of several texts', async () => {
      const one = { parcel_id: ['p3', 'p100', 'p7', 'nobody'] };
      expect(await ids({ in: one })).toEqual(['p100', 'p7', 'p3']);
      expect(await ids({ in: one, equals: { owner: 'ada' }, search: '0007' })).toEqual(['p7']);
      expect(await ids({ in: { parcel_id: [] } })).toEqual([]);
    });

    it('filter by a range that includes its start and not its end', async () => {
      const range = { column: 'at', from: parcel(5).at, to: parcel(8).at };
      expect(await ids({ range })).toEqual(['p7', 'p6', 'p5']);
    });

    it.each([
      ['label-0012', ['p12']],
      ['EL-002', ['p24', 'p23', 'p22', 'p21', 'p20']],
      ['sent', ['p100']],
      ['0%_o', ['p100']],
      ['quote "', ['p100']],
      ['10', ['p100']],
      ['zzz', []],
      ["' or 1=1 --", []],
    ])('search for %s', async (search, found) => {
      expect(await ids({ search })).toEqual(found);
    });

    it('search within the other filters and count what matches', async () => {
      expect(await ids({ search: '-00', equals: { owner: 'bola' } })).toEqual([]);
      expect((await reader.page(parcelView, { ...newest, search: '-00', limit: 3 })).total).toBe(25);
    });

    it('search also by key, within the other filters', async () => {
      expect(await ids({ search: 'label-0012', orKeys: ['p7', 'nobody'] })).toEqual(['p12', 'p7']);
      expect(await ids({ search: 'zzz', orKeys: ['p100', 'p7'], equals: { owner: 'ada' } })).toEqual(['p7']);
      expect(await ids({ search: 'zzz', orKeys: ['p7'], searchIn: [] })).toEqual(['p7']);
    });

    it('filter by ranges of a whole number that include their starts and not their ends', async () => {
      const within = (...ranges: [bigint, bigint][]) =>
        ids({ within: { column: 'weight', ranges: ranges.map(([from, to]) => ({ from, to })) } });
      expect(await within([2n, 4n], [23n, 25n])).toEqual(['p24', 'p23', 'p3', 'p2']);
      expect(await within([99n, 101n])).toEqual(['p100']);
      expect(await within([25n, 99n])).toEqual([]);
      expect(await within()).toEqual([]);
    });

    it('search in some of the columns, and find nothing in the others', async () => {
      const searchIn = ['label', 'state'];
      expect(await ids({ search: 'label-0012', searchIn })).toEqual(['p12']);
      expect(await ids({ search: 'sent', searchIn })).toEqual(['p100']);
      expect(await ids({ search: 'quote', searchIn })).toEqual([]);
      expect(await ids({ search: 'q', searchIn })).toEqual([]);
      expect(await ids({ search: 'sent', searchIn: ['note'] })).toEqual([]);
      expect(await ids({ search: 'quote', searchIn: ['note'] })).toEqual(['p100']);
    });

    it('find a row by its new value, and not by its old one', async () => {
      await writer.apply(parcelView, 1, 2, [
        { op: 'set', key: 'p3', columns: { label: 'renamed', state: 'Sent' } },
      ]);
      expect(await ids({ search: 'RENAM' })).toEqual(['p3']);
      expect(await ids({ search: '0003' })).toEqual([]);
      expect(await ids({ search: 'sent' })).toEqual(['p100', 'p3']);
    });

    it('find a row by a text within its new value, and not within its old one', async () => {
      await writer.apply(parcelView, 1, 2, [
        { op: 'set', key: 'p3', columns: { size: 'Pallet' } },
        put(parcel(4, { size: 'Pallet', label: 'renamed-0003' })),
      ]);
      expect(await ids({ search: '0003', equals: { size: 'Pallet' } })).toEqual(['p4', 'p3']);
      expect(await ids({ search: '0003', equals: { size: 'Crate' } })).toEqual([]);
      expect(await ids({ search: 'pallet', equals: { size: 'Pallet' } })).toEqual(['p4', 'p3']);
      expect(await ids({ search: 'pallet', equals: { size: 'Crate' } })).toEqual([]);
      expect(await ids({ search: '0003', equals: { size: 'no size' } })).toEqual([]);
    });
  });
}
