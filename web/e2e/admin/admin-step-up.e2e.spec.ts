import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import type { Running } from '../../../infra/testing/product.js';
import { openLmdbSessions } from '../../../infra/sessions/open-lmdb-sessions.js';
import { logInAsAdministrator } from './administrator.js';
import {
  chromiumPath,
  faultsOf,
  launch,
  seriousFaults,
  SIZES,
  startProduct,
  withoutChromium,
} from '../browser.js';

const looking = chromiumPath ? describe : describe.skip;
const PASSWORD = 'Admin-pass-1';
const MINUTE = 60_000;

/** Needs its own product, which the suite restarts. */
looking(`proving again who one is, on screen ${chromiumPath ? '' : withoutChromium}`, () => {
  let folder: string;
  let product: Running | undefined;
  let browser: Browser;
  let page: Page;
  let codes: readonly string[];

  const start = async (): Promise<void> => {
    product = await startProduct({ DATA_DIR: folder, SANDBOX_LATENCY_MS: '5' });
  };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'step-up-'));
    await start();
    browser = await launch();
    page = await (await browser.newContext({ viewport: SIZES.desktop, reducedMotion: 'reduce' })).newPage();
    await logInAsAdministrator(page, product!.url);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  const post = async (path: string, data: object): Promise<Record<string, unknown>> => {
    const cookies = await page.context().cookies(product!.url);
    const csrf = cookies.find(({ name }) => name === 'admin_csrftoken')!.value;
    const headers = { 'x-csrftoken': decodeURIComponent(csrf) };
    return (await page.request.post(product!.url + path, { headers, data })).json();
  };

  /** Makes the sign-in of the administrator 20 minutes old. Sessions are cached, so the product restarts. */
  async function age(): Promise<void> {
    const list = await post('/api/admin-administrators/', {});
    const rows = list['administrators'] as readonly { readonly id: string; readonly email: string }[];
    const { id: userId } = rows.find(({ email }) => email === 'admin@demo.test')!;
    await product!.stop();
    const { sessions, close } = openLmdbSessions({ dir: join(folder, 'sessions') });
    for (const id of await sessions.idsOf(userId)) {
      const session = (await sessions.get(id))!;
      const at = Date.now() - 20 * MINUTE;
      await sessions.put({ ...session, startedAt: at, provenAt: at });
    }
    await close();
    await start();
  }

  const dialog = (title: string) => page.getByRole('dialog', { name: title });
  const proof = () => dialog('Confirm that it is you');

  /** Opens the sheet that changes the access of the auditor, and tries the act that `button` names. */
  async function act(button: 'Suspend' | 'Reinstate', reason: string): Promise<void> {
    await page.goto(`${product!.url}/administrators?q=auditor`);
    await page.getByRole('button', { name: new RegExp(`^${button} `) }).click();
    await page.getByLabel('Reason').fill(reason);
    await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();
  }

  it('asks for nothing after the sign-in, and 15 minutes later for the password', async () => {
    await act('Suspend', 'on leave');
    await page.getByRole('row').getByText('Suspended').waitFor();
    await age();
    await act('Reinstate', 'back from leave');
    await proof().locator('input:focus').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.setViewportSize(SIZES.phone);
    expect(await faultsOf(page, '/administrators')).toEqual([]);
    await page.setViewportSize(SIZES.desktop);
    await proof().getByLabel('Password', { exact: true }).fill('wrong');
    await proof().getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('This is not your current password.').waitFor();
    await proof().getByLabel('Password', { exact: true }).fill(PASSWORD);
    await proof().getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('row').getByText('Active').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('keeps the sheet and its text when the question is closed, and takes a code once there is one', async () => {
    const begun = await post('/api/admin-second-factor-start/', { password: PASSWORD });
    const { enrolment } = begun;
    const secret = String(begun['secret']);
    const confirm = async (): Promise<readonly string[]> => {
      const answer = await post('/api/admin-second-factor-confirm/', {
        enrolment,
        code: new TOTP({ secret }).generate(),
      });
      // The code may have expired on its way.
      return (answer['recovery_codes'] as readonly string[] | undefined) ?? confirm();
    };
    codes = await confirm();
    await age();
    await act('Suspend', 'on leave again');
    await proof().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await proof().waitFor({ state: 'hidden' });
    await page.getByText('Your last proof is more than 15 minutes old.').waitFor();
    expect(await page.getByLabel('Reason').inputValue()).toBe('on leave again');
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click();
    await proof().waitFor();
    await page.goBack();
    await proof().waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Reason').inputValue()).toBe('on leave again');
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click();
    await proof().getByLabel('Code', { exact: true }).fill('000000');
    await proof().getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('This code is not right').waitFor();
    await proof().getByLabel('Code', { exact: true }).fill(codes[0]!);
    await proof().getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('row').getByText('Suspended').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
