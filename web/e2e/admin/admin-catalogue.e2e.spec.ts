import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import { type CallAnswer, LIVE_PATH } from '../../../services/contracts/calls.js';
import { becomeNewCustomer } from '../customer.js';
import { enterAsAdministrator, goWithin as go } from './administrator.js';
import { type CatalogueAsFound, catalogueAsFound } from './catalogue-as-found.js';
import { chromiumPath, SIZES, withoutChromium } from '../browser.js';
import { type SharedView, showSharedProduct } from '../shown-product.js';
import { ownWord } from '../../../services/standalone/testing/own-word.js';

const looking = chromiumPath ? describe : describe.skip;
/** Marks the broadcast of this suite: earlier suites broadcast too. */
const OWN = ownWord();
const TITLE = `Maintenance ${OWN}`;
const MESSAGE = `Data is slow <b>tonight ${OWN}</b>.\nSorry!`;

looking(`an administrator of what is sold ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let product: SharedView['product'];
  let found: CatalogueAsFound;
  let admin: Page;
  let customer: Page;
  let broadcastId: string | undefined;

  beforeAll(async () => {
    shown = await showSharedProduct({ viewport: SIZES.desktop });
    ({ product, page: admin } = shown);
    found = await catalogueAsFound(product.url);
    customer = await (await shown.browser.newContext({ viewport: SIZES.phone })).newPage();
    await enterAsAdministrator(admin, product.url, '/plans');
    await becomeNewCustomer(customer, product);
    await customer.goto(`${product.url}/airtime`);
  });

  afterAll(async () => {
    await found?.putBack({ network: 2, planType: 3, broadcastId });
    await shown?.stop();
  });

  const reads = (page: Page, text: string | RegExp): Promise<void> =>
    page.getByText(text).filter({ visible: true }).first().waitFor();
  const press = (page: Page, name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).first().click();
  const choose = (page: Page, label: string, option: string): Promise<unknown> =>
    page.getByLabel(label, { exact: true }).selectOption({ label: option });
  async function confirm(page: Page, sentence: string): Promise<void> {
    const sheet = page.getByRole('dialog').filter({ hasText: sentence });
    await sheet.getByRole('button', { name: 'Confirm', exact: true }).click();
  }
  /** Holds the request until the page shows `busy`. Returns the body sent to `path`. */
  async function sent(
    page: Page,
    path: string,
    button: string,
    { busy, says, asks }: { readonly busy: string; readonly says?: string; readonly asks?: string },
  ): Promise<unknown> {
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    await page.route(`**${path}`, async (route) => {
      await held;
      await route.continue();
    });
    const asked: Promise<Request> = page.waitForRequest(`**${path}`);
    await press(page, button);
    const body: unknown = (await asked).postDataJSON();
    await page.getByRole('button', { name: busy }).first().waitFor();
    const answered = Promise.all([
      page.waitForResponse(`**${path}`),
      says === undefined ? undefined : reads(page, says),
      asks === undefined ? undefined : confirm(page, asks),
    ]);
    go();
    await answered;
    await page.unroute(`**${path}`);
    return body;
  }
  const row = () => admin.getByRole('row').filter({ hasText: TITLE });
  const token = { grabToken: expect.any(String) };

  it(
    '[admin-route:/disablenetwork] [admin-call:/api/disable-network-id/] [admin-text:Disable Now!] [admin-busy:Disabling...] [admin-move:network off], ' +
      '[admin-route:/activatenetwork] [admin-call:/api/activate-network-id/] [admin-move:network on] [admin-const:networks]',
    async () => {
      await go(admin, '/disablenetwork');
      const networks = admin.getByLabel('Network', { exact: true }).getByRole('option');
      await networks.nth(4).waitFor({ state: 'attached' });
      expect(await networks.allTextContents()).toEqual([
        'Select a network',
        'Mtn',
        'Glo',
        'Airtel',
        '9mobile',
      ]);
      await choose(admin, 'Network', 'Glo');
      await reads(admin, 'Nobody will be able to buy airtime or data of Glo.');
      const body = await sent(admin, '/api/disable-network-id/', 'Disable Now!', {
        busy: 'Disabling...',
        asks: 'Airtime and data of Glo will not be sold until it is switched on again.',
        says: 'Glo is disabled. Its airtime and data are not sold until it is activated.',
      });
      expect(body).toEqual({ datanetwork: 2, ...token });
      await reads(admin, 'Glo is disabled already.');
      await customer.locator('[data-off] input[value="2"]').waitFor({ state: 'attached' });

      await go(admin, '/activatenetwork');
      await choose(admin, 'Network', 'Glo (disabled)');
      const again = await sent(admin, '/api/activate-network-id/', 'Activate Now!', {
        busy: 'Processing...',
        says: 'Glo is active. Its airtime and data are sold.',
      });
      expect(again).toEqual({ datanetwork: 2, ...token });
      await customer.locator('[data-off] input[value="2"]').waitFor({ state: 'detached' });
    },
  );

  it(
    '[admin-route:/disableplan] disables: [admin-call:/api/deactivate-plan-type/] [admin-move:plan-type off], and [admin-route:/activateplan] activates: ' +
      '[admin-call:/api/activate-plan-type/] [admin-busy:Processing...] [admin-move:plan-type on] [admin-const:plan-types]',
    async () => {
      await go(admin, '/disableplan');
      await choose(admin, 'Network', 'Mtn');
      const types = admin.getByLabel('Plan type', { exact: true }).getByRole('option');
      expect(await types.allTextContents()).toEqual([
        'Select a plan type',
        'SME',
        'Cooperate Gifting',
        'Gifting',
        'SME2',
      ]);
      await choose(admin, 'Plan type', 'Gifting');
      const body = await sent(admin, '/api/deactivate-plan-type/', 'Disable Now!', {
        busy: 'Disabling...',
        asks: 'Gifting of Mtn will not be sold until it is switched on again.',
        says: 'Gifting of Mtn is disabled.',
      });
      expect(body).toEqual({ dataNetwork: 1, plantype: 3, ...token });

      await go(admin, '/activateplan');
      await choose(admin, 'Network', 'Mtn');
      await choose(admin, 'Plan type', 'Gifting (disabled)');
      const again = await sent(admin, '/api/activate-plan-type/', 'Activate Now!', {
        busy: 'Processing...',
        says: 'Gifting of Mtn is active.',
      });
      expect(again).toEqual({ dataNetwork: 1, plantype: 3, ...token });
    },
  );

  it(
    '[admin-route:/editdataprices] shows the old price and changes it: [admin-call:/services/get-data-plans/] [admin-call:/services/get-data-price/] ' +
      '[admin-call:/api/admin-set-data-prices/] [admin-text:Change Price Now!] [admin-field:price.datanetwork] [admin-field:price.selectedDataPlan] ' +
      '[admin-field:price.selectedPlanType] [admin-field:price.amount] [admin-field:price.newPrices] [admin-field:plan.id] [admin-field:plan.name]',
    async () => {
      await go(admin, '/editdataprices');
      await choose(admin, 'Network', 'Mtn');
      const plans = admin.waitForResponse('**/services/get-data-plans/');
      await choose(admin, 'Plan type', 'Gifting');
      const listed = await plans;
      expect(listed.request().postDataJSON()).toMatchObject({ datanetwork: 1, selectedPlanType: 3 });
      expect((await listed.json()).data_plans[0]).toMatchObject({
        id: '1301',
        name: '1GB - 1 day',
        price: 500,
      });
      const asked = admin.waitForResponse('**/services/get-data-price/');
      await choose(admin, 'Data plan', '1GB - 1 day, ₦500.00');
      const price = await asked;
      expect(price.request().postDataJSON()).toMatchObject({ selectedDataPlan: '1301' });
      expect(await price.json()).toMatchObject({ status: true, price: 500, affiliate_price: 500, cost: 485 });
      await reads(admin, 'Old price');

      await admin.getByLabel('New price').fill('400');
      await press(admin, 'Change Price Now!');
      await reads(admin, /The price ₦400.00 is below what the vendor charges, ₦485.00/);

      await admin.getByLabel('New price').fill('600');
      const body = await sent(admin, '/api/admin-set-data-prices/', 'Change Price Now!', {
        busy: 'Updating...',
        says: 'The price is now ₦600.00. It was ₦500.00.',
      });
      expect(body).toEqual({
        datanetwork: 1,
        selectedDataPlan: '1301',
        newPrices: '600',
        amount: 500,
        ...token,
      });
      await admin.getByRole('definition').filter({ hasText: '₦600.00' }).first().waitFor();
      expect(await admin.getByLabel('New price').inputValue()).toBe('');
    },
  );

  it('refuses a price change when a colleague changed the same price meanwhile', async () => {
    // Keeps this page from seeing the change before it sends its own.
    await admin.route('**/services/get-data-price/', (route) => route.abort());
    const theirs = { datanetwork: 1, selectedDataPlan: '1301', amount: 600, newPrices: '700' };
    expect((await found.change('setDataPrice', theirs)).status).toBe(200);
    await admin.getByLabel('New price').fill('800');
    await press(admin, 'Change Price Now!');
    await reads(admin, 'The price of 1GB - 1 day is now ₦700.00.');
    await admin.unroute('**/services/get-data-price/');
  });

  it('[admin-route:/changeaffiliatefee] [admin-call:/api/get-affiliate-fee/] [admin-call:/api/set-affiliate-fee/] on open pages of customers', async () => {
    await go(customer, '/affiliate');
    await reads(customer, 'Upgrade for ₦2,000.00');
    await go(admin, '/changeaffiliatefee');
    await reads(admin, '₦2,000.00');
    await admin.getByLabel('New charge').fill('2400');
    const body = await sent(admin, '/api/set-affiliate-fee/', 'Change Charge Now!', {
      busy: 'Processing...',
      says: 'The upgrade to an affiliate account now costs ₦2,400.00.',
    });
    expect(body).toEqual({ newPrices: '2400', amount: 2000, ...token });
    await reads(admin, '₦2,400.00');
    await reads(customer, 'Upgrade for ₦2,400.00');
  });

  it(
    '[admin-route:/createbroadcast] tells customers: [admin-call:/api/broadcastmessage/] [admin-field:broadcast.broadcastTitle] [admin-field:broadcast.broadcastMessage] ' +
      '[admin-move:broadcast create]; [admin-route:/broadcast] [admin-route:/broadcastlist] list it: [admin-call:/api/get_broad_cast/] [admin-field:broadcast.id] ' +
      '[admin-field:broadcast.broadcast_title] [admin-field:broadcast.broadcast_message] [admin-text:Chief Admin]',
    async () => {
      // Disables `setInterval`: only live updates can change this page.
      await customer.addInitScript('window.setInterval = () => 0');
      const live = customer.waitForResponse((response) => new URL(response.url()).pathname === LIVE_PATH);
      await customer.goto(`${product.url}/home`);
      await customer.getByRole('heading', { level: 1 }).waitFor();
      expect((await live).status()).toBe(200);
      const loads: string[] = [];
      customer.on('framenavigated', (frame) => loads.push(frame.url()));
      await go(admin, '/createbroadcast');
      await admin.getByLabel('Title').fill(TITLE);
      await admin.getByLabel('Message').fill(MESSAGE);
      await reads(admin, 'What customers will see:');
      const body = await sent(admin, '/api/broadcastmessage/', 'Create Broadcast', { busy: 'Processing...' });
      expect(body).toEqual({
        broadcastTitle: TITLE,
        broadcastMessage: MESSAGE,
        // Makes repeats the same broadcast.
        form_id: expect.any(String),
        ...token,
      });
      await admin.waitForURL('**/broadcastlist');
      await row().filter({ hasText: 'Chief Admin' }).filter({ hasText: 'Active' }).waitFor();
      // Shown on the open page, as plain text.
      await reads(customer, `Data is slow <b>tonight ${OWN}</b>`);
      expect(loads).toEqual([]);

      const { body: listed } = await found.change('broadcasts', {});
      const { broadcast_info: all } = listed as CallAnswer<'broadcasts'>;
      const broadcast = all.find(({ broadcast_title: title }) => title === TITLE);
      broadcastId = broadcast?.id;
      expect(broadcast).toEqual({
        id: expect.any(String),
        broadcast_title: TITLE,
        active: true,
        author: 'Chief Admin',
        broadcast_message: expect.any(String),
        created_at: expect.any(String),
      });
    },
  );

  it(
    '[admin-text:Deactivate] withdraws it: [admin-call:/api/deactivate-broadcast/] [admin-busy:Deactivating...] [admin-move:broadcast deactivate], and ' +
      '[admin-text:Activate] shows it again: [admin-call:/api/activate-broadcast/] [admin-move:broadcast activate]',
    async () => {
      await go(admin, '/broadcastlist');
      const body = await sent(admin, '/api/deactivate-broadcast/', `Deactivate ${TITLE}`, {
        busy: 'Deactivating...',
      });
      expect(body).toEqual({ broadcastId: expect.any(String), ...token });
      await row().filter({ hasText: 'Inactive' }).waitFor();
      await customer.getByText(OWN).filter({ visible: true }).first().waitFor({ state: 'hidden' });
      await sent(admin, '/api/activate-broadcast/', `Activate ${TITLE}`, { busy: 'Processing...' });
      await row().getByRole('gridcell', { name: 'Active', exact: true }).waitFor();
      await reads(customer, `tonight ${OWN}`);
    },
  );
});
