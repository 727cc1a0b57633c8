import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { freePort, seed } from '../../../infra/testing/product.js';
import type { Running, SeededUser } from '../../../infra/testing/product.js';
import { buyAirtime, send } from '../../../services/standalone/testing/callers.js';
import { enterAsAdministrator, goWithin, logInAsAdministrator } from './administrator.js';
import { chromiumPath, launch, seriousFaults, SIZES, startProduct, withoutChromium } from '../browser.js';

const looking = chromiumPath ? describe : describe.skip;

/** Needs its own `startProduct`, which pauses vendors after few failures. */
looking(`the API switch ${chromiumPath ? '' : withoutChromium}`, () => {
  let folder: string;
  let product: Running;
  let sandboxPort: string;
  let browser: Browser;
  let page: Page;
  /** Page in another browser. */
  let other: Page;
  /** Failures of a single customer pause no vendor. */
  let users: SeededUser[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'admin-vendors-'));
    sandboxPort = String(await freePort());
    product = await startProduct({
      DATA_DIR: folder,
      SANDBOX_LATENCY_MS: '10',
      SANDBOX_PORT: sandboxPort,
      LOG_LEVEL: 'error',
      VENDOR_PAUSE_SUCCESS: '0.5',
      VENDOR_PAUSE_ATTEMPTS: '3',
      VENDOR_PROBE_AFTER: '12h',
    });
    users = await seed(folder, 3, 50_000);
    browser = await launch();
    page = await (await browser.newContext({ viewport: SIZES.desktop })).newPage();
    await enterAsAdministrator(page, product.url, '/switch-api');
    other = await (await browser.newContext({ viewport: SIZES.phone })).newPage();
    await enterAsAdministrator(other, product.url, '/switch-api');
  });

  afterAll(async () => {
    await browser?.close();
    await product?.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  const form = (title: string) => page.getByRole('form', { name: title });
  const card = (title: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  const activeOf = (title: string, name: string) => card(title).getByRole('strong').filter({ hasText: name });
  const choose = (title: string, code: string) => page.getByLabel(`API for ${title}`).selectOption(code);

  it('starts each on [admin-text:Select API] under the [admin-text:Active API]', async () => {
    for (const title of ['Data', 'Airtime', 'Cable', 'Electric', 'Exams']) {
      await card(title).getByText('Active API').waitFor();
      await activeOf(title, '1 Platinum').waitFor();
      const select = page.getByLabel(`API for ${title}`);
      expect(await select.locator('option:checked').textContent()).toBe('Select API');
      expect(await select.locator('option').count()).toBe(10);
      expect(await form(title).getByRole('button').isDisabled()).toBe(true);
    }
  });

  it('confirms a switch and shows the vendor that delivers', async () => {
    await choose('Airtime', '5');
    await form('Airtime').getByRole('button', { name: 'Switch Airtime' }).click();
    await form('Airtime').getByText('Ultranet now delivers Airtime.').waitFor();
    await activeOf('Airtime', '5 Ultranet').waitFor();
    expect(await page.getByLabel('API for Airtime').inputValue()).toBe('');
    expect(await page.getByLabel('API for Airtime').locator('option[value="4"]').isDisabled()).toBe(true);
  });

  it('shows under the form a refusal by the server, and a lost call', async () => {
    await page.route('**/settings/switch-cable-api/', (route) =>
      route.fulfill({
        status: 422,
        json: {
          status: false,
          code: 'VENDOR_NOT_SELLING',
          message: 'Platonic does not sell Cable TV. Choose another one.',
        },
      }),
    );
    await choose('Cable', '2');
    await form('Cable').getByRole('button', { name: 'Switch Cable' }).click();
    const refusal = form('Cable').getByRole('alert').filter({ hasText: 'Platonic does not sell Cable TV.' });
    await refusal.waitFor();
    const [button, told] = await Promise.all([
      form('Cable').getByRole('button').boundingBox(),
      refusal.boundingBox(),
    ]);
    expect(told!.y).toBeGreaterThan(button!.y);
    await page.unroute('**/settings/switch-cable-api/');
    await page.route('**/settings/switch-exam-api/', (route) => route.abort());
    await choose('Exams', '3');
    await form('Exams').getByRole('button', { name: 'Switch Exams' }).click();
    await form('Exams').getByText('Look whether it was switched.').waitFor();
    await page.unroute('**/settings/switch-exam-api/');
  });

  it('warns before a service is switched off, and confirms it', async () => {
    await choose('Data', '0');
    await form('Data').getByText('Customers will be told that this is not available.').waitFor();
    await form('Data').getByRole('button', { name: 'Switch Data off' }).click();
    const sheet = page.getByRole('dialog', { name: 'Switch Data off?' });
    await sheet.getByText('Data will not be sold until it is switched on again.').waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await activeOf('Data', '1 Platinum').waitFor();
    await form('Data').getByRole('button', { name: 'Switch Data off' }).click();
    await sheet.getByRole('button', { name: 'Confirm' }).click();
    await form('Data').getByText('Data is switched off.').waitFor();
    await activeOf('Data', 'Off All').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('shows the balance and the results of each vendor', async () => {
    await card('Data')
      .getByRole('listitem')
      .filter({ hasText: '1 Platinum' })
      .getByText(/Holds ₦/)
      .waitFor();
    await card('Cable')
      .getByRole('listitem')
      .filter({ hasText: '2 Spectranet' })
      .getByText('nothing ended yet')
      .waitFor();
  });

  it('changes the order of vendors by mouse and keyboard on every open page, and refuses to overwrite a concurrent change', async () => {
    const inTurn = (on: Page) =>
      on
        .locator('section')
        .filter({ has: on.getByRole('heading', { name: 'Exams', exact: true }) })
        .getByRole('list', { name: 'Asked in turn' });
    const shows = async (on: Page, first: string, second: string): Promise<void> => {
      await inTurn(on).locator('li:nth-child(1)', { hasText: first }).waitFor();
      await inTurn(on).locator('li:nth-child(2)', { hasText: second }).waitFor();
    };
    await shows(page, '1 Platinum', '2 Spectranet');
    await shows(other, '1 Platinum', '2 Spectranet');

    const later = page.getByRole('button', { name: 'Ask Platinum later for Exams' });
    await later.focus();
    await page.keyboard.press('Enter');
    await shows(page, '2 Spectranet', '1 Platinum');
    expect(await page.evaluate('document.activeElement?.ariaLabel')).toBe('Ask Platinum later for Exams');
    await page.getByRole('form', { name: 'Order for Exams' }).getByRole('button', { name: 'Undo' }).click();
    await shows(page, '1 Platinum', '2 Spectranet');
    await later.click();
    await other.getByRole('button', { name: 'Ask Swiss Network earlier for Exams' }).click();
    await page.getByRole('button', { name: 'Save the order' }).click();
    await card('Exams').getByText('Exam pins is now asked of Spectranet, then Platinum').waitFor();
    await activeOf('Exams', '2 Spectranet').waitFor();
    // The other page still shows the old order.
    await other.getByRole('button', { name: 'Save the order' }).click();
    await other.getByRole('alert').filter({ hasText: 'This was changed since you opened it.' }).waitFor();
    await shows(other, '2 Spectranet', '1 Platinum');
    await page.getByRole('button', { name: 'Ask Platinum earlier for Exams' }).click();
    await page.getByRole('button', { name: 'Save the order' }).click();
    await shows(other, '1 Platinum', '2 Spectranet');
    expect(await seriousFaults(other)).toEqual([]);
  });

  it('pauses a vendor with a reason and resumes it, and every open page shows it', async () => {
    const vendor = (on: Page, name: string) =>
      on
        .locator('section')
        .filter({ has: on.getByRole('heading', { name: 'Cable', exact: true }) })
        .getByRole('listitem')
        .filter({ hasText: name });
    await vendor(other, '1 Platinum').waitFor();

    await page.getByRole('button', { name: 'Pause Platinum for Cable' }).click();
    const sheet = page.getByRole('dialog');
    expect(await sheet.getByRole('button', { name: 'Pause', exact: true }).isDisabled()).toBe(true);
    await sheet.getByLabel('Reason').fill('Their gateway is down');
    expect(await seriousFaults(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Pause', exact: true }).click();
    await card('Cable').getByText('Platinum is paused. Cable TV is now asked of Spectranet, then').waitFor();
    await activeOf('Cable', '2 Spectranet').waitFor();
    await vendor(page, '1 Platinum').getByText('Their gateway is down').waitFor();
    await vendor(other, '1 Platinum').getByText('Their gateway is down').waitFor();
    expect(await seriousFaults(other)).toEqual([]);

    await goWithin(other, '/operations');
    await other
      .getByRole('list', { name: 'Paused vendors' })
      .getByText('1 Platinum for Cable TV: Their gateway is down')
      .waitFor();
    expect(await seriousFaults(other)).toEqual([]);

    await page.getByRole('button', { name: 'Resume Platinum for Cable' }).click();
    await sheet.getByLabel('Reason').fill('It works again');
    await sheet.getByRole('button', { name: 'Resume', exact: true }).click();
    await card('Cable').getByText('Platinum is asked for Cable TV again.').waitFor();
    await activeOf('Cable', '1 Platinum').waitFor();
    await other.getByRole('list', { name: 'Paused vendors' }).waitFor({ state: 'detached' });
  });

  it('shows an automatic pause live, with its reason and end, and lets an administrator keep or lift it', async () => {
    const first = (on: Page) =>
      on
        .locator('section')
        .filter({ has: on.getByRole('heading', { name: 'Airtime', exact: true }) })
        .getByRole('listitem')
        .filter({ hasText: '5 Ultranet' });
    await first(page).waitFor();
    // Every vendor declines numbers that end in 0016.
    for (const [index, user] of users.entries())
      await buyAirtime(product.url, user, `0803${201 + index}0016`);
    await first(page)
      .getByText(
        /^Paused automatically since .*: Delivered 0 of \d+ in the last 10 minutes\. One purchase probes/,
      )
      .waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    const paused = other.getByRole('list', { name: 'Paused vendors' });
    await paused.getByText('5 Ultranet for Airtime: Delivered 0 of').waitFor();
    await paused
      .getByText(/^Paused automatically since .* One purchase probes it from/)
      .first()
      .waitFor();
    await other.getByText('Ultranet is paused for Airtime: Delivered 0 of').waitFor();
    expect(await seriousFaults(other)).toEqual([]);

    const sheet = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Resume Ultranet for Airtime' }).click();
    await sheet.getByText('Kept paused, it is not probed').waitFor();
    expect(await sheet.getByRole('button', { name: 'Keep it paused' }).isDisabled()).toBe(true);
    await sheet.getByLabel('Reason').fill('They are moving house');
    expect(await seriousFaults(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Keep it paused' }).click();
    await sheet.waitFor({ state: 'detached' });
    await first(page)
      .getByText(/^Paused by \S+ since .*: They are moving house$/)
      .waitFor();
    await page.getByRole('button', { name: 'Resume Ultranet for Airtime' }).click();
    await sheet.getByLabel('Reason').fill('They moved');
    expect(await sheet.getByRole('button', { name: 'Keep it paused' }).count()).toBe(0);
    await sheet.getByRole('button', { name: 'Resume', exact: true }).click();
    await activeOf('Airtime', '5 Ultranet').waitFor();
  });

  it('shows an account that a vendor refuses, and resumes it', async () => {
    const acceptKey = (key: string) =>
      send(`http://127.0.0.1:${sandboxPort}/vendor-keys`, 'POST', { vendor: 5, key });
    await acceptKey('renewed');
    await buyAirtime(product.url, users[0]!, '08036661234');
    const refused = page.getByRole('list', { name: 'Refused by vendors' });
    await refused.getByText(/^Ultranet since .*: It refuses our account \(087\)$/).waitFor();
    await other.getByText('Ultranet: It refuses our account (087).').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Check all vendors' }).click();
    await page.getByText('1 of 11 vendors has something wrong.').waitFor();
    await page
      .getByRole('list', { name: 'Checked vendors' })
      .getByText('check its keys and its IP list. It says: “087 INVALID CREDENTIALS”')
      .first()
      .waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await acceptKey('vendor-5');
    await refused.getByRole('button', { name: 'Resume' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Reason').fill('The key is back');
    expect(await seriousFaults(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Ultranet is asked again.').waitFor();
    await activeOf('Airtime', '5 Ultranet').waitFor();
  });

  it('leads to the login page when the session is over, and back', async () => {
    await choose('Electric', '3');
    await page.context().clearCookies({ name: 'admin_session' });
    // The page polls and may leave first.
    const left = page.waitForURL('**/adminlogin');
    await Promise.race([form('Electric').getByRole('button', { name: 'Switch Electric' }).click(), left]);
    await left;
    await page.getByText('Your session has ended.').waitFor();
    await logInAsAdministrator(page, product.url, { to: '/switch-api' });
    await activeOf('Electric', '1 Platinum').waitFor();
  });
});
