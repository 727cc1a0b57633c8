import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newest, parcel, parcelView, type ParcelRow, put } from '../testing/parcels.js';
import { anyQuestion, generated, naivePage, numbers } from '../testing/searched-parcels.js';
import type { Generation, Operation, PageQuery, ReadStoreWriter, View } from '../view.js';
import { shapeOf } from '../view-shape.js';
import { openForWriting } from './database.js';
import { openSqliteReadStore, openSqliteWriter } from './open-sqlite-read-store.js';
import { latenessOf } from './tables.js';

const view = parcelView as View;
const temporaryDir = (): string => mkdtempSync(join(tmpdir(), 'search-'));
/** Number of rows, more than a search scans without an index, so that every search path runs. */
const MANY = 24_000;
const manyParcels = (): ParcelRow[] => {
  const upTo = numbers(7);
  return Array.from({ length: MANY }, (_, number) => generated(number, upTo));
};

/** Applies the rows in this many batches, the last up to position 10. */
async function fill(into: Pick<Generation, 'apply'>, parcels: readonly ParcelRow[], batches: number) {
  const each = Math.ceil(parcels.length / batches);
  for (let batch = 0; batch < batches; batch += 1) {
    const rows = parcels.slice(batch * each, (batch + 1) * each);
    await into.apply(batch, batch + 1 === batches ? 10 : batch + 1, rows.map(put));
  }
}

describe('search of a large view', () => {
  let dir: string;
  let writer: ReadStoreWriter;
  const parcels = manyParcels();
  beforeAll(async () => {
    dir = temporaryDir();
    writer = openSqliteWriter({ dir, views: [view] });
    await fill({ apply: (from, to, operations) => writer.apply(view, from, to, operations) }, parcels, 3);
  });
  afterAll(async () => {
    await writer.close();
    rmSync(dir, { recursive: true });
  });

  const sameAsNaive = async (question: PageQuery): Promise<void> => {
    expect({ question, ...(await writer.page(parcelView, question)) }).toEqual({
      question,
      ...naivePage(parcels, question),
    });
  };

  it('finds what a full scan finds, newest first', async () => {
    const upTo = numbers(31);
    for (let asked = 0; asked < 80; asked += 1) await sameAsNaive(anyQuestion(parcels, upTo));
  });

  it.each([
    ['a text of every row, and its beginnings', ['nl', 'n', 'NL', '+', '+2', '+234']],
    ['a text of thousands', ['1', '-1', '-12', 'gate', 'it_', '%', '"', '𝟙', '𝟙 large']],
    ['a word, of nearly all and of few', ['sent', 'waiting', 's', 'w', 'n', 'envel', 'pallet', 'c']],
    ['a text of none', ['zzz', 'zz', 'z', 'NL-', '+234+', 'ng\nNL']],
  ])('%s', async (_kind, texts) => {
    const range = { column: 'at', from: parcels[2_000]!.at, to: parcels[23_000]!.at };
    for (const search of texts)
      for (const filter of [
        {},
        { range },
        { equals: { state: 'Waiting' } },
        { equals: { size: 'Envelope' } },
        { equals: { size: 'Pallet', state: 'Sent' }, range },
        { searchIn: ['label'] },
      ]) {
        await sameAsNaive({ ...newest, search, sum: 'weight', ...filter });
        await sameAsNaive({ ...newest, search, skip: 10_500, ...filter });
      }
  });

  it('sorts by another column, or in the other direction', async () => {
    const byWeight: PageQuery = {
      ...newest,
      search: 'zz',
      sort: { column: 'weight', direction: 'ascending' },
    };
    for (const search of ['nl0', '-12', 'zzz', 'waiting']) {
      const { total, totalCapped } = naivePage(parcels, { ...byWeight, search });
      const found = await writer.page(parcelView, { ...byWeight, search });
      expect(found).toMatchObject({ total, totalCapped });
      const weights = found.rows.map(({ weight }) => weight);
      expect(weights).toEqual(weights.toSorted((one, other) => Number(one - other)));
    }
  });

  it('reads parts of the rows present at its start while more arrive', async () => {
    const before = naivePage(parcels, { ...newest, search: '-12', limit: MANY }).rows;
    const seen: string[] = [];
    let at = '';
    let seenOfIt = 0;
    for (let part = 0; ; part += 1) {
      const { rows } = await writer.page(parcelView, {
        ...newest,
        search: '-12',
        limit: 50,
        skip: seenOfIt,
        ...(at !== '' && { range: { column: 'at', to: `${at} ` } }),
      });
      seen.push(...rows.map(({ parcel_id }) => parcel_id));
      const last = rows.at(-1);
      if (last === undefined || rows.length < 50) break;
      const ofLast = rows.filter((row) => row.at === last.at).length;
      seenOfIt = ofLast + (last.at === at ? seenOfIt : 0);
      at = last.at;
      const arrived = parcel(MANY + part, {
        label: 'NLNEW-12',
        at: new Date(Date.UTC(2027, 0, 1)).toISOString(),
      });
      parcels.push(arrived);
      await writer.apply(view, 10 + part, 11 + part, [put(arrived)]);
    }
    expect(seen).toEqual(before.map(({ parcel_id }) => parcel_id));
  });

  it('gives the same after a rebuild in other batches, and after a row arrives a year late', async () => {
    const checkpoint = await writer.checkpoint(view);
    const generation = await writer.beginRebuild(view);
    const operations = parcels.map(put);
    await generation.apply(0, 1, operations.slice(0, 12_345));
    await generation.apply(1, checkpoint, operations.slice(12_345));
    expect(await generation.compare()).toMatchObject({ same: true });
    await generation.swap();
    const upTo = numbers(5);
    for (let asked = 0; asked < 50; asked += 1) await sameAsNaive(anyQuestion(parcels, upTo));
    const old = parcel(99_999, { label: 'NLOLD-12', at: '2025-01-01T00:00:00.000Z' });
    parcels.push(old);
    await writer.apply(view, checkpoint, checkpoint + 1, [put(old)]);
    for (const search of ['nl', '-12', 'nlold'])
      for (const skip of [0, 10_000]) await sameAsNaive({ ...newest, search, skip, sum: 'weight' });
    for (let asked = 0; asked < 50; asked += 1) await sameAsNaive(anyQuestion(parcels, upTo));
  });

  it('does not find cleared text', async () => {
    const checkpoint = await writer.checkpoint(view);
    const clear: Operation = {
      op: 'clear',
      where: { column: 'owner', is: 'owner-3' },
      columns: { note: null },
    };
    await writer.apply(view, checkpoint, checkpoint + 1, [clear]);
    parcels.forEach((row, index) => {
      if (row.owner === 'owner-3') parcels[index] = { ...row, note: null };
    });
    for (const search of ['+234', '+2', 'gate', 'nl'])
      for (const equals of [{}, { owner: 'owner-3' }])
        await sameAsNaive({ ...newest, search, equals, sum: 'weight' });
  });
});

