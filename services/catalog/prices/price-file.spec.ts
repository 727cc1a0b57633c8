import { describe, expect, it } from '@jest/globals';
import { PRICE_FILE_MAX, PRICE_LINES_MAX } from '../../contracts/admin/prices.contract.js';
import {
  hostileFiles,
  hostileTables,
  LINE_ENDS,
  withLineEnds,
} from '../../../infra/testing/hostile/hostile-files.js';
import { evolve } from '../catalog.evolve.js';
import type { CatalogFact } from '../catalog.state.js';
import { SEED } from '../seed/seed.js';
import { readPrices, writePrices } from './price-file.js';
import { labelOf } from './offered-plans.state.js';
import { differences, type PricePlans, pricePlans } from './price-many.decider.js';
import { changeByFile, previewOf } from './price-preview.js';
import { pricedPlans } from './priced-plans.state.js';

/** Largest file that `ledger catalog import` reads. */
const LARGEST_BYTES = 4 * 1_048_576;
const HEAD = 'Service,Code,Plan,Price (NGN),Affiliate price (NGN),Cost (NGN)';
const fileOf = (...lines: string[]): string => [HEAD, ...lines].join('\r\n');
const FACT = { id: 'x', at: '2026-01-01T00:00:00.000Z', actor: { kind: 'admin', id: 'x' } } as const;
const VENDORS = [
  { code: 1, adapter: 'vtpass' },
  { code: 4, adapter: 'sme-data' },
  { code: 6, adapter: 'sme-data' },
];
const read = (text: string) => readPrices(text, SEED, VENDORS);
const faultsOf = (...lines: string[]) => read(fileOf(...lines)).faults;
const wantedOf = (...lines: string[]) => {
  const { wanted, faults } = read(fileOf(...lines));
  expect(faults).toEqual([]);
  return wanted;
};

