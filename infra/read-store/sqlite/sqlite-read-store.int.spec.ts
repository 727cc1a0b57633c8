import { mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parcel, parcelCountView, parcelView, put } from '../testing/parcels.js';
import { describeReadStore } from '../testing/read-store.contract.js';
import { describeUnserved, viewsOf } from '../testing/read-store-unserved.contract.js';
import { type Operation, ReadModelsUnavailable, type View } from '../view.js';
import { damagedAt, databaseFile, openForReading, openForWriting, removeDatabase } from './database.js';
import { openSqliteReadStore, openSqliteWriter, sqliteReadModels } from './open-sqlite-read-store.js';

const views: readonly View[] = [parcelView as View, parcelCountView];
const temporaryDir = (): string => mkdtempSync(join(tmpdir(), 'read-store-'));
const counted = (owner: string, by: bigint): Operation => ({
  op: 'add',
  row: { owner, parcels: 0n, last: null },
  by: { parcels: by },
});

describeReadStore('sqlite', () => opened());
describeReadStore('sqlite, read by the thread that asks', () => opened(0));

async function opened(threads?: number) {
  const dir = temporaryDir();
  const writer = openSqliteWriter({ dir, views });
  const reader = await openSqliteReadStore({ dir, views, ...(threads !== undefined && { threads }) });
  const close = async (): Promise<void> => {
    await reader.close();
    await writer.close();
    rmSync(dir, { recursive: true });
  };
  return { writer, reader, close };
}

describeReadStore('sqlite, asked by its writer', async () => {
  const dir = temporaryDir();
  const writer = openSqliteWriter({ dir, views });
  const close = async (): Promise<void> => {
    await writer.close();
    rmSync(dir, { recursive: true });
  };
  return { writer, reader: writer, close };
});

describeUnserved('sqlite', async () => {
  const dir = temporaryDir();
  return {
    openWriter: async (views) => openSqliteWriter({ dir, views }),
    openReader: (views) => openSqliteReadStore({ dir, views }),
    stored: async () => {
      const database = openForReading(dir);
      const tables = database.prepare("select name from sqlite_master where type = 'table'").rows();
      database.close();
      return viewsOf(tables.map(([table]) => String(table)));
    },
    close: async () => rmSync(dir, { recursive: true }),
  };
});

