import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newest, parcel, parcelView, type ParcelRow, put } from '../testing/parcels.js';
import { naivePage } from '../testing/searched-parcels.js';
import type { Filter, PageQuery, View } from '../view.js';
import { shapeOf } from '../view-shape.js';
import { type Cell, type Database, openForReading } from './database.js';
import { readPage } from './page-sql.js';
import { decodeRow } from './row-codec.js';
import { openSqliteWriter } from './sqlite-writer.js';

const view = parcelView as View;
const shape = shapeOf(view);
/** Number of rows, more than a search scans without an index. */
const MANY = 72_000;
const START_MS = Date.UTC(2026, 0, 1);
/** Only envelope notes share a beginning. Weights repeat per hundred, and few are a pallet's. */
const parcels = Array.from({ length: MANY }, (_, number): ParcelRow => {
  const size = number % 3 === 0 ? 'Envelope' : 'Crate';
  return parcel(number, {
    owner: `owner-${number % 400}`,
    label: `NL${String(number).padStart(6, '0')}`,
    size: number % 20_000 === 7 ? 'Pallet' : size,
    state: number % 9 === 0 ? 'Waiting' : 'Sent',
    note: size === 'Envelope' ? `+234${number % 1_000}` : `meter ${number % 1_000}`,
    weight: BigInt(number % 10 === 0 ? 500 : 1_000 + number),
    at: new Date(START_MS + number * 1_000).toISOString(),
  });
});
const hundredWeights = Array.from({ length: 100 }, (_, number) => BigInt(500 + number));

interface Asked {
  readonly sql: string;
  readonly cells: readonly Cell[];
  /** SQLite query plan, one step per line. */
  readonly plan: string;
}

describe('in a large narrowed view, no search', () => {
  let dir: string;
  let database: Database;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'search-plans-'));
    const writer = openSqliteWriter({ dir, views: [view] });
    await writer.apply(view, 0, 1, parcels.map(put));
    await writer.close();
    database = openForReading(dir);
  });
  afterAll(() => {
    database.close();
    rmSync(dir, { recursive: true });
  });

  /** Collects the statements of a page, after checking the page. */
  function askedFor(filter: Filter): Asked[] {
    const query: PageQuery = { ...newest, sum: 'weight', ...filter };
    const asked: Asked[] = [];
    const noting = Object.create(database) as Database;
    noting.prepare = (sql) => ({
      rows: (...cells) => {
        const steps = database.prepare(`explain query plan ${sql}`).rows(...cells);
        asked.push({ sql, cells, plan: steps.map((step) => String(step.at(-1))).join('\n') });
        return database.prepare(sql).rows(...cells);
      },
      run: () => 0,
    });
    const { rows, ...counted } = readPage(noting, shape, 1, query);
    expect({ ...counted, rows: rows.map((cells) => decodeRow(shape, cells)) }).toEqual(
      naivePage(parcels, query),
    );
    return asked;
  }
  /** Statements that find matches, without counts and row reads. */
  const finding = (asked: readonly Asked[]): Asked[] =>
    asked.filter(({ sql }) => sql.includes('limit 10001') && !sql.startsWith('select count(*)'));
  const named = (match: Cell | undefined): number =>
    Number(
      database
        .prepare('select count(*) from "parcels__1_text" where "parcels__1_text" match ?')
        .rows(match ?? null)[0]?.[0],
    );

  it.each<NonNullable<Filter['equals']>>([
    { size: 'Crate' },
    { size: 'Crate', state: 'Sent' },
    { state: 'Sent' },
  ])('for an amount scans more than the rows of that amount: %j', (equals) => {
    const orIn = { weight: hundredWeights };
    const asked = finding(askedFor({ search: '500-nothing', orIn, equals }));
    const ofWeights = asked.filter(({ cells }) => hundredWeights.some((weight) => cells.includes(weight)));
    expect(ofWeights).toHaveLength(100);
    for (const { plan } of ofWeights) expect(plan).toMatch(/INDEX parcels__1_l2 \(weight=\?\)$/);
    if (equals['state'] === undefined)
      for (const { plan } of ofWeights) expect(plan).toMatch(/^SEARCH t USING COVERING INDEX /);
  });

  it.each(['+234', '+2', '+23', 'meter', 'NL', '500', '7'])(
    'for %s gets rows of another size from the substring index',
    (search) => {
      for (const size of ['Envelope', 'Crate'] as const) {
        const ofSize = parcels.filter((row) => row.size === size);
        const matching = naivePage(ofSize, { ...newest, search }).total;
        const matches = askedFor({ search, equals: { size } }).flatMap(({ cells, sql }) =>
          sql.includes('match ?') ? [cells[0]] : [],
        );
        expect(matches.length).toBeGreaterThan(0);
        for (const match of matches) {
          expect(named(match)).toBeLessThanOrEqual(ofSize.length);
          // Besides matches, few rows hold a part of the text, while tens of thousands of another size hold all of
          // it.
          if (matching < 10_000) expect(named(match)).toBeLessThan(matching + 500);
        }
      }
    },
  );

  it.each<[what: string, filter: Filter]>([
    ['an amount', { search: '500-nothing', orIn: { weight: hundredWeights } }],
    ['a text of none of a size', { search: '+234', equals: { size: 'Crate' } }],
    ['owners and an amount', { search: 'meter 1', orIn: { owner: ['owner-3', 'owner-90'], weight: [500n] } }],
    ['one letter and days', { search: '5', range: { column: 'at', from: parcels[9_000]!.at } }],
  ])('of a rare state reads rows that do not match: %s', (_what, filter) => {
    const equals = { ...filter.equals, state: 'Waiting' };
    for (const { sql, plan } of askedFor({ ...filter, equals }))
      if (
        !sql.includes('json_each') &&
        !sql.includes('match ?') &&
        !sql.includes('order by rid desc limit 200')
      )
        expect(plan).toMatch(/USING (COVERING )?INDEX parcels__1_l4 /);
  });

  it.each<NonNullable<Filter['equals']>>([
    { state: 'Sent' },
    { size: 'Crate', state: 'Sent' },
    { size: 'Crate' },
  ])('of the rows of many owners reads any but the newest: %j', (equals) => {
    const owners = Array.from({ length: 300 }, (_, number) => `owner-${number}`);
    const asked = finding(askedFor({ search: 'zzzz', orIn: { owner: owners }, equals }));
    const ofOwners = asked.filter(({ cells }) => cells.includes('owner-7'));
    expect(ofOwners).toHaveLength(1);
    expect(ofOwners[0]?.plan).toMatch(/^SEARCH t USING COVERING INDEX parcels__1_l1 /);
  });

  it('and no list of an owner scans rows of others', () => {
    for (const equals of [{ size: 'Crate' }, { state: 'Waiting' }, { size: 'Crate', state: 'Sent' }]) {
      const asked = askedFor({ equals: { ...equals, owner: 'owner-7' } });
      asked.push(
        ...askedFor({ search: '500', orIn: { weight: [500n] }, equals: { ...equals, owner: 'owner-7' } }),
      );
      const ofRows = asked.filter(({ sql }) => !sql.includes('match ?') && !sql.includes('desc limit 200'));
      expect(ofRows.length).toBeGreaterThan(2);
      for (const { plan } of ofRows)
        expect(plan).toMatch(/SEARCH t USING (COVERING )?INDEX parcels__1_l1 \(owner=\?\)/);
    }
  });
});
