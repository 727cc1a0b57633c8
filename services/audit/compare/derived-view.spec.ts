import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { RowFold } from '../../../infra/read-store/row-fold.js';
import type { Database } from '../../../infra/read-store/sqlite/database.js';
import { decodeRow } from '../../../infra/read-store/sqlite/row-codec.js';
import { RowText } from '../../../infra/read-store/sqlite/row-text.js';
import { OperationFault, type Operation, type Row, type View } from '../../../infra/read-store/view.js';
import { shapeOf } from '../../../infra/read-store/view-shape.js';
import { DerivedView } from './derived-view.js';
import { PackedRows } from './packed-rows.js';
import { inBytes, openSpillFile, SpilledRows } from './spilled-rows.js';

const parcels: View = {
  name: 'parcels',
  version: 1,
  key: 'id',
  indexes: [],
  searchable: [],
  personal: ['name'],
  row: z.object({
    id: z.string(),
    user_id: z.string(),
    name: z.string().nullable(),
    paid: z.bigint(),
    weight: z.number(),
    sent: z.boolean(),
    steps: z.array(z.object({ step: z.string() })),
  }),
};
const shape = shapeOf(parcels);
const parcel = (id: string, more: Row = {}): Row => ({
  id,
  user_id: `u${id.charCodeAt(0) % 3}`,
  name: `"${id}" & Söhne`,
  paid: 2n ** 60n,
  weight: 1.5,
  sent: false,
  steps: [],
  ...more,
});
const KEYS = ['a', 'b', 'c', 'd', 'e', '\u{1f4e6}', '\uff21', 'g', 'h'];

/** Fixed seed, so that every run has the same numbers. */
let state = 1;
const upTo = (most: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
  return (state >>> 8) % most;
};
const oneOf = <Item>(items: readonly Item[]): Item => items[upTo(items.length)]!;

/** Random operation on a row that may be missing. */
function somethingAbout(id: string): Operation {
  const some: readonly (() => Operation)[] = [
    () => ({ op: 'put', row: parcel(id, { paid: BigInt(upTo(1_000)) }) }),
    () => ({ op: 'add', row: parcel(id, { paid: 0n }), by: { paid: BigInt(upTo(50)) - 25n } }),
    () => ({ op: 'set', key: id, columns: { sent: true, weight: upTo(9) } }),
    () => ({ op: 'setIfThere', key: id, columns: { name: `${upTo(9)}` } }),
    () => ({ op: 'push', key: id, column: 'steps', item: { step: `s${upTo(99)}` } }),
    () => ({ op: 'clear', where: { column: 'user_id', is: `u${upTo(3)}` }, columns: { name: null } }),
  ];
  return oneOf(some)();
}

let dir: string;
let file: Database;
let view: DerivedView;

const stage = (...operations: Operation[]): void => view.keep(view.stage(operations));
const rowsOf = (page?: number): Row[] =>
  Array.from(view.texts(page), ([, text]) => decodeRow(shape, new RowText(shape).cells(text)));

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'derived-view-'));
  file = openSpillFile(join(dir, 'rows'));
  // Memory for three rows and about four texts, so that rows are packed, spilled and restored all the time.
  const room = { left: 1_000 };
  view = new DerivedView(shape, new PackedRows(shape, new SpilledRows(file, shape), room), 3);
});
afterEach(() => {
  file.close();
  rmSync(dir, { recursive: true });
});

describe('rows with little memory', () => {
  it('equal rows with unlimited memory after random operations, in byte order of their keys', () => {
    const all = new RowFold(parcels);
    let faults = 0;
    for (let round = 0; round < 400; round += 1) {
      const batch = Array.from({ length: 1 + upTo(6) }, () => somethingAbout(oneOf(KEYS)));
      let refused = false;
      try {
        all.apply(batch);
      } catch (error) {
        expect(error).toBeInstanceOf(OperationFault);
        refused = true;
        faults += 1;
      }
      if (refused) expect(() => stage(...batch)).toThrow(OperationFault);
      else stage(...batch);
      const rows = [...all.rows].sort((one, other) => inBytes(String(one['id']), String(other['id'])));
      expect(rowsOf(1 + upTo(4))).toEqual(rows);
    }
    expect(rowsOf().length).toBe(KEYS.length);
    expect(faults).toBeGreaterThan(5);
    const [rare, wide] = [KEYS.indexOf('\u{1f4e6}'), KEYS.indexOf('\uff21')].map((at) => KEYS[at]!);
    expect([rare! < wide!, inBytes(rare!, wide!)]).toEqual([true, 1]);
  });

  it('are found by key in memory, packed and spilled', () => {
    for (const id of KEYS) stage({ op: 'put', row: parcel(id) });
    stage({ op: 'set', key: 'a', columns: { weight: 7 } });
    const found = view.get(['a', 'nobody', 'h', 'c']);
    expect([...found.keys()].sort()).toEqual(['a', 'c', 'h']);
    expect(decodeRow(shape, found.get('a')!)).toEqual(parcel('a', { weight: 7 }));
    expect(decodeRow(shape, found.get('c')!)).toEqual(parcel('c'));
  });

  it('stay unchanged when a batch cannot be applied', () => {
    for (const id of KEYS) stage({ op: 'put', row: parcel(id) });
    const before = rowsOf();
    const faulty: readonly Operation[] = [
      { op: 'set', key: 'nobody', columns: { weight: 1 } },
      { op: 'set', key: 'a', columns: { nothing: 1 } },
      { op: 'set', key: 'a', columns: { paid: 1 } },
      { op: 'push', key: 'a', column: 'name', item: 1 },
      { op: 'push', key: 'a', column: 'steps', item: 1n },
      { op: 'add', row: parcel('a'), by: { name: 1n } },
      { op: 'put', row: parcel('a', { user_id: null }) },
    ];
    for (const operation of faulty)
      expect(() => stage({ op: 'set', key: 'b', columns: { weight: 99 } }, operation)).toThrow(
        OperationFault,
      );
    expect(rowsOf()).toEqual(before);
  });
});