describe('data behind the search', () => {
  let dir: string;
  beforeEach(() => {
    dir = temporaryDir();
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  const lateness = (): number | undefined => {
    const database = openForWriting(dir);
    try {
      return latenessOf(database, view, 1);
    } finally {
      database.close();
    }
  };
  const at = (milliseconds: number): string => new Date(Date.UTC(2026, 0, 1) + milliseconds).toISOString();

  it('knows the greatest lateness of rows, also after a rollback', async () => {
    const writer = openSqliteWriter({ dir, views: [view] });
    await writer.apply(view, 0, 1, [put(parcel(1, { at: at(0) })), put(parcel(2, { at: at(50) }))]);
    expect(lateness()).toBe(0);
    await writer.apply(view, 1, 2, [
      put(parcel(3, { at: at(30) })),
      put(parcel(1, { at: at(0), note: 'x' })),
    ]);
    expect(lateness()).toBe(20);
    const fails: Operation = { op: 'set', key: 'nobody', columns: { note: 'x' } };
    await expect(writer.apply(view, 2, 3, [put(parcel(4, { at: at(10) })), fails])).rejects.toThrow();
    expect(lateness()).toBe(20);
    await writer.apply(view, 2, 3, [put(parcel(4, { at: at(10) }))]);
    expect(lateness()).toBe(40);
    await writer.close();
    const again = openSqliteWriter({ dir, views: [view] });
    await again.apply(view, 3, 4, [put(parcel(5, { at: at(-1) }))]);
    expect(lateness()).toBe(51);
    await again.apply(view, 4, 5, [{ op: 'set', key: 'p5', columns: { at: at(5) } }]);
    expect(lateness()).toBeUndefined();
    await again.close();
  });

  it.each([
    ['a moment that is none', [put(parcel(1, { at: 'some day' }))]],
    ['a row that is replaced by one of another moment', [put(parcel(1, { at: at(9) }))]],
  ])('is unknown after %s', async (_what, operations) => {
    const writer = openSqliteWriter({ dir, views: [view] });
    if (operations[0]?.op === 'put' && operations[0].row['at'] !== 'some day')
      await writer.apply(view, 0, 1, [put(parcel(1, { at: at(3) }))]);
    const from = await writer.checkpoint(view);
    await writer.apply(view, from, from + 1, operations);
    expect(lateness()).toBeUndefined();
    await writer.close();
  });

  it('is rebuilt in a folder of a version with another index', async () => {
    const before = openSqliteWriter({ dir, views: [view] });
    await before.apply(view, 0, 7, [put(parcel(1))]);
    await before.close();
    const database = openForWriting(dir);
    database.exec('drop table lateness');
    database.exec('drop table "parcels__1_text"');
    database.exec(`create virtual table "parcels__1_text" using fts5(
      body, content='', contentless_delete=1, tokenize='trigram')`);
    database.exec("update generations set fingerprint = 'of an older version'");
    database.close();
    const writer = openSqliteWriter({ dir, views: [view] });
    const reader = await openSqliteReadStore({ dir, views: [view] });
    expect(await writer.checkpoint(view)).toBe(0);
    await writer.apply(view, 0, 7, [put(parcel(1))]);
    expect((await reader.page(parcelView, { ...newest, search: 'LABEL-0001' })).total).toBe(1);
    expect((await reader.page(parcelView, { ...newest, search: 'la' })).total).toBe(1);
    await reader.close();
    await writer.close();
  });

  it('changes the fingerprint of a view that is searched, and of no other', () => {
    const searched = shapeOf(view).fingerprint;
    const { lists: _, arrivesBy: __, ...plain } = view;
    expect(shapeOf(plain).fingerprint).not.toBe(searched);
    expect(() => shapeOf({ ...view, arrivesBy: 'nowhere' })).toThrow(/no column/);
    expect(() => shapeOf({ ...view, searchFilters: ['label'] })).toThrow(/no words/);
    expect(() => shapeOf({ ...view, lists: [{ by: ['at'], holds: ['nowhere'] }] })).toThrow(/no column/);
  });
});
