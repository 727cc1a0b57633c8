import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { enterAsAdministrator, goWithin as open } from './administrator.js';
import {
  buyDirectly,
  chromiumPath,
  complaints,
  faultsOf,
  seriousFaults,
  SIZES,
  withoutChromium,
} from '../browser.js';
import { becomeNewCustomer } from '../customer.js';
import { type SharedView, showSharedProduct } from '../shown-product.js';

const looking = chromiumPath ? describe : describe.skip;
const REASON = 'The vendor has no record of it.';

looking(`transactions that need a decision ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let product: SharedView['product'];
  let email: string;
  /** `/failedtransaction` filtered to this suite's customer: earlier suites leave purchases waiting. */
  let waiting: string;
  let customer: Page;
  let administrator: Page;
  let other: Page;
  let heard: string[];
  let phones = 0;

  beforeAll(async () => {
    const desk = { viewport: SIZES.desktop } as const;
    shown = await showSharedProduct(desk);
    ({ product, page: administrator, heard } = shown);
    customer = await (await shown.browser.newContext(desk)).newPage();
    ({ email } = await becomeNewCustomer(customer, product));
    waiting = `/failedtransaction?q=${encodeURIComponent(email)}`;
    other = await (await shown.browser.newContext({ ...desk, viewport: SIZES.phone })).newPage();
    for (const page of [administrator, other]) await enterAsAdministrator(page, product.url, waiting);
    await customer.goto(`${product.url}/thistory`);
  });

  afterAll(() => shown?.stop());

  /** Buys airtime that needs a decision; returns its reference. */
  const buy = (): Promise<string> => {
    const phone = `0803${String((phones += 1)).padStart(3, '0')}0044`;
    return buyDirectly(customer, product.url, { phone, amount: 1_100 });
  };
  const row = (page: Page, reference: string) => page.getByRole('row').filter({ hasText: reference });
  const dialog = (page: Page) => page.getByRole('dialog');
  const press = (page: Page, name: string, within = dialog(page)): Promise<void> =>
    within.getByRole('button', { name, exact: true }).click();
  const reads = (page: Page, text: string | RegExp): Promise<void> =>
    page.getByText(text).filter({ visible: true }).first().waitFor();

  it("appear in every open browser, and [admin-text:Refund] removes them there and marks them Refunded in the customer's open history", async () => {
    for (const page of [administrator, other]) await reads(page, 'Nothing matches');
    const reference = await buy();
    await row(customer, reference).filter({ hasText: 'Pending' }).waitFor();
    for (const page of [administrator, other]) await row(page, reference).waitFor();
    // Two panels stay open in lists that the purchase is about to leave.
    const tab = await administrator.context().newPage();
    await tab.goto(`${product.url}/adminthistory?status=Pending`);
    for (const page of [other, tab])
      await row(page, reference)
        .getByRole('button', { name: `Details of ${reference}` })
        .click();
    await dialog(other).getByRole('button', { name: 'Successful' }).waitFor();
    await dialog(tab).locator('dt:text-is("Status") + dd:has-text("Pending")').waitFor();

    await row(administrator, reference)
      .getByRole('button', { name: `Details of ${reference}` })
      .click();
    await dialog(administrator).getByText('Handed to a person').waitFor();
    await reads(administrator, 'The vendor answered 044');
    expect(await seriousFaults(administrator)).toEqual([]);
    await press(administrator, 'Refund');
    const sheet = dialog(administrator).filter({ hasText: 'The customer gets the money back.' });
    await sheet.waitFor();
    const send = sheet.getByRole('button', { name: 'Refund', exact: true });
    expect(await send.isDisabled()).toBe(true);
    await press(administrator, REASON, sheet);
    expect(await sheet.getByLabel('Reason').inputValue()).toBe(REASON);
    expect(await seriousFaults(administrator)).toEqual([]);
    await send.click();
    await reads(administrator, 'Refunded: the money goes back to the customer.');
    await press(administrator, 'Done');

    await dialog(other).getByText('Refunded: decided by Chidi Admin').waitFor();
    await dialog(other).getByText(REASON).first().waitFor();
    expect(
      await dialog(other)
        .getByRole('button', { name: /Refund|Successful|Ask the vendor/ })
        .count(),
    ).toBe(0);
    expect(await seriousFaults(other)).toEqual([]);
    await press(other, 'Close');
    await dialog(tab).locator('dt:text-is("Status") + dd:has-text("Refunded")').waitFor();
    await tab.close();
    for (const page of [administrator, other]) await reads(page, 'Nothing matches');
    // Purchase and refund have a row each.
    await row(customer, reference).filter({ hasText: 'Refunded' }).first().waitFor();

    await open(administrator, '/completeexternal');
    const ended = row(administrator, reference);
    await ended
      .filter({ hasText: 'Refunded' })
      .filter({ hasText: 'Chidi Admin' })
      .filter({ hasText: REASON })
      .waitFor();
  });

  it("show a customer's problem report live, with its text in the panel, and tell the customer that it was answered", async () => {
    await open(administrator, waiting);
    await reads(administrator, 'Nothing matches');
    const reference = await buy();
    await row(administrator, reference).waitFor();
    const told = complaints(customer);
    await open(customer, `/receipt/${reference}`);
    await press(customer, 'Report a problem', customer.getByRole('main'));
    await dialog(customer).getByLabel('What is wrong?').selectOption('It has not arrived');
    await dialog(customer).getByLabel('In your own words').fill('The balance is the same.\nPlease look.');
    expect(await seriousFaults(customer)).toEqual([]);
    await press(customer, 'Send report');
    await reads(customer, 'You reported: It has not arrived');
    expect(await customer.getByRole('button', { name: 'Report a problem' }).count()).toBe(0);
    expect(await seriousFaults(customer)).toEqual([]);

    await row(administrator, reference).filter({ hasText: 'It has not arrived' }).waitFor();
    await row(administrator, reference)
      .getByRole('button', { name: `Details of ${reference}` })
      .click();
    const report = dialog(administrator).getByRole('region', { name: 'The customer reported' });
    await report.getByText('Please look.').waitFor();
    expect(await seriousFaults(administrator)).toEqual([]);
    await press(administrator, 'Refund');
    await dialog(administrator).getByLabel('Reason').fill(REASON);
    await press(administrator, 'Refund', dialog(administrator).filter({ hasText: 'gets the money back' }));
    await reads(administrator, 'Refunded: the money goes back to the customer.');
    await press(administrator, 'Done');
    await reads(customer, 'Answered: this purchase is Refunded now.');
    await open(administrator, '/adminproblems');
    await row(administrator, reference)
      .filter({ hasText: 'It has not arrived' })
      .filter({ hasText: 'Refunded' })
      .waitFor();
    await row(administrator, reference).getByRole('link', { name: email }).click();
    await administrator
      .getByRole('listitem')
      .filter({ hasText: reference })
      .filter({ hasText: 'Please look.' })
      .waitFor();
    expect(told).toEqual([]);
  });

  it('name the earlier decision when [admin-text:Successful] comes after a refund, and change nothing', async () => {
    const reference = await buy();
    await open(other, waiting);
    await row(other, reference).waitFor();
    await other.getByRole('button', { name: 'Pause live updates' }).click();
    await open(administrator, waiting);
    await row(administrator, reference)
      .getByRole('button', { name: `Refund ${reference}` })
      .click();
    await dialog(administrator).getByLabel('Reason').fill('no record');
    await press(administrator, 'Refund');
    await reads(administrator, 'Refunded: the money goes back to the customer.');
    await press(administrator, 'Done');

    // A phone has the decision buttons in the panel of the row.
    await row(other, reference)
      .getByRole('button', { name: `Details of ${reference}` })
      .click();
    await press(other, 'Successful');
    await dialog(other).getByLabel('Reason').fill('on record');
    await press(other, 'Successful');
    await reads(other, /This purchase is already settled: Chidi Admin refunded it on \d\d\/\d\d\/\d{4}/);
    await other.keyboard.press('Escape');
    await reads(other, 'Nothing matches');
    await other.getByRole('button', { name: 'Resume live updates' }).click();
  });

  it('are decided many at once, each with its result, and refuse a reason that holds a phone number', async () => {
    const references = await Promise.all([buy(), buy(), buy()]);
    await open(administrator, waiting);
    for (const reference of references) await row(administrator, reference).waitFor();
    await administrator.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    // Works without a mouse too.
    const last = row(administrator, references[2]!);
    await last.press(' ');
    expect(await last.getAttribute('aria-selected')).toBe('false');
    await last.press(' ');
    expect(await last.getAttribute('aria-selected')).toBe('true');
    await administrator.getByRole('button', { name: 'Ask the vendor again' }).click();
    await reads(administrator, 'The vendor is asked about 3; what it answers shows here.');
    await administrator.getByRole('button', { name: 'Selected were successful' }).click();
    await dialog(administrator).getByText('₦3,267.00').waitFor();
    await dialog(administrator).getByLabel('Reason').fill('told by 08031234567');
    await press(administrator, 'Successful');
    await reads(administrator, /must not hold an email or a phone number/);
    await dialog(administrator).getByLabel('Reason').fill('on record');
    await press(administrator, 'Successful');
    const results = dialog(administrator).getByRole('list', { name: 'Results' });
    for (const reference of references)
      await results
        .getByRole('listitem')
        .filter({ hasText: reference })
        .filter({ hasText: 'Marked as successful' })
        .waitFor();
    await press(administrator, 'Done');
    await reads(administrator, 'Nothing matches');
  });

  it('show what the vendor handed over unreadable, and the token that is typed with the decision stands on the receipt', async () => {
    const TYPED = '2636 2054-4059 8275 7802';
    const cookies = await customer.context().cookies(product.url);
    const csrf = cookies.find(({ name }) => name === 'csrftoken')?.value ?? '';
    const paid = await customer.request.post(`${product.url}/api/pay_electricity_bill/`, {
      headers: { 'x-csrftoken': decodeURIComponent(csrf) },
      data: {
        meterNumber: '45998880044',
        meterType: 'Prepaid',
        amount: 1_000,
        phone: '08035551234',
        discoName: 18,
        transaction_pin: '4826',
      },
    });
    expect(paid.ok()).toBe(true);
    const { reference } = (await paid.json()) as { reference: string };
    for (const page of [administrator, other]) {
      await open(page, waiting);
      await row(page, reference)
        .getByRole('button', { name: `Details of ${reference}` })
        .click();
      await dialog(page).getByText('purchased_code: Voucher KX-17, call the disco').waitFor();
      expect(await faultsOf(page, 'the unread text')).toEqual([]);
    }
    await press(other, 'Close');
    await press(administrator, 'Successful');
    const sheet = dialog(administrator).filter({ hasText: 'The customer pays.' });
    const token = sheet.getByLabel('Token, if the vendor told one');
    await token.fill('2636 2054');
    await press(administrator, 'The vendor confirmed the delivery.', sheet);
    const send = sheet.getByRole('button', { name: 'Successful', exact: true });
    await send.click();
    await sheet.getByText('tokens.0: must have 20 digits').waitFor();
    expect(await faultsOf(administrator, 'the token at fault')).toEqual([]);
    await token.fill(TYPED);
    await send.click();
    await reads(administrator, 'Marked as successful: the customer pays for it.');
    await press(administrator, 'Done');
    await open(customer, `/receipt/${reference}`);
    await reads(customer, '2636 2054 4059 8275 7802');
    await open(administrator, `/completeexternal?q=${reference}`);
    await row(administrator, reference)
      .getByRole('button', { name: `Details of ${reference}` })
      .click();
    await dialog(administrator).getByText('Tokens or pins were entered with this decision.').waitFor();
    expect(await dialog(administrator).getByText('2636 2054').count()).toBe(0);
    await press(administrator, 'Close');
    await open(other, '/completeexternal');
    await row(other, reference).waitFor();
    expect(await faultsOf(other, 'ended transactions')).toEqual([]);
    // The browser logs refusals 409 and 422.
    expect(heard.filter((line) => !/status of 4(09|22)/.test(line))).toEqual([]);
  });
});
