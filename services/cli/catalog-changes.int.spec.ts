import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chooseVendor,
  confirmPrices,
  priceDataPlan,
  readPriceFile,
  retirePlan,
  setDiscount,
  switchPlanAtVendor,
} from './catalog-changes.js';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'price-file-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('reads a price file of at most 4 MB', async () => {
  const file = join(folder, 'plans.csv');
  writeFileSync(file, 'Service,Code');
  expect(await readPriceFile(file)).toBe('Service,Code');
  truncateSync(file, 10_000_000_000);
  await expect(readPriceFile(file)).rejects.toThrow('plans.csv has more than 4 MB: is it the right file?');
  await expect(readPriceFile(join(folder, 'none.csv'))).rejects.toThrow('ENOENT');
});

it.each(['', ' ', '0x1', '1e1', '1,5', '1.5', '-1'])('refuses %j as a code or version', (typed) => {
  for (const change of [
    () => chooseVendor('data', typed),
    () => confirmPrices(typed),
    () => priceDataPlan(typed, { price: '100' }),
    () => retirePlan('data', typed),
    () => switchPlanAtVendor(['data', typed, '1', 'on'], undefined),
    () => switchPlanAtVendor(['data', '1', typed, 'on'], undefined),
  ])
    expect(change).toThrow('must be a whole number');
});

it('reads a discount with at most two decimals', () => {
  const percent = (typed: string) => setDiscount('data', 'regular', typed);
  expect(percent('2.25')).toMatchObject({ basisPoints: 225 });
  for (const wrong of ['', ' ', '0x1', '1e1', '1,5', '1.239', '-1', '100'])
    expect(() => percent(wrong)).toThrow('write a percent with at most two decimals, such as 3.4');
});