describe('sqlite read models are disposable', () => {
  let dir: string;
  beforeEach(() => {
    dir = temporaryDir();
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('keeps rows and checkpoints over a restart', async () => {
    const before = openSqliteWriter({ dir, views });
    await before.apply(parcelCountView, 0, 9, [counted('ada', 2n)]);
    await before.close();
    const after = openSqliteWriter({ dir, views });
    expect(await after.checkpoint(parcelCountView)).toBe(9);
    expect(await after.get(parcelCountView, 'ada')).toMatchObject({ parcels: 2n });
    await after.close();
  });

  it('keep the hash at the checkpoint over a restart, and take a file of an earlier version without hashes', async () => {
    const before = openSqliteWriter({ dir, views });
    await before.applyAll([{ view: parcelCountView, from: 0, to: 9, operations: [], hash: 'h9' }]);
    await before.close();
    const after = openSqliteWriter({ dir, views });
    expect(await after.checkpointHash(parcelCountView)).toBe('h9');
    await after.close();
    const older = openForWriting(dir);
    older.exec('alter table generations drop column hash');
    older.close();
    const newer = openSqliteWriter({ dir, views });
    expect([await newer.checkpoint(parcelCountView), await newer.checkpointHash(parcelCountView)]).toEqual([
      9,
      undefined,
    ]);
    await newer.close();
  });

  it('give a row with foreign bytes a text unequal to any other row', async () => {
    const writer = openSqliteWriter({ dir, views });
    const rows = [1, 2, 3, 4].map((number) => parcel(number, { ratio: 5, weight: 5n, label: '5' }));
    await writer.apply(parcelView, 0, 1, rows.map(put));
    const database = openForWriting(dir);
    const texts = async (): Promise<readonly string[]> =>
      (await writer.rowTextsAfter(parcelView, undefined, 9)).map(([, text]) => text);
    const before = await texts();
    // Bytes of the digit 5.
    for (const [key, column] of [
      ['p1', 'ratio'],
      ['p2', 'weight'],
    ])
      database.exec(`update parcels__1 set ${column} = x'35' where parcel_id = '${key}'`);
    const [first, second, ...others] = await texts();
    expect([first === before[0], second === before[1], others]).toEqual([false, false, before.slice(2)]);
    database.exec("update parcels__1 set label = x'35' where parcel_id = 'p3'");
    const [, , third, fourth] = await texts();
    expect([third === before[2], fourth]).toEqual([false, before[3]]);
    database.close();
    await writer.close();
  });

  it('keep no trace of cleared values in any file', async () => {
    const secret = 'for Ngozi Okonkwo alone';
    const found = (): boolean =>
      readdirSync(dir).some((file) => readFileSync(join(dir, file)).includes(secret));
    const writer = openSqliteWriter({ dir, views });
    const reader = await openSqliteReadStore({ dir, views });
    const rows = Array.from({ length: 50 }, (_, index) => put(parcel(index + 1, { note: secret })));
    await writer.apply(parcelView, 0, 1, rows);
    const longer = {
      op: 'set',
      key: 'p1',
      columns: { label: 'moved, because it grows '.repeat(20) },
    } as const;
    await writer.apply(parcelView, 1, 2, [longer]);
    const generation = await writer.beginRebuild(parcelView as View);
    await generation.apply(0, 2, [...rows, longer]);
    await generation.swap();
    expect(found()).toBe(true);
    const clear = { op: 'clear', where: { column: 'owner', is: 'ada' }, columns: { note: null } } as const;
    await writer.apply(parcelView, 2, 3, [clear]);
    await reader.get(parcelView, 'p1');
    await writer.apply(parcelView, 3, 4, []);
    expect(found()).toBe(false);
    await reader.close();
    await writer.close();
    expect(found()).toBe(false);
  });

  it('restart a view at 0 when its version changed, and keep the others', async () => {
    const before = openSqliteWriter({ dir, views });
    await before.applyAll(views.map((view) => ({ view, from: 0, to: 9, operations: [] })));
    await before.close();
    const after = openSqliteWriter({ dir, views: [parcelView as View, { ...parcelCountView, version: 2 }] });
    expect(await after.checkpoint(parcelView as View)).toBe(9);
    expect(await after.checkpoint(parcelCountView)).toBe(0);
    await after.close();
  });

  it('restart at 0 from a file that is no database', async () => {
    writeFileSync(databaseFile(dir), 'this is not a database, however long it goes on. '.repeat(200));
    const writer = openSqliteWriter({ dir, views });
    expect(await writer.checkpoint(parcelCountView)).toBe(0);
    await writer.close();
  });

  it('answer empty lists before the file exists, and find a replaced file', async () => {
    const reader = await openSqliteReadStore({ dir, views });
    expect(await reader.checkpoint(parcelCountView)).toBe(0);
    for (const parcels of [1n, 2n]) {
      removeDatabase(dir);
      const writer = openSqliteWriter({ dir, views });
      await writer.apply(parcelCountView, 0, 1, [counted('ada', parcels)]);
      expect(await reader.get(parcelCountView, 'ada')).toMatchObject({ parcels });
      await writer.close();
    }
    await reader.close();
  });

  it.each([0, 1])(
    'never pass off a damaged file as an empty list, with %s reader threads',
    async (threads) => {
      const readModels = sqliteReadModels({ dir, views });
      const before = readModels.openWriter();
      const rows = Array.from({ length: 500 }, (_, number) => counted(`u${number}`, 1n));
      await before.apply(parcelCountView, 0, 1, rows);
      await before.close();
      const log = openForWriting(dir);
      log.emptyLog();
      log.close();
      // Keeps the first pages, with the schema, and damages the pages of rows.
      const bytes = readFileSync(databaseFile(dir));
      writeFileSync(databaseFile(dir), bytes.fill(7, 8_192));
      const reader = await openSqliteReadStore({ dir, views, threads });
      const list = () =>
        reader.page(parcelCountView, {
          sort: { column: 'owner', direction: 'ascending' },
          skip: 0,
          limit: 10,
        });
      await expect(list()).rejects.toThrow(ReadModelsUnavailable);
      await expect(reader.get(parcelCountView, 'u1')).rejects.toThrow(ReadModelsUnavailable);
      expect(readModels.vanished()).toBe(true);
      const after = readModels.openWriter();
      expect(readModels.vanished()).toBe(false);
      expect(await after.checkpoint(parcelCountView)).toBe(0);
      await after.apply(parcelCountView, 0, 1, rows.slice(0, 1));
      await expect(list()).rejects.toThrow(ReadModelsUnavailable);
      expect(damagedAt(dir)).toBeGreaterThan(0);
      await after.apply(parcelCountView, 1, 2, rows.slice(1));
      // A crash leaves the damaged file beside the new one.
      const restarted = await openSqliteReadStore({ dir, views, threads });
      await expect(restarted.get(parcelCountView, 'u1')).rejects.toThrow(ReadModelsUnavailable);
      await restarted.close();
      // A question asked before the file is whole may be answered from a part of the rows.
      const early = list();
      readModels.whole();
      await expect(early).rejects.toThrow(ReadModelsUnavailable);
      expect((await list()).rows).toHaveLength(10);
      expect(readdirSync(dir).filter((name) => name.includes('aside'))).toEqual([]);
      await reader.close();
      await after.close();
    },
  );

  it('never pass off a file without bytes as an empty list', async () => {
    const readModels = sqliteReadModels({ dir, views });
    const before = readModels.openWriter();
    await before.apply(parcelCountView, 0, 1, [counted('ada', 1n)]);
    await before.close();
    truncateSync(databaseFile(dir), 0);
    const reader = await openSqliteReadStore({ dir, views });
    await expect(reader.get(parcelCountView, 'ada')).rejects.toThrow(ReadModelsUnavailable);
    expect(readModels.vanished()).toBe(true);
    const after = readModels.openWriter();
    await expect(reader.get(parcelCountView, 'ada')).rejects.toThrow(ReadModelsUnavailable);
    expect(damagedAt(dir)).toBeGreaterThan(0);
    await after.apply(parcelCountView, 0, 1, [counted('ada', 1n)]);
    readModels.whole();
    expect(await reader.get(parcelCountView, 'ada')).toMatchObject({ parcels: 1n });
    await reader.close();
    await after.close();
  });

  it.each([0, 2])('answer many questions at once, with %s reader threads', async (threads) => {
    const writer = openSqliteWriter({ dir, views });
    await writer.apply(
      parcelCountView,
      0,
      1,
      Array.from({ length: 200 }, (_, number) => counted(`u${number}`, BigInt(number))),
    );
    const reader = await openSqliteReadStore({ dir, views, threads });
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, number) => reader.get(parcelCountView, `u${number}`)),
    );
    expect(answers.map((row) => row?.['parcels'])).toEqual(
      Array.from({ length: 200 }, (_, number) => BigInt(number)),
    );
    await reader.close();
    await writer.close();
  });

  it('search a large view through the substring index with the same result as a full scan', async () => {
    const rows = 24_000;
    const writer = openSqliteWriter({ dir, views });
    const label = (number: number): string => `REF${(number * 7_919) % 1_000_003}X`;
    const row = (number: number) => ({
      parcel_id: `p${number}`,
      owner: 'ada',
      label: label(number),
      note: null,
      state: number === 5 ? 'Sent' : 'Waiting',
      size: 'Crate',
      weight: BigInt(number),
      ratio: 1,
      fragile: false,
      stops: [],
      at: String(number).padStart(6, '0'),
    });
    const puts = Array.from({ length: rows }, (_, number): Operation => ({ op: 'put', row: row(number) }));
    await writer.apply(parcelView as View, 0, 1, puts);
    const search = (text: string) =>
      writer.page(parcelView, {
        search: text,
        sort: { column: 'at', direction: 'descending' },
        skip: 0,
        limit: 10,
      });
    for (const text of [label(77).toLowerCase(), '777', '919X', 'sent', 'ref']) {
      const matching = puts
        .map((_, number) => row(number))
        .filter(({ label: each, state }) => `${each} ${state}`.toLowerCase().includes(text.toLowerCase()));
      const newest = matching
        .reverse()
        .slice(0, 10)
        .map(({ parcel_id }) => parcel_id);
      const found = await search(text);
      expect(found.rows.map(({ parcel_id }) => parcel_id)).toEqual(newest);
      expect(found).toMatchObject({
        total: Math.min(matching.length, 10_000),
        totalCapped: matching.length > 10_000,
      });
    }
    await writer.close();
  });
});
