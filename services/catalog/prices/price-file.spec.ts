import { describe, expect, it } from '@jest/globals';
import { PRICE_FILE_MAX, PRICE_LINES_MAX } from '../../contracts/admin/prices.contract.js';
import { evolve } from '../catalog.evolve.js';
import { SEED } from '../seed/seed.js';
import { readPrices, writePrices } from './price-file.js';
import { differences } from './price-many.decider.js';
import { pricedPlans } from './priced-plans.state.js';

const HEAD = 'Service,Code,Plan,Price (NGN),Affiliate price (NGN),Cost (NGN)';
const fileOf = (...lines: string[]): string => [HEAD, ...lines].join('\r\n');
const read = (text: string) => readPrices(text, SEED);
const faultsOf = (...lines: string[]) => read(fileOf(...lines)).faults;
const wantedOf = (...lines: string[]) => {
  const { wanted, faults } = read(fileOf(...lines));
  expect(faults).toEqual([]);
  return wanted;
};

describe('a file of prices', () => {
  it('holds every plan once, and reads back without differences', () => {
    const text = writePrices(SEED);
    const { wanted, faults } = read(text);
    expect(faults).toEqual([]);
    expect(wanted.map(({ service, code }) => `${service}/${code}`)).toEqual(
      pricedPlans(SEED).map(({ service, code }) => `${service}/${code}`),
    );
    expect(wanted.length).toBe(SEED.dataPlans.size + SEED.cablePlans.size + SEED.exams.size);
    expect(differences(wanted, SEED)).toEqual([]);
    // Leaves room for many more plans.
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
    const text = writePrices(named);
    for (const cell of text.split(/[\r\n,]+/)) expect(cell).not.toMatch(/^"?[=+\-@]/);
    expect(readPrices(text, named).faults).toEqual([]);
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

  it(`has at most ${PRICE_LINES_MAX} lines`, () => {
    const line = 'data,1301,,500,,485';
    const full = read(fileOf(...Array.from({ length: PRICE_LINES_MAX }, () => line))).faults;
    expect(full).toHaveLength(PRICE_LINES_MAX - 1);
    const more = read(fileOf(...Array.from({ length: 2_000 }, () => line))).faults;
    expect(more).toEqual([
      { line: PRICE_LINES_MAX + 2, column: '', message: expect.stringContaining('more than 500 lines') },
    ]);
  });
});
