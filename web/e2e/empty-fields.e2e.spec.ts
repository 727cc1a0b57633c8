import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { chromiumPath, seriousFaults, SIZES, withoutChromium } from './browser.js';
import { showProduct, type ShownProduct } from './shown-product.js';

const MISSING = 'Fill in this field.';
const NO_EMAIL = 'Enter an email address, like ada@mail.com.';

const looking = chromiumPath ? describe : describe.skip;
const SLOW = 900_000;

looking(`a form with an empty field ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: ShownProduct;
  let page: Page;
  const sent: string[] = [];

  beforeAll(async () => {
    shown = await showProduct({}, { viewport: SIZES.phone, reducedMotion: 'reduce' });
    ({ page } = shown);
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });
  }, SLOW);

  afterAll(() => shown?.stop(), SLOW);

  const open = (path: string) => page.goto(shown.product.url + path);
  const field = (label: string): Locator => page.getByLabel(label, { exact: true });
  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  /** The field has the focus, and is described by what is wrong with it: that is what a screen reader then says. */
  const says = async (label: string, fault: string): Promise<void> => {
    await page.getByText(fault).first().waitFor();
    await field(label).and(page.locator(':focus')).waitFor();
    expect(await field(label).getAttribute('aria-invalid')).toBe('true');
    const ids = (await field(label).getAttribute('aria-describedby'))!.split(' ');
    const told = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).textContent()));
    expect(told.join(' ')).toContain(fault);
  };

  it(
    'to log in says so below it, in our words, and sends nothing',
    async () => {
      await open('/login');
      await press('Log in');
      await says('Email', MISSING);
      expect(await page.getByText(MISSING).count()).toBe(2);
      expect(await seriousFaults(page)).toEqual([]);
      await field('Email').fill('ada');
      expect(await page.getByText(MISSING).count()).toBe(0);
      await press('Log in');
      await says('Email', NO_EMAIL);
      await field('Email').fill('customer@demo.test');
      await press('Log in');
      await says('Password', MISSING);
      expect(sent).not.toContain('/api/user_login/');
      await field('Password').fill('Demo-pass-1');
      await press('Log in');
      await page.waitForURL('**/home');
    },
    SLOW,
  );

  it(
    'of whoever registers, forgot a password or is an administrator says the same',
    async () => {
      await open('/logout');
      await page.waitForURL('**/login');
      sent.length = 0;
      await open('/register');
      await press('Create account');
      await says('Email', MISSING);
      expect(await page.getByText(MISSING).count()).toBe(6);
      await open('/forgotpassword');
      await press('Request Reset Code!');
      await says('Email', MISSING);
      await open('/adminlogin');
      await press('Login Now!');
      await says('Email', MISSING);
      expect(sent.filter((path) => /regist|forgot|login/.test(path))).toEqual([]);
    },
    SLOW,
  );

  it(
    'speaks the chosen language',
    async () => {
      await page.evaluate("localStorage.setItem('naira-ledger-language', 'pcm')");
      await open('/login');
      await page.locator('form button[type=submit]').click();
      await says('Email', 'Abeg put something here.');
    },
    SLOW,
  );
});
