import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ReadStore, ReadStoreWriter, View } from '../view.js';
import { newest, parcel, parcelCountView, parcelView, put } from './parcels.js';

/** Read models opened in turn by versions with different views. */
export interface ReopenedReadStore {
  openWriter(views: readonly View[]): Promise<ReadStoreWriter>;
  openReader(views: readonly View[]): Promise<ReadStore>;
  /** Views with stored rows, by `viewsOf`. */
  stored(): Promise<string[]>;
  close(): Promise<void>;
}

/** Sorted view names of `<view>__<generation>` storage names. */
export const viewsOf = (names: readonly string[]): string[] =>
  [...new Set(names.flatMap((name) => /^([a-z_-]+)__\d/.exec(name)?.[1] ?? []))].sort();

/** View with a substring index, and with a name that needs quotes in SQL. */
const letters: View = { ...(parcelView as View), name: 'registered-letters' };
const older: readonly View[] = [parcelCountView, letters];
const newer: readonly View[] = [parcelCountView, { ...letters, name: 'letters' }];
const parked = [{ key: 'ada', since: 3, reason: 'Sent: TypeError' }];

/** Contract for views of another version. */
export function describeUnserved(name: string, open: () => Promise<ReopenedReadStore>): void {
  describe(`unserved views: ${name}`, () => {
    let store: ReopenedReadStore;
    beforeEach(async () => {
      store = await open();
      const writer = await store.openWriter(older);
      await writer.applyAll([
        {
          view: parcelCountView,
          from: 0,
          to: 4,
          operations: [{ op: 'put', row: { owner: 'ada', parcels: 2n, last: null } }],
        },
        { view: letters, from: 0, to: 4, operations: [put(parcel(1)), put(parcel(2))], parked },
      ]);
      const cutShort = await writer.beginRebuild(letters);
      await cutShort.apply(0, 4, [put(parcel(1))]);
      await writer.close();
    });
    afterEach(() => store.close());

    it('are dropped by a writer, and others stay', async () => {
      expect(await store.stored()).toEqual(['parcel_counts', 'registered-letters']);
      const writer = await store.openWriter(newer);
      expect(await store.stored()).toEqual(['letters', 'parcel_counts']);
      expect(await writer.checkpoint(parcelCountView)).toBe(4);
      expect(await writer.get(parcelCountView, 'ada')).toMatchObject({ parcels: 2n });
      await writer.close();
    });

    it('are kept by a reader', async () => {
      const reader = await store.openReader(newer);
      expect(await reader.get(parcelCountView, 'ada')).toMatchObject({ parcels: 2n });
      expect(await reader.checkpoint(newer[1]!)).toBe(0);
      await reader.close();
      expect(await store.stored()).toEqual(['parcel_counts', 'registered-letters']);
    });

    it('answer a reader of the older version with empty lists', async () => {
      const reader = await store.openReader(older);
      expect((await reader.page(letters, newest)).total).toBe(2);
      const writer = await store.openWriter(newer);
      expect(await reader.page(letters, newest)).toEqual({ rows: [], total: 0, totalCapped: false });
      expect(await reader.checkpoint(letters)).toBe(0);
      await Promise.all([reader.close(), writer.close()]);
    });

    it('are refilled by an older version that returns, without parked streams', async () => {
      await (await store.openWriter(newer)).close();
      const writer = await store.openWriter(older);
      expect(await store.stored()).toEqual(['parcel_counts', 'registered-letters']);
      expect(await writer.checkpoint(letters)).toBe(0);
      expect(await writer.parkedKeys(letters)).toEqual([]);
      await writer.apply(letters, 0, 1, [put(parcel(1, { note: 'again' }))]);
      const found = await writer.page(letters, { ...newest, search: 'label' });
      expect(found.rows).toEqual([parcel(1, { note: 'again' })]);
      expect(await writer.checkpoint(parcelCountView)).toBe(4);
      await writer.close();
    });
  });
}
