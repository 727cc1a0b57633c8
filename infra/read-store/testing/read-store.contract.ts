import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Filter,
  OperationFault,
  type Operation,
  type ReadStore,
  type ReadStoreWriter,
  type Row,
  type View,
} from '../view.js';
import { decodeRow, encodeRow } from '../sqlite/row-codec.js';
import { RowText } from '../sqlite/row-text.js';
import { shapeOf } from '../view-shape.js';
import { newest, type OpenedReadStore, parcel, parcelCountView, parcelView, put } from './parcels.js';
import { describeParking } from './read-store-parking.contract.js';
import { describePages } from './read-store-pages.contract.js';
import { describeSearch } from './read-store-search.contract.js';

/** Contract of every read store. */
export function describeReadStore(name: string, open: () => Promise<OpenedReadStore>): void {
  describe(`read store: ${name}`, () => {
    let opened: OpenedReadStore;
    let writer: ReadStoreWriter;
    let reader: ReadStore;

    beforeEach(async () => {
      opened = await open();
      ({ writer, reader } = opened);
    });
    afterEach(() => opened.close());

    const ids = async (filter: Filter): Promise<string[]> =>
      (await reader.page(parcelView, { ...newest, ...filter })).rows.map((row) => row.parcel_id);

    it('is empty and at 0 before the first event', async () => {
      expect(await reader.checkpoint(parcelView)).toBe(0);
      expect(await reader.get(parcelView, 'p1')).toBeUndefined();
      expect(await reader.page(parcelView, newest)).toEqual({ rows: [], total: 0, totalCapped: false });
    });

    it('keeps the hash of the event at the checkpoint, of the serving rows and of swapped ones', async () => {
      const view = parcelView as View;
      expect(await writer.checkpointHash(view)).toBeUndefined();
      await writer.applyAll([{ view, from: 0, to: 2, operations: [], hash: 'a2' }]);
      expect(await writer.checkpointHash(view)).toBe('a2');
      const places = [await reader.place(view), await writer.place(view)];
      expect(places).toEqual(places.map(() => ({ position: 2, hash: 'a2' })));
      await writer.applyAll([{ view, from: 2, to: 2, operations: [], hash: 'b2' }]);
      expect([await writer.checkpoint(view), await writer.checkpointHash(view)]).toEqual([2, 'b2']);
      await writer.apply(view, 2, 3, [put(parcel(1))]);
      expect(await writer.checkpointHash(view)).toBeUndefined();
      const generation = await writer.beginRebuild(view);
      await generation.apply(0, 3, [put(parcel(1))], undefined, 'c3');
      expect(await writer.checkpointHash(view)).toBeUndefined();
      await generation.swap();
      expect(await writer.checkpointHash(view)).toBe('c3');
      await (await writer.beginRebuild(view)).swap();
      expect([await writer.checkpoint(view), await writer.checkpointHash(view)]).toEqual([0, undefined]);
    });

    it('returns every kind of value as stored', async () => {
      const row = parcel(1, {
        weight: 9_007_199_254_740_993n,
        note: 'ṣe dáadáa',
        stops: [{ town: 'Ìbàdàn' }],
      });
      await writer.apply(parcelView, 0, 5, [put(row), put(parcel(2))]);
      expect(await reader.get(parcelView, 'p1')).toEqual(row);
      expect(await reader.get(parcelView, 'p2')).toEqual(parcel(2));
      expect(await reader.checkpoint(parcelView)).toBe(5);
    });

    it('replaces, sets, adds and pushes, in one batch and over several', async () => {
      await writer.apply(parcelView, 0, 1, [
        put(parcel(1)),
        { op: 'push', key: 'p1', column: 'stops', item: { town: 'A' } },
      ]);
      await writer.apply(parcelView, 1, 2, [
        { op: 'push', key: 'p1', column: 'stops', item: { town: 'B' } },
        { op: 'set', key: 'p1', columns: { state: 'Sent', fragile: true, note: 'x' } },
        { op: 'add', row: parcel(1), by: { weight: 10n } },
        { op: 'push', key: 'p1', column: 'stops', item: { town: 'C' } },
        { op: 'add', row: parcel(1), by: { weight: -4n } },
      ]);
      expect(await reader.get(parcelView, 'p1')).toEqual(
        parcel(1, {
          state: 'Sent',
          fragile: true,
          note: 'x',
          weight: 7n,
          stops: [{ town: 'A' }, { town: 'B' }, { town: 'C' }],
        }),
      );
      await writer.apply(parcelView, 2, 3, [put(parcel(1))]);
      expect(await reader.get(parcelView, 'p1')).toEqual(parcel(1));
    });

    it('starts a row at its first `add`', async () => {
      const add = (owner: string): Operation => ({
        op: 'add',
        row: { owner, parcels: 0n, last: null },
        by: { parcels: 1n },
      });
      await writer.apply(parcelCountView, 0, 3, [
        add('ada'),
        add('ada'),
        { op: 'set', key: 'ada', columns: { last: 'p2' } },
      ]);
      await writer.apply(parcelCountView, 3, 4, [add('ada'), add('bola')]);
      expect(await reader.get(parcelCountView, 'ada')).toEqual({ owner: 'ada', parcels: 3n, last: 'p2' });
      expect(await reader.get(parcelCountView, 'bola')).toEqual({ owner: 'bola', parcels: 1n, last: null });
    });

    it('sets existing rows and skips missing ones, with any other operations in the batch', async () => {
      const setIfThere = (key: string, columns: Row): Operation => ({ op: 'setIfThere', key, columns });
      const missing = setIfThere('nobody', { note: 'x' });
      await writer.apply(parcelView, 0, 1, [
        missing,
        put(parcel(1)),
        setIfThere('p1', { note: 'same batch' }),
      ]);
      expect(await reader.get(parcelView, 'p1')).toEqual(parcel(1, { note: 'same batch' }));
      await writer.apply(parcelView, 1, 2, [
        missing,
        setIfThere('p1', { note: 'later', weight: 5n }),
        { op: 'add', row: parcel(1), by: { weight: 1n } },
        { op: 'set', key: 'p1', columns: { state: 'Sent' } },
        setIfThere('p1', { fragile: true }),
        // The row is made after `setIfThere` found no row, so the columns of `setIfThere` must not appear in
        // it.
        setIfThere('p2', { note: 'missed' }),
        { op: 'add', row: parcel(2), by: { weight: 1n } },
        setIfThere('p2', { label: 'heard' }),
      ]);
      const first = parcel(1, { note: 'later', weight: 6n, state: 'Sent', fragile: true });
      expect(await reader.get(parcelView, 'p1')).toEqual(first);
      expect(await reader.get(parcelView, 'p2')).toEqual(parcel(2, { weight: 3n, label: 'heard' }));
      expect(await ids({ search: 'later' })).toEqual(['p1']);
      const each = ['p2', 'nobody', 'p1', "no'body", 'p3'].map((key) => setIfThere(key, { label: 'lost' }));
      await writer.apply(parcelView, 2, 3, [...each, put(parcel(3, { label: 'new' }))]);
      const { rows, total } = await reader.page(parcelView, newest);
      expect(total).toBe(3);
      expect(rows.map(({ parcel_id: id, label }) => `${id} ${label}`).sort()).toEqual([
        'p1 lost',
        'p2 lost',
        'p3 new',
      ]);
    });

    it('returns rows by their keys, and none for unknown keys', async () => {
      await writer.apply(parcelView, 0, 1, [
        put(parcel(1)),
        put(parcel(2, { weight: 2n ** 60n })),
        put(parcel(3)),
      ]);
      const found = await reader.getMany(parcelView, ['p2', 'nobody', 'p1', 'p2', "'"]);
      expect([...found].sort()).toEqual([
        ['p1', parcel(1)],
        ['p2', parcel(2, { weight: 2n ** 60n })],
      ]);
      expect(await reader.getMany(parcelView, [])).toEqual(new Map());
    });

    it('returns all rows in byte order of their keys', async () => {
      const keys = ['b', 'a', 'é', 'Z', '\u{1F600}', '\uFFFD', 'a-', '0'];
      await writer.apply(
        parcelView,
        0,
        1,
        keys.map((parcel_id) => put({ ...parcel(1), parcel_id })),
      );
      const ordered = keys.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
      for (const from of [reader, writer]) {
        const seen: string[] = [];
        for (;;) {
          const rows = await from.rowsAfter(parcelView, seen.at(-1), 3);
          seen.push(...rows.map((row) => row.parcel_id));
          if (rows.length < 3) break;
        }
        expect(seen).toEqual(ordered);
      }
      expect(await reader.rowsAfter(parcelCountView, undefined, 3)).toEqual([]);
    });

    it('returns each row as a text of its cells, in the same order', async () => {
      const rows = [
        parcel(1, { weight: -9_007_199_254_740_993n, ratio: 1, fragile: true, note: null }),
        parcel(2, { ratio: -0.1, label: `"it's" \\ /`, note: 'ṣe\n\t\u0001\u007f\u2028\u{1F600}' }),
        parcel(3, { ratio: 1e21, label: '', stops: [{ town: 'Ìbàdàn' }, { town: '"A"\n' }] }),
        parcel(4, { ratio: 3, weight: 3n, label: '3', note: 'null' }),
        parcel(5, { ratio: 3, weight: 3n, label: '3', note: 'NULL' }),
      ];
      await writer.apply(parcelView, 0, 1, rows.map(put));
      const pushed = { town: '\u0002 é' };
      await writer.apply(parcelView, 1, 2, [{ op: 'push', key: 'p1', column: 'stops', item: pushed }]);
      rows[0]!.stops = [...rows[0]!.stops, pushed];
      const shape = shapeOf(parcelView);
      const rowText = new RowText(shape);
      for (const from of [reader, writer]) {
        const told = await from.rowTextsAfter(parcelView, undefined, 9);
        expect(told).toEqual(rows.map((row) => [row.parcel_id, rowText.of(encodeRow(shape, row))]));
        expect(told.map(([, text]) => decodeRow(shape, rowText.cells(text)))).toEqual(rows);
        expect(new Set(told.map(([, text]) => text)).size).toBe(rows.length);
        expect(await from.rowTextsAfter(parcelView, 'p3', 1)).toEqual([told[3]]);
        expect(await from.rowTextsAfter(parcelCountView, undefined, 3)).toEqual([]);
      }
    });

    it('clears columns of all rows with a value, rows of the same batch included, and no others', async () => {
      await writer.apply(parcelView, 0, 1, [put(parcel(1, { note: 'for Ada Obi' }))]);
      await writer.apply(parcelView, 1, 2, [
        put(parcel(2, { note: 'for Ada Eze' })),
        put(parcel(3, { owner: 'bola', note: 'for Ada Ojo' })),
        { op: 'clear', where: { column: 'owner', is: 'ada' }, columns: { note: null } },
        put(parcel(4, { note: 'for Ada Ike' })),
        { op: 'set', key: 'p1', columns: { state: 'Sent' } },
        { op: 'clear', where: { column: 'owner', is: 'nobody' }, columns: { note: null } },
        put(parcel(5, { note: 'for Ada Uba' })),
        { op: 'clear', where: { column: 'parcel_id', is: 'p5' }, columns: { note: null } },
      ]);
      expect(await reader.get(parcelView, 'p5')).toMatchObject({ note: null });
      const notes = await Promise.all(
        ['p1', 'p2', 'p3', 'p4'].map(async (id) => (await reader.get(parcelView, id))?.note),
      );
      expect(notes).toEqual([null, null, 'for Ada Ojo', 'for Ada Ike']);
      expect(await reader.get(parcelView, 'p1')).toMatchObject({ state: 'Sent', owner: 'ada' });
      expect(await ids({ search: 'for ada' })).toEqual(['p4', 'p3']);
    });

    it.each<[string, Operation | Operation[]]>([
      ['a missing row', { op: 'set', key: 'nobody', columns: { state: 'Sent' } }],
      [
        'a missing row that was to be set only if there before',
        [
          { op: 'setIfThere', key: 'nobody', columns: { state: 'Sent' } },
          { op: 'set', key: 'nobody', columns: { state: 'Sent' } },
        ],
      ],
      [
        'an unknown column of a row that is there',
        { op: 'setIfThere', key: 'p1', columns: { colour: 'red' } },
      ],
      ['a push to a missing row', { op: 'push', key: 'nobody', column: 'stops', item: {} }],
      ['a value of the wrong type', { op: 'set', key: 'p1', columns: { weight: 7 } }],
      ['an unknown column', { op: 'set', key: 'p1', columns: { colour: 'red' } }],
      ['null where a value must be', { op: 'put', row: { ...parcel(3), label: null } }],
    ])('refuses %s and applies nothing of the step', async (_, fault) => {
      await writer.apply(parcelView, 0, 1, [put(parcel(1))]);
      const step = [
        { view: parcelCountView, from: 0, to: 2, operations: [] },
        { view: parcelView as View, from: 1, to: 2, operations: [put(parcel(2)), ...[fault].flat()] },
      ];
      await expect(writer.applyAll(step)).rejects.toThrow(OperationFault);
      expect(await reader.get(parcelView, 'p2')).toBeUndefined();
      expect(await reader.checkpoint(parcelView)).toBe(1);
      expect(await reader.checkpoint(parcelCountView)).toBe(0);
    });

    it('refuses a batch that does not begin at the checkpoint, repeated or after a gap', async () => {
      await writer.apply(parcelView, 0, 4, [put(parcel(1))]);
      await expect(writer.apply(parcelView, 0, 4, [put(parcel(2))])).rejects.toThrow('at 4');
      await expect(writer.apply(parcelView, 5, 6, [put(parcel(2))])).rejects.toThrow('at 4');
      expect(await reader.get(parcelView, 'p2')).toBeUndefined();
    });

    describePages(() => opened);
    describeParking(() => opened);
    describeSearch(() => opened);

    describe('rebuild', () => {
      const rows = [put(parcel(1)), put(parcel(2))];
      beforeEach(() => writer.apply(parcelView, 0, 2, rows));

      it('serves the old generation until the swap, then the new one', async () => {
        const generation = await writer.beginRebuild(parcelView as View);
        await generation.apply(0, 2, [put(parcel(1)), put(parcel(2, { note: 'new' }))]);
        expect((await reader.get(parcelView, 'p2'))?.note).toBeNull();
        expect(await generation.compare()).toEqual({ same: false, differing: 1, examples: ['p2'] });
        await generation.swap();
        expect((await reader.get(parcelView, 'p2'))?.note).toBe('new');
        expect(await reader.checkpoint(parcelView)).toBe(2);
        await writer.apply(parcelView, 2, 3, [put(parcel(3))]);
        expect(await ids({})).toEqual(['p3', 'p2', 'p1']);
        expect(await ids({ search: '0002' })).toEqual(['p2']);
      });

      it('is not undone after an unanswered swap, and discards nothing that serves', async () => {
        const generation = await writer.beginRebuild(parcelView as View);
        await generation.apply(0, 2, rows);
        await generation.swap();
        await generation.discard();
        expect(await ids({})).toEqual(['p2', 'p1']);
        await writer.apply(parcelView, 2, 3, [put(parcel(3))]);
        expect(await ids({})).toEqual(['p3', 'p2', 'p1']);
        expect(await reader.checkpoint(parcelView)).toBe(3);
      });

      it('finds missing and surplus rows, and equals itself', async () => {
        const generation = await writer.beginRebuild(parcelView as View);
        await generation.apply(0, 1, [put(parcel(1)), put(parcel(3))]);
        await expect(generation.compare()).rejects.toThrow('checkpoint');
        await generation.apply(1, 2, []);
        expect(await generation.compare()).toMatchObject({ same: false, differing: 2 });
        await generation.discard();
        const again = await writer.beginRebuild(parcelView as View);
        await again.apply(0, 2, rows);
        expect(await again.compare()).toEqual({ same: true, differing: 0, examples: [] });
        await again.discard();
        expect(await ids({})).toEqual(['p2', 'p1']);
      });
    });
  });
}
