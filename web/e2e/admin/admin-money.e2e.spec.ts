import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { seed, type SeededUser } from '../../../infra/testing/product.js';
import type { ApprovalRow } from '../../../services/contracts/admin/money-desk.contract.js';
import { CALLS, type CallAnswer } from '../../../services/contracts/calls.js';
import {
  eventually,
  send,
  signIn,
  type SignedIn,
  walletOf,
} from '../../../services/standalone/testing/callers.js';
import { type NewAdministrator, newAdministrator } from '../../../services/standalone/testing/people.js';
import { becomeNewCustomer } from '../customer.js';
import { nairaOf } from '../testing/reading.js';
import { enterAsAdministrator, goWithin } from './administrator.js';
import { chromiumPath, complaints, seriousFaults, SIZES, withoutChromium } from '../browser.js';
import { type SharedView, showSharedProduct } from '../shown-product.js';

const looking = chromiumPath ? describe : describe.skip;
/** Marks references of this suite: earlier suites book payments too. */
const OWN = randomBytes(3).toString('hex').toUpperCase();
const REASON = `A refund of last year, case ${OWN}`;
type Desk = CallAnswer<'moneyDesk'>;

looking(`the money desk ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let product: SharedView['product'];
  let browser: Browser;
  let person: SeededUser;
  let asker: SignedIn;
  let approver: SignedIn;
  let before: Desk;
  let [page, second]: Page[] = [];
  const heard: string[][] = [];

  beforeAll(async () => {
    const look = { viewport: SIZES.desktop } as const;
    shown = await showSharedProduct(look);
    ({ product, browser, page } = shown);
    heard.push(shown.heard);
    [person] = (await seed(product.folder, 1, 1_500)) as [SeededUser];
    const [first, other] = [
      await newAdministrator(product, 'Chidi', 'finance'),
      await newAdministrator(product, 'Eve', 'finance'),
    ] as [NewAdministrator, NewAdministrator];
    second = await (await browser.newContext(look)).newPage();
    heard.push(complaints(second));
    await enterAsAdministrator(page, product.url, '/plans', first);
    await enterAsAdministrator(second, product.url, '/plans', other);
    approver = await signIn(product.url, other.email, other.password, 'admin');
    asker = await signIn(product.url, first.email, first.password, 'admin');
    before = await desk();
  });

  afterAll(async () => {
    if (before) await putTermsBack();
    await shown?.stop();
  });

  const ask = async (path: string, body: object): Promise<unknown> =>
    (await send(product.url + path, 'POST', body, asker.headers)).body;
  const desk = async (): Promise<Desk> => (await ask(CALLS.moneyDesk.path, {})) as Desk;
  /** Restores `before.terms`. */
  async function putTermsBack(): Promise<void> {
    const { version } = (await desk()).terms;
    if (version === before.terms.version) return;
    const answer = await ask(CALLS.setFundingTerms.path, { ...before.terms, version, confirm: true });
    expect(answer).toMatchObject({ status: true });
    await approveAccount();
  }
  /** Approves the bank account that waits, as the second administrator. */
  async function approveAccount(): Promise<void> {
    const post = async (path: string, body: object): Promise<Record<string, unknown>> =>
      (await send(product.url + path, 'POST', body, approver.headers)).body;
    const waiting = async () =>
      ((await post(CALLS.approvals.path, { standing: 'waiting' }))['approvals'] as ApprovalRow[]).find(
        ({ work }) => work === 'bank-account',
      );
    const row = await eventually(waiting, (found) => found !== undefined);
    const granted = await post(CALLS.grantApproval.path, { id: row?.id });
    expect(granted).toMatchObject({ standing: 'applied' });
  }

  const find = async (tab: string): Promise<void> => {
    await goWithin(page!, `/money-desk?do=${tab}`);
    await page!.getByLabel('Email or phone of the customer').fill(person.email);
    await page!.getByRole('button', { name: 'Find' }).click();
    await page!.getByRole('group', { name: 'Customer' }).waitFor();
  };
  const sheet = (on = page!) => on.getByRole('dialog');
  const said = (text: string | RegExp, on = page!) =>
    on.getByText(text).filter({ visible: true }).first().waitFor();

  it('shows amount and customer, and changes a balance once despite a double click', async () => {
    await find('adjust');
    expect(await page!.getByRole('button', { name: 'Change balance' }).isDisabled()).toBe(true);
    const balance = page!.getByLabel('New balance');
    expect(await balance.getAttribute('inputmode')).toBe('decimal');
    await balance.fill('2,000.50');
    await page!.getByLabel('Reason').fill('Credited short');
    await page!.getByRole('button', { name: 'Change balance' }).click();
    await sheet().getByText('₦500.50').waitFor();
    await sheet().getByText(person.email).waitFor();
    expect(await seriousFaults(page!)).toEqual([]);
    await sheet().getByRole('button', { name: 'Change balance' }).dblclick();
    await said(/is now ₦2,000\.50\. It was ₦1,500\.00\./);
    expect(await walletOf(product.url, person)).toBe(2_000.5);
  });

  it('refuses a change when the balance moved since it was shown', async () => {
    await find('adjust');
    await page!.getByLabel('New balance').fill('3000');
    await page!.getByLabel('Reason').fill('Too late');
    const faster = { user_id: person.userId, before: 2_000.5, after: 1_000, kind: 'correction' };
    const form = { form_id: randomUUID(), reason: 'Was faster' };
    expect(await ask(CALLS.adjustBalance.path, { ...faster, ...form })).toMatchObject({ outcome: 'applied' });
    await page!.getByRole('button', { name: 'Change balance' }).click();
    await sheet().getByRole('button', { name: 'Change balance' }).click();
    await said('The balance is now ₦1,000.00');
    expect(await walletOf(product.url, person)).toBe(1_000);
  });

  it('credits a payment, and refuses its bank reference a second time', async () => {
    for (const times of [1, 2]) {
      await find('credit');
      await page!.getByLabel('Amount').fill('5000');
      await page!.getByLabel('Bank', { exact: true }).fill('GTBank');
      await page!.getByLabel('Bank reference').fill(`FT-${OWN}`);
      await page!.getByLabel('Depositor').fill('ADA OBI');
      await page!.getByLabel('Evidence').fill('Mail of 2 March');
      await page!.getByLabel('Reason').fill('Paid into our account');
      await page!.getByRole('button', { name: 'Credit', exact: true }).click();
      await sheet().getByText('ADA OBI').waitFor();
      await sheet().getByRole('button', { name: 'Credit', exact: true }).click();
      if (times === 1) await said(/₦5,000\.00 credited to/);
    }
    await said(`FT-${OWN} was booked before.`);
    expect(await page!.getByLabel('Bank reference').getAttribute('aria-invalid')).toBe('true');
    expect(await walletOf(product.url, person)).toBe(6_000);
  });

  it('shows new bank details and a new charge on the open page of a customer', async () => {
    const context = await browser.newContext({ viewport: SIZES.phone });
    const customer = await context.newPage();
    heard.push(complaints(customer));
    await becomeNewCustomer(customer, product, { naira: 0 });
    await customer.goto(`${product.url}/topup`);
    await said('Charge per transfer: ₦0.00', customer);
    await goWithin(page!, '/money-desk?do=terms');
    await page!.getByLabel('Charge per transfer').fill('35.50');
    await page!.getByLabel('Bank', { exact: true }).fill('Wema Bank');
    await page!.getByLabel('Account name').fill('Naira Ledger Ltd');
    await page!.getByLabel('Account number').fill('0123456789');
    await page!.getByRole('button', { name: 'Change', exact: true }).click();
    await sheet().getByText('₦35.50').waitFor();
    await sheet().getByText('Wema Bank 0123456789').waitFor();
    expect(await seriousFaults(page!)).toEqual([]);
    await sheet().getByRole('button', { name: 'Change', exact: true }).click();
    await said(/Nothing has changed yet: another administrator has to approve the bank account/);
    await approveAccount();
    await said('Naira Ledger Ltd', customer);
    await said('0123456789', customer);
    await said('Charge per transfer: ₦35.50', customer);
    // New terms replace the form: wait for it before typing.
    await page!.locator('input[name="manual_funding_account_number"][value="0123456789"]').waitFor();
    await page!.getByLabel('Account number').fill('123');
    await page!.getByRole('button', { name: 'Change', exact: true }).click();
    await sheet().getByRole('button', { name: 'Change', exact: true }).click();
    await said(/must be ten digits/);
    await context.close();
  });

  it('books a top-up of a vendor float, and a settlement with its fee', async () => {
    const books = await desk();
    /** Line of the account `name` with `by` added to its balance. */
    const turned = (
      among: readonly { readonly name: string; readonly balance: number }[],
      name: string,
      by: number,
    ) =>
      page!.locator(
        `dt:text-is("${name}") + dd:text-is("${nairaOf(among.find((each) => each.name === name)!.balance + by)}")`,
      );
    const fill = async (reference: string) => {
      await page!.getByLabel('Amount').fill('2,500');
      await page!.getByLabel('Bank', { exact: true }).fill('GTBank');
      await page!.getByLabel('Bank reference').fill(reference);
      await page!.getByLabel('Evidence').fill('Statement of March');
      await page!.getByLabel('Reason').fill('Stock of March');
    };
    await goWithin(page!, '/money-desk?do=top-up');
    await page!.getByLabel('Vendor').selectOption({ label: 'Spectranet' });
    await fill(`TOP-${OWN}`);
    await page!.getByRole('button', { name: 'Book the top-up' }).click();
    await sheet().getByText('Spectranet').waitFor();
    await sheet().getByRole('button', { name: 'Book the top-up' }).dblclick();
    await said('₦2,500.00 booked to Spectranet.');
    await turned(books.vendors, 'Spectranet', 2_500).waitFor();
    await page!.getByRole('button', { name: 'Settlement', exact: true }).click();
    // The top-up form has fields of the same names: wait for the heading.
    await page!.getByRole('heading', { name: 'Settlement of a payment provider' }).waitFor();
    await fill(`SET-${OWN}`);
    await page!.getByLabel('Fee').fill('12.50');
    await page!.getByRole('button', { name: 'Book the settlement' }).click();
    await sheet().getByText('₦12.50', { exact: true }).waitFor();
    await sheet().getByRole('button', { name: 'Book the settlement' }).click();
    await said('₦2,500.00 of Monnify booked at GTBank.');
    await turned(books.providers, 'Monnify', -2_512.5).waitFor();
    expect(await seriousFaults(page!)).toEqual([]);
  });

  it('shows a waiting approval to another administrator at once, and lets only them approve it', async () => {
    // Earlier suites may leave approvals waiting.
    const waiting = `/approvals?standing=waiting&q=${encodeURIComponent(REASON)}`;
    await goWithin(second!, waiting);
    await second!.getByText('Nothing matches').waitFor();
    await find('adjust');
    await page!.getByLabel('New balance').fill('90000');
    await page!.getByLabel('Reason').fill(REASON);
    await page!.getByRole('button', { name: 'Change balance' }).click();
    await sheet().getByText('another administrator has to approve it').waitFor();
    await sheet().getByRole('button', { name: 'Change balance' }).click();
    await said('Nothing has moved yet: another administrator has to approve it.');
    await goWithin(page!, waiting);
    await page!
      .getByRole('button', { name: /^Take back ₦84,000\.00/ })
      .first()
      .waitFor();
    expect(await page!.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
    await page!
      .getByRole('button', { name: /^Details of ₦84,000\.00/ })
      .first()
      .click();
    await sheet()
      .getByRole('button', { name: /^Take back/ })
      .waitFor();
    await second!
      .getByRole('button', { name: /^Approve ₦84,000\.00/ })
      .first()
      .click();
    await sheet(second).getByText(REASON).waitFor();
    expect(await seriousFaults(second!)).toEqual([]);
    await sheet(second).getByRole('button', { name: 'Approve' }).click();
    await said('Approved and done.', second);
    expect(await walletOf(product.url, person)).toBe(90_000);
    // The requester's list and the open panel of the row update by themselves.
    await sheet().locator('dt:text-is("State") + dd:has-text("Done")').waitFor();
    await sheet().locator('dt:text-is("Decided by") + dd:has-text("Eve Staff")').waitFor();
    await page!
      .getByRole('button', { name: /^Take back/ })
      .first()
      .waitFor({ state: 'detached' });
    expect(await seriousFaults(page!)).toEqual([]);
    // The console also logs the refusals above.
    expect(heard.flat().filter((text) => !/\b(?:409|422)\b/.test(text))).toEqual([]);
  });
});
