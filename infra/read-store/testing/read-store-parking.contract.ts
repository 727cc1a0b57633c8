import { describe, expect, it } from '@jest/globals';
import { OperationFault, type Parked, type View } from '../view.js';
import { type OpenedReadStore, parcel, parcelCountView, parcelView, put } from './parcels.js';

const view = parcelView as View;
const ada: Parked = { key: 'ada', since: 2, reason: 'Sent: TypeError' };
const odd: Parked = { key: '$x.y-ẹ', since: 3, reason: 'Sent: TypeError' };

/** Contract of parking and unparking. */
export function describeParking(opened: () => OpenedReadStore): void {
  describe('parking', () => {
    it('is stored in the same step as the checkpoint, until it is replaced', async () => {
      const { writer, reader } = opened();
      expect(await reader.parkedKeys(view)).toEqual([]);
      await writer.applyAll([
        { view, from: 0, to: 2, operations: [put(parcel(1))], parked: [ada] },
        { view: parcelCountView, from: 0, to: 2, operations: [] },
      ]);
      expect(await reader.parkedKeys(view)).toEqual([ada]);
      expect(await reader.parkedKeys(parcelCountView)).toEqual([]);
      await writer.applyAll([{ view, from: 2, to: 3, operations: [], parked: [ada, odd] }]);
      await writer.apply(view, 3, 4, [put(parcel(2))]);
      expect(await reader.parkedKeys(view)).toEqual([odd, ada]);
      expect(await writer.parkedKeys(view)).toEqual([odd, ada]);
      expect(await reader.checkpoint(view)).toBe(4);
    });

    it('is not stored when the step is refused', async () => {
      const { writer, reader } = opened();
      const fault = { op: 'set', key: 'nobody', columns: {} } as const;
      await expect(
        writer.applyAll([
          { view: parcelCountView, from: 0, to: 1, operations: [], parked: [ada] },
          { view, from: 0, to: 1, operations: [{ ...fault, columns: { note: 'x' } }], parked: [ada] },
        ]),
      ).rejects.toThrow(OperationFault);
      expect(await reader.parkedKeys(view)).toEqual([]);
      expect(await reader.parkedKeys(parcelCountView)).toEqual([]);
    });

    it('ends with the given rows, new and old, written last by any batch', async () => {
      const { writer, reader } = opened();
      await writer.applyAll([
        {
          view,
          from: 0,
          to: 4,
          parked: [ada, odd],
          operations: [put(parcel(1)), put(parcel(3, { owner: 'bola' }))],
        },
      ]);
      const rows = [parcel(1, { note: 'level', stops: [{ town: 'A' }] }), parcel(2, { weight: 7n })];
      // `unpark` runs twice, as after a crash between its writes.
      for (let time = 0; time < 2; time += 1) await writer.unpark(view, rows, [odd]);
      expect(await reader.parkedKeys(view)).toEqual([odd]);
      expect(await reader.get(parcelView, 'p1')).toEqual(rows[0]);
      expect(await reader.get(parcelView, 'p2')).toEqual(rows[1]);
      expect(await reader.get(parcelView, 'p3')).toEqual(parcel(3, { owner: 'bola' }));
      expect(await reader.checkpoint(view)).toBe(4);
      await writer.apply(view, 4, 5, [
        { op: 'add', row: parcel(2), by: { weight: 1n } },
        { op: 'push', key: 'p1', column: 'stops', item: { town: 'B' } },
      ]);
      expect((await reader.get(parcelView, 'p2'))?.weight).toBe(8n);
      expect((await reader.get(parcelView, 'p1'))?.stops).toEqual([{ town: 'A' }, { town: 'B' }]);
      const sort = { column: 'at', direction: 'ascending' } as const;
      const found = await reader.page(parcelView, { search: 'level', sort, skip: 0, limit: 5 });
      expect(found.rows.map((row) => row.parcel_id)).toEqual(['p1']);
    });

    it('refuses rows that do not fit, and leaves everything parked', async () => {
      const { writer, reader } = opened();
      await writer.applyAll([{ view, from: 0, to: 2, operations: [put(parcel(1))], parked: [ada] }]);
      const rows = [parcel(1, { note: 'x' }), { ...parcel(2), weight: 'heavy' }];
      await expect(writer.unpark(view, rows, [])).rejects.toThrow(OperationFault);
      expect(await reader.get(parcelView, 'p1')).toEqual(parcel(1));
      expect(await reader.parkedKeys(view)).toEqual([ada]);
    });

    it('belongs to a generation: the serving one keeps its own until the swap, and a discarded one loses it', async () => {
      const { writer, reader } = opened();
      await writer.applyAll([{ view, from: 0, to: 2, operations: [put(parcel(1))], parked: [ada] }]);
      const discarded = await writer.beginRebuild(view);
      await discarded.apply(0, 2, [put(parcel(1))], [odd]);
      expect(await reader.parkedKeys(view)).toEqual([ada]);
      await discarded.discard();
      expect(await reader.parkedKeys(view)).toEqual([ada]);
      const fresh = await writer.beginRebuild(view);
      await fresh.apply(0, 1, [put(parcel(1))], [odd]);
      await fresh.apply(1, 2, []);
      await fresh.swap();
      expect(await reader.parkedKeys(view)).toEqual([odd]);
      const last = await writer.beginRebuild(view);
      await last.apply(0, 2, [put(parcel(1))]);
      await last.swap();
      expect(await reader.parkedKeys(view)).toEqual([]);
    });
  });
}
