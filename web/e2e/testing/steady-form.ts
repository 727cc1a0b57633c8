import { expect } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { SIZES } from '../browser.js';

/** Calls that may answer after the form is usable. */
const LATE = /\/api\/(?:user_data|beneficiaries|service_health)\//;

/** Checks that the button of the airtime form does not move when `LATE` answers arrive. */
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
