import { expect } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { SIZES } from '../browser.js';

/** What a form is told while somebody may be about to press its button already. */
const LATE = /\/api\/(?:user_data|beneficiaries|service_health)\//;

/** The button of the airtime form is where it will be before the own number, recipients and the state of deliveries are there. */
export async function staysWhereItIs(page: Page, url: string): Promise<void> {
  const waiting: Route[] = [];
  await page.setViewportSize(SIZES.phone);
  await page.route(LATE, (route) => void waiting.push(route));
  await page.goto(`${url}/airtime`);
  const button = page.getByRole('button', { name: 'Continue' });
  const top = async (): Promise<number> => (await button.boundingBox())!.y;
  await button.waitFor();
  await page.getByRole('group', { name: 'Recent numbers' }).waitFor({ state: 'attached' });
  const before = await top();
  await page.unroute(LATE);
  for (const route of waiting) await route.fallback();
  await page.getByRole('button', { name: /^My number/ }).waitFor();
  await page.getByText('in the last 30 minutes').waitFor();
  expect(Math.abs((await top()) - before)).toBeLessThan(2);
}
