import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startStandalone } from '../../infra/testing/product.js';
import type { Running } from '../../infra/testing/product.js';
import { chromiumPath, complaints, launch, logIn, seriousFaults, SIZES, withoutChromium } from './browser.js';

const PAGES = [
  '/home',
  '/topup',
  '/airtime',
  '/thistory',
  '/airtime-history',
  '/funding-history',
  '/no-such-page',
];
const looking = chromiumPath ? describe : describe.skip;
const SLOW = 180_000;

looking(`every page ${chromiumPath ? '' : withoutChromium}`, () => {
  let folder: string;
  let product: Running;
  let browser: Browser;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pages-'));
    product = await startStandalone({ DATA_DIR: folder, SANDBOX_LATENCY_MS: '10' });
    browser = await launch();
  }, SLOW);

  afterAll(async () => {
    await browser?.close();
    await product?.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }, SLOW);

  for (const [size, viewport] of Object.entries(SIZES))
    for (const colorScheme of ['light', 'dark'] as const)
      it(
        `is accessible, fits and is silent on a ${size} in ${colorScheme}`,
        async () => {
          const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
          const page = await context.newPage();
          const heard = complaints(page);
          const faults: string[] = [];
          const look = async (path: string): Promise<void> => {
            await page.waitForTimeout(400);
            for (const fault of await seriousFaults(page)) faults.push(`${path}: ${fault}`);
            const width = (await page.evaluate('document.documentElement.scrollWidth')) as number;
            if (width > viewport.width) faults.push(`${path}: ${width} px wide on ${viewport.width} px`);
          };
          await page.goto(`${product.url}/login`);
          await page.getByRole('button', { name: 'Log in' }).waitFor();
          await look('/login');
          await logIn(page, product.url);
          for (const path of PAGES) {
            await page.goto(product.url + path);
            await page.getByRole('heading', { level: 1 }).first().waitFor();
            await look(path);
          }
          await page.goto(`${product.url}/airtime`);
          await page.getByLabel('Phone number').fill('08031234567');
          await page.getByLabel('Amount', { exact: true }).fill('100');
          await page.getByRole('button', { name: 'Continue' }).click();
          await page.getByRole('dialog').getByLabel('Transaction PIN').waitFor();
          await look('the confirm sheet');
          await context.close();
          expect(faults).toEqual([]);
          expect(heard.filter((line) => !/status of 401/.test(line))).toEqual([]);
        },
        SLOW,
      );
});
