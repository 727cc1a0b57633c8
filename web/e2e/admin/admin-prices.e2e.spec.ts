import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { lagosIso } from '../../../services/contracts/fields/lagos-day.js';
import { agreeToPrices } from '../../../services/standalone/testing/agree-to-prices.js';
import { enterAsAdministrator, goWithin as go } from './administrator.js';
import { type CatalogueAsFound, catalogueAsFound } from './catalogue-as-found.js';
import { chromiumPath, faultsOf, SIZES, withoutChromium } from '../browser.js';
import { type SharedView, showSharedProduct } from '../shown-product.js';

const looking = chromiumPath ? describe : describe.skip;
const DAY_MS = 86_400_000;
/** Tomorrow, same time in Lagos: yyyy-MM-ddTHH:mm. */
const tomorrow = (): string =>
  lagosIso(new Date(Date.now() + DAY_MS).toISOString()).slice(0, 'yyyy-mm-ddThh:mm'.length);

looking(`an administrator of many prices ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let product: SharedView['product'];
  let found: CatalogueAsFound;
  let admin: Page;

  beforeAll(async () => {
    shown = await showSharedProduct({ viewport: SIZES.desktop });
    ({ product, page: admin } = shown);
    found = await catalogueAsFound(product.url);
    await enterAsAdministrator(admin, product.url, '/plans');
  });

  afterAll(async () => {
    await found?.putBack();
    await shown?.stop();
  });

  const reads = (page: Page, text: string | RegExp): Promise<void> =>
    page.getByText(text).filter({ visible: true }).first().waitFor();
  const press = (page: Page, name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).first().click();

  it('offers one plan with a code at a vendor, stops selling it, and takes it off the list', async () => {
    await go(admin, '/editdataprices');
    await press(admin, 'Offer a plan');
    const sheet = admin.getByRole('dialog');
    const fields = [
      ['Code, 1 to 9999', '1195'],
      ['Size', '4GB'],
      ['Price', '2900'],
      ['Vendor charge', '2850'],
      ['Days', '7'],
      ['Code at sme-data', '291'],
      ['Charge at vendor 4, Platonic', '2860'],
    ] as const;
    for (const [label, typed] of fields) await sheet.getByLabel(label, { exact: true }).fill(typed);
    expect(await faultsOf(admin, 'a new plan')).toEqual([]);
    await press(admin, 'Offer the plan');
    await reads(admin, /another administrator has to approve/);
    await agreeToPrices(product, 'Mtn SME 4GB - 7 days');
    await go(admin, '/editdataprices');
    await reads(admin, /₦2,860\.00 at vendor 4/);
    await press(admin, 'Change Mtn SME 4GB - 7 days');
    await press(admin, 'Stop selling it');
    await reads(admin, 'Mtn SME 4GB - 7 days is not sold any more.');
    await press(admin, 'Take it off the list');
    await press(admin, 'Yes, take it off the list');
    await reads(admin, 'Mtn SME 4GB - 7 days is off the list.');
    await admin.getByRole('button', { name: 'Change Mtn SME 4GB - 7 days' }).waitFor({ state: 'detached' });
    expect(await faultsOf(admin, 'the plans')).toEqual([]);
  });

  it('changes prices by a CSV file: lists its faults, previews differences, and refuses an outdated preview', async () => {
    await go(admin, '/editdataprices');
    const [saved] = await Promise.all([
      admin.waitForEvent('download'),
      admin.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(saved.suggestedFilename()).toMatch(/^prices-\d{4}-\d\d-\d\d\.csv$/);
    const csv = readFileSync(await saved.path(), 'utf8');
    const upload = (content: string): Promise<void> =>
      admin
        .locator('input[type=file]')
        .setInputFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
    await upload(csv);
    await reads(admin, /Nothing: all \d+ prices are as in the file/);

    const line = /^exams,3,NABTEB pin,[^,]*,[^,]*,[^,\r]*/m;
    await upload(csv.replace(line, 'exams,3,NABTEB pin,free,,1000'));
    await reads(admin, 'prices.csv cannot be used');
    await admin.getByRole('row').filter({ hasText: 'Write naira with at most two decimals' }).waitFor();
    expect(await faultsOf(admin, 'faults of a file')).toEqual([]);

    await upload(csv.replace(line, 'exams,3,NABTEB pin,900,,1000'));
    await admin.getByRole('row').filter({ hasText: 'was ₦1,200.00 now ₦900.00' }).first().waitFor();
    await reads(admin, '1 plan would be sold below what the vendor charges.');
    const change = admin.getByRole('button', { name: 'Change 1 plan' });
    expect(await change.isDisabled()).toBe(true);
    expect(await faultsOf(admin, 'what a file changes')).toEqual([]);

    // Another tab changes the price before this preview is applied.
    await upload(csv.replace(line, 'exams,3,NABTEB pin,1300,,1000'));
    await admin.getByRole('row').filter({ hasText: 'now ₦1,300.00' }).first().waitFor();
    const other = await admin.context().newPage();
    await other.goto(`${product.url}/editdataprices`);
    await other.locator('input[type=file]').setInputFiles({
      name: 'theirs.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv.replace(line, 'exams,3,NABTEB pin,1250,,1000')),
    });
    await press(other, 'Change 1 plan');
    await reads(other, '1 plan is changed.');
    await other.close();
    await change.click();
    await reads(admin, /The price list is now newer than this preview/);
    await press(admin, 'Look at a new preview');
    await admin.getByRole('row').filter({ hasText: 'was ₦1,250.00 now ₦1,300.00' }).first().waitFor();
    await change.click();
    await reads(admin, '1 plan is changed.');
  });

  it('schedules a price, lists it on every open page, and cancels it before it takes effect', async () => {
    await go(admin, '/editdataprices');
    await reads(admin, 'Nothing is scheduled.');
    const other = await admin.context().newPage();
    await other.goto(`${product.url}/editdataprices`);
    await reads(other, 'Nothing is scheduled.');

    await admin.getByLabel('Network').selectOption('1');
    await admin.getByLabel('Plan type').selectOption('3');
    await admin.getByLabel('Data plan').selectOption('1301');
    await admin.getByLabel('Takes effect').selectOption('later');
    const send = admin.getByRole('button', { name: 'Schedule this price' });
    await admin.getByLabel('New price').fill('600');
    expect(await send.isDisabled()).toBe(true);
    await admin.getByLabel('Moment, Lagos time').fill('2020-01-01T08:00');
    await send.click();
    await reads(admin, 'must be in the future');
    expect(await faultsOf(admin, 'a price for a moment')).toEqual([]);

    const moment = tomorrow();
    const [year, month, day] = moment.slice(0, 'yyyy-mm-dd'.length).split('-');
    await admin.getByLabel('Moment, Lagos time').fill(moment);
    await send.click();
    await reads(admin, /^The price will be ₦600.00 from /);
    const row = (page: Page) =>
      page.getByRole('row').filter({ hasText: 'was ₦500.00 now ₦600.00' }).filter({ hasText: 'Mtn Gifting' });
    await row(admin).waitFor();
    await reads(admin, /^The price becomes ₦600.00 at /);
    expect(await row(admin).textContent()).toContain(`${day}/${month}/${year}`);
    expect(await faultsOf(admin, 'scheduled changes')).toEqual([]);
    // Other price pages update.
    await row(other).waitFor();
    const cancel = other.getByRole('button', { name: /^Cancel the change of Mtn Gifting/ });
    await cancel.click();
    const sheet = other.getByRole('dialog', { name: 'Cancel this change?' });
    await sheet.getByText('will not become ₦600.00').waitFor();
    expect(await faultsOf(other, 'asking before a change is cancelled')).toEqual([]);
    await other.keyboard.press('Escape');
    await row(other).waitFor();
    await cancel.click();
    await sheet.getByRole('button', { name: 'Cancel the change' }).click();
    await reads(other, 'The change is cancelled. The price stays as it is.');
    await reads(other, 'Nothing is scheduled.');
    await reads(admin, 'Nothing is scheduled.');
    await other.close();
  });

  it('schedules and cancels the price of an exam pin, and changes another at once', async () => {
    await go(admin, '/editdataprices');
    await admin.getByLabel('Bouquet or exam pin').selectOption('exams 2');
    await admin.getByLabel('Takes effect').selectOption('later');
    await admin.getByLabel('New price').fill('4100');
    await admin.getByLabel('Moment, Lagos time').fill(tomorrow());
    expect(await faultsOf(admin, 'the price of an exam pin for a moment')).toEqual([]);
    await press(admin, 'Schedule this price');
    const sheet = admin.getByRole('dialog', { name: 'Change NECO pin?' });
    await sheet.getByText('from ₦1,300.00 to ₦4,100.00. Confirm to change it.').waitFor();
    expect(await faultsOf(admin, 'the question whether a price may change')).toEqual([]);
    await sheet.getByRole('button', { name: 'Confirm' }).click();
    await reads(admin, /^The price will be ₦4,100.00 from /);
    await reads(admin, /^The price becomes ₦4,100.00 at /);
    await admin.getByRole('button', { name: /^Cancel the change of NECO pin/ }).click();
    await press(admin, 'Cancel the change');
    await reads(admin, 'Nothing is scheduled.');

    await admin.getByLabel('Bouquet or exam pin').selectOption('exams 3');
    await admin.getByLabel('New price').fill('1350');
    await press(admin, 'Change Price Now!');
    await reads(admin, /^The price is now ₦1,350.00/);
    await admin.getByRole('option', { name: 'NABTEB pin, ₦1,350.00' }).waitFor({ state: 'attached' });
  });

  it('schedules a file of prices', async () => {
    await go(admin, '/editdataprices');
    const [saved] = await Promise.all([
      admin.waitForEvent('download'),
      admin.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const csv = readFileSync(await saved.path(), 'utf8').replace(
      /^(exams,1,WAEC pin),[^,]*,[^,]*,[^,]*/m,
      '$1,4200,,3750',
    );
    await admin
      .locator('input[type=file]')
      .setInputFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await admin.getByLabel('Takes effect').selectOption('later');
    await admin.getByLabel('Moment, Lagos time').fill(tomorrow());
    await press(admin, 'Schedule 1 plan');
    await reads(admin, /^1 plan changes at /);
    await admin.getByRole('button', { name: /^Cancel the change of WAEC pin/ }).waitFor();
  });
});