describe('a file of prices', () => {
  it('holds every plan once, and reads back without differences', () => {
    const text = writePrices(SEED, VENDORS);
    const { wanted, faults } = read(text);
    expect(faults).toEqual([]);
    expect(wanted.map(({ service, code }) => `${service}/${code}`)).toEqual(
      pricedPlans(SEED).map(({ service, code }) => `${service}/${code}`),
    );
    expect(wanted.length).toBe(SEED.dataPlans.size + SEED.cablePlans.size + SEED.exams.size);
    expect(differences(wanted, SEED)).toEqual([]);
    // The file has room for many more plans.
    expect(text.length).toBeLessThan(PRICE_FILE_MAX / 4);
  });

  it('holds no formula, even when the name of a plan starts with one', () => {
    const was = SEED.cablePlans.get(101)!;
    const plan = { ...was, name: '=HYPERLINK("http://x")' };
    const named = evolve(SEED, {
      type: 'CablePlanSet',
      id: 'x',
      at: '2026-01-01T00:00:00.000Z',
      actor: { kind: 'admin', id: 'x' },
      data: { plan, was },
    });
    const text = writePrices(named, VENDORS);
    for (const cell of text.split(/[\r\n,]+/)) expect(cell).not.toMatch(/^"?[=+\-@]/);
    expect(readPrices(text, named, VENDORS).faults).toEqual([]);
  });

  it('accepts the formats of spreadsheets: semicolons, signs, thousands, empty lines and reordered columns', () => {
    const row = { service: 'data', code: 1301, price: '150050', affiliatePrice: null, cost: '48500' };
    const first = { ...row, line: 2 };
    expect(wantedOf('data,1301,Mtn Gifting 1GB - 1 day,1500.5,,485')).toEqual([first]);
    expect(wantedOf('DATA, 1301 ,,"₦1,500.50",,485.00', ',,,,,', '')).toEqual([first]);
    expect(read('\uFEFFCode;price (ngn);Service\n1301;600;data\n')).toEqual({
      wanted: [{ line: 2, service: 'data', code: 1301, price: '60000' }],
      faults: [],
    });
    expect(wantedOf('', 'data,1301,,1500.5,,485', 'exams,1,WAEC pin,4000,3900,3750')).toEqual([
      { ...row, line: 3 },
      {
        line: 4,
        service: 'exams',
        code: 1,
        price: '400000',
        affiliatePrice: '390000',
        cost: '375000',
      },
    ]);
  });

  it.each([
    ['airtime,1,,100,,90', 'Service', 'Write one of data, cable, exams.'],
    ['__proto__,1,,100,,90', 'Service', 'Write one of data, cable, exams.'],
    ['data,999,,100,,90', 'Code', 'Write the code of a plan that is sold as data.'],
    ['data,1e2,,100,,90', 'Code', 'Write the code of a plan that is sold as data.'],
    ['exams,1301,,100,,90', 'Code', 'Write the code of a plan that is sold as exams.'],
    ['data,1301,Glo SME 1GB,100,,90', 'Plan', 'This code is Mtn Gifting 1GB - 1 day.'],
    ['data,1301,,,,90', 'Price (NGN)', 'Write naira with at most two decimals'],
    ['data,1301,,0,,90', 'Price (NGN)', 'Write more than zero.'],
    ['data,1301,,-5,,90', 'Price (NGN)', 'Write naira'],
    ['data,1301,,1.234,,90', 'Price (NGN)', 'Write naira'],
    ['data,1301,,"1,5",,90', 'Price (NGN)', 'Write naira'],
    ['data,1301,,"500,00",,90', 'Price (NGN)', 'Write naira'],
    ['data,1301,,1e3,,90', 'Price (NGN)', 'Write naira'],
    ['data,1301,,9999999999,,90', 'Price (NGN)', 'Write naira'],
    ['data,1301,,500,free,90', 'Affiliate price (NGN)', 'Write naira'],
    ['data,1301,,500,,', 'Cost (NGN)', 'Write naira'],
    ['data,1301,,500', '', 'Cells are missing in this line.'],
    ['data,1301,,1,500.00,,485', '', 'This line has more cells than the first one.'],
  ])('names the line and the fault of %s', (line, column, message) => {
    const good = 'exams,1,,4000,,3750';
    expect(faultsOf(good, line)).toEqual([{ line: 3, column, message: expect.stringContaining(message) }]);
    expect(read(fileOf(good, line)).wanted).toEqual([]);
  });

  it('reports all faults, each with its line', () => {
    expect(
      faultsOf('data,1301,,x,y,z', '', 'data,1102,,0,,1', 'data,1301,,500,,485').map(({ line, column }) => [
        line,
        column,
      ]),
    ).toEqual([
      [2, 'Price (NGN)'],
      [2, 'Affiliate price (NGN)'],
      [2, 'Cost (NGN)'],
      [4, 'Price (NGN)'],
      [5, 'Code'],
    ]);
  });

  it.each([
    ['Service,Code,Price (NGN),Color', 'Color', 'There is no such column.'],
    ['Service,Code,Price (NGN),code', 'code', 'This column stands there twice.'],
    ['Service,Price (NGN)', 'Code', 'This column is missing in the first line.'],
    ['Service,Code,Price (NGN)', '', 'No line follows the first one.'],
  ])('reports a fault of its first line: %s', (head, column, message) =>
    expect(read(head).faults).toEqual([{ line: 1, column, message: expect.stringContaining(message) }]),
  );

  it.each([
    ['a quotation mark that never ends', fileOf('data,1301,"x,1,,1'), 2, 'A quotation mark is not closed'],
    ['a quotation mark inside', fileOf('exams,1,,4000,,3750', 'data,1301,x"y,1,,1'), 3, 'quotation mark'],
    ['an endless line', fileOf('x'.repeat(5_000)), 2, 'This is no line of a CSV file.'],
    ['a picture', '\u0089PNG,x', 1, 'There is no such column.'],
    ['nothing', '', 1, 'This column is missing in the first line.'],
  ])('with %s is refused', (_, text, line, message) =>
    expect(read(text).faults[0]).toMatchObject({ line, message: expect.stringContaining(message) }),
  );

  const three = fileOf('data,1301,,500,,485', 'data,1302,,760,,720', 'exams,1,,4000,,3750').replaceAll(
    '\r',
    '',
  );
  it.each([...hostileFiles(three), ...hostileTables(three)].map((file) => [file.name, file] as const))(
    'is refused by line when it is broken: %s',
    (_, { bytes, line }) => {
      const { wanted, faults } = read(bytes().subarray(0, LARGEST_BYTES).toString('utf8'));
      expect(wanted).toEqual([]);
      expect(faults[0]).toMatchObject({ line: line ?? expect.any(Number), message: expect.any(String) });
    },
  );

  it.each(LINE_ENDS)('may end its lines like %s', (_, ends) => {
    const { wanted, faults } = read(withLineEnds(three, ends));
    expect(faults).toEqual([]);
    expect(wanted.map(({ line }) => line)).toEqual([2, 3, 4]);
  });

  it('names the line in which a quotation mark opens, however long the file is', () => {
    const lines = Array.from({ length: 400 }, (_, at) => `data,${5_000 + at},,600,,550`);
    lines[5] = 'data,5005,"x,600,,550';
    expect(faultsOf(...lines)).toEqual([{ line: 7, column: '', message: expect.any(String) }]);
  });

  it('that is cut after empty lines is refused whole', () => {
    const lines = Array.from({ length: PRICE_LINES_MAX }, () => 'data,1301,,500,,485');
    expect(faultsOf(',,,,,', ',,,,,', ...lines)).toMatchObject([{ line: PRICE_LINES_MAX + 2 }]);
  });

  it.each([
    ['a letter that was lost', 'Caf\uFFFD', '', 'This line is not text in UTF-8.'],
    ['a hidden letter', 'Max\u200b', 'Size', 'Size must have'],
    ['a letter that turns the direction', 'Max\u2066', 'Size', 'Size must have'],
  ])('offers no bouquet with %s', (_, size, column, message) =>
    expect(
      read(`Service,Code,Price (NGN),Network,Size,Cost (NGN)\ncable,299,5000,GoTV,${size},4900`).faults,
    ).toEqual([{ line: 2, column, message: expect.stringContaining(message) }]),
  );

  it(`has at most ${PRICE_LINES_MAX} lines`, () => {
    const line = 'data,1301,,500,,485';
    const full = read(fileOf(...Array.from({ length: PRICE_LINES_MAX }, () => line))).faults;
    expect(full).toHaveLength(PRICE_LINES_MAX - 1);
    const more = read(fileOf(...Array.from({ length: 2_000 }, () => line))).faults;
    expect(more).toEqual([
      { line: PRICE_LINES_MAX + 2, column: '', message: expect.stringContaining('more than 500 lines') },
    ]);
  });

  describe('with details of plans', () => {
    const DETAILS = `${HEAD},Network,Type,Size,Days,Sold,Place,Code at sme-data,Code at vendor 6`;
    const detailed = (...lines: string[]) => read([DETAILS, ...lines].join('\n'));

    it('offers a plan where the code is new, with codes of an adapter and of an account', () => {
      const { wanted, faults } = detailed(
        'data,1199,,600,590,550,MTN,sme,3GB,7,,,290,-',
        'cable,299,,5000,,4900,Dstv,,Great Wall,,no,3,,',
      );
      expect(faults).toEqual([]);
      expect(wanted).toEqual([
        {
          line: 2,
          service: 'data',
          code: 1199,
          price: '60000',
          affiliatePrice: '59000',
          cost: '55000',
          details: {
            network: 1,
            planType: 1,
            size: '3GB',
            days: 7,
            place: null,
            codes: { 'sme-data': '290', 6: '' },
          },
        },
        {
          line: 3,
          service: 'cable',
          code: 299,
          price: '500000',
          affiliatePrice: null,
          cost: '490000',
          details: {
            provider: 2,
            size: 'Great Wall',
            on: false,
            place: 3,
            codes: { 'sme-data': null, 6: null },
          },
        },
      ]);
      expect(differences(wanted, SEED).map(({ was, now }) => [was, labelOf(now)])).toEqual([
        [undefined, 'Mtn SME 3GB - 7 days'],
        [undefined, 'DSTV Great Wall'],
      ]);
    });

    it('is written with the codes of accounts that have their own, and reads back without differences', () => {
      const { wanted } = detailed('data,1101,,320,310,300,,,,,no,9,,77');
      const state = pricePlans({ type: 'PricePlans', wanted, seen: 0, belowCost: false }, SEED).reduce(
        (so, draft) => evolve(so, { ...draft, ...FACT } as CatalogFact),
        SEED,
      );
      const text = writePrices(state, VENDORS);
      expect(text.split('\r\n')[0]).toMatch(/,Code at vtpass,Code at sme-data,Code at vendor 6$/);
      expect(text).toContain(
        'data,1101,Mtn SME 500MB - 30 days,320.00,310.00,300.00,Mtn,SME,500MB,30,no,9,,',
      );
      const again = readPrices(text, state, VENDORS);
      expect(again.faults).toEqual([]);
      expect(differences(again.wanted, state)).toEqual([]);
    });

    it.each([
      ['data,1199,,600,,550,,SME,3GB,7,,,,', 'Network', 'Network is needed for a new plan.'],
      ['data,1199,,600,,550,Visafone,SME,3GB,7,,,,', 'Network', 'Write one of Mtn, Glo, Airtel, 9mobile.'],
      ['data,1199,,600,,550,Mtn,Super,3GB,7,,,,', 'Type', 'Write one of SME, '],
      ['data,1199,,600,,550,Mtn,SME,3GB,,,,,', 'Days', 'Days is needed for a new plan.'],
      ['data,1199,,600,,550,Mtn,SME,3GB,0,,,,', 'Days', 'Days must be from 1 to 366.'],
      ['data,1199,,600,,550,Mtn,SME,3GB,many,,,,', 'Days', 'Write a whole number'],
      ['data,1199,,600,,550,Mtn,SME,3GB,7,maybe,,,', 'Sold', 'Write yes or no.'],
      ['data,1199,,600,,550,Mtn,SME,3GB,7,,x,,', 'Place', 'Write a whole number'],
      ['data,1199,,600,,550,Mtn,SME,3GB,7,,,two words,', '', 'A code at a vendor must have'],
      [
        'data,1199,Mtn SME 4GB,600,,550,Mtn,SME,3GB,7,,,,',
        'Plan',
        'A new plan of this code is Mtn SME 3GB - 7 days.',
      ],
      ['data,1101,,320,,300,Glo,,,,,,,', 'Network', 'Network is Mtn for this code for ever;'],
      ['data,1101,,320,,300,,,9GB,,,,,', 'Size', 'Size is 500MB for this code for ever;'],
      ['cable,299,,5000,,4900,GoTV,,Great,30,,,,', 'Days', 'Days must be empty for a bouquet.'],
      ['exams,1,,4000,,3750,,,WAEC,,,,,', 'Size', 'Size must be empty for exam pins'],
      ['data,0,,600,,550,Mtn,SME,3GB,7,,,,', 'Code', 'Code must be from 1 to 9999.'],
    ])('names the line and the fault of %s', (line, column, message) => {
      const { wanted, faults } = detailed('data,1198,,600,,550,Mtn,SME,3GB,7,,,,', line);
      expect(faults).toEqual([{ line: 3, column, message: expect.stringContaining(message) }]);
      expect(wanted).toEqual([]);
    });

    it('refuses the column of a vendor that sells no plans', () =>
      expect(read('Service,Code,Price (NGN),Code at vendor 9\ndata,1301,1,x').faults).toMatchObject([
        { line: 1, column: 'Code at vendor 9', message: expect.stringContaining('There is no such column.') },
      ]));

    it('offers 300 plans at once, once', () => {
      const lines = Array.from(
        { length: 300 },
        (_, at) => `data,${5_000 + at},,600,,550,Mtn,SME,${at}GB,7,,,${at},`,
      );
      const { wanted, faults } = detailed(...lines);
      expect(faults).toEqual([]);
      const change = { type: 'PricePlans', wanted, seen: 0, belowCost: false } as const;
      const state = pricePlans(change, SEED).reduce(
        (so, draft) => evolve(so, { ...draft, ...FACT } as CatalogFact),
        SEED,
      );
      expect(state.dataPlans.size).toBe(SEED.dataPlans.size + 300);
      expect(pricePlans(change, state)).toEqual([]);
      expect(writePrices(state, VENDORS).length).toBeLessThan(PRICE_FILE_MAX);
    });
  });

  it('is previewed with new and missing plans, jumps, and the margin of each tier after its discount', () => {
    const preview = previewOf(
      read(fileOf('data,1301,,700,690,485', 'data,1102,,600,585,570', 'exams,1,,4000,3900,3750')),
      SEED,
    );
    expect(
      preview.changes.map(({ wanted: { code }, jumps, margins }) => [
        code,
        jumps,
        margins.regular.now,
        margins.affiliate.now,
      ]),
    ).toEqual([
      [1301, true, 693_00n - 485_00n, 683_10n - 485_00n],
      [1, false, 210_00n, 111_00n],
    ]);
    expect(preview.gone).toHaveLength(SEED.dataPlans.size + SEED.exams.size - 3);
    const asked = { seen: 0, belowCost: false, stopMissing: true };
    const change = changeByFile(preview, asked, new Date());
    expect(change).toMatchObject({ type: 'PricePlans' });
    expect((change as PricePlans).wanted.filter(({ details }) => details?.on === false)).toHaveLength(
      preview.gone.length,
    );
    expect(changeByFile(preview, { ...asked, stopMissing: false }, new Date())).toMatchObject({
      wanted: { length: 3 },
    });
  });
});
