import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { move, visit } from './moving.js';
import { reads } from './reading.js';

export async function refundTellsBothBalances(page: Page): Promise<void> {
  await visit(page, '/airtime-history?status=Refunded');
  await page.locator('a[href^="/receipt/"]').first().click();
  await reads(page, 'Not delivered, money returned');
  const fact = (name: string): Promise<string> =>
    page.locator('dl > div').filter({ hasText: name }).locator('dd').first().innerText();
  const naira = async (name: string): Promise<number> => Number((await fact(name)).replace(/[^\d.]/g, ''));
  // Other purchases may settle in between, so only the difference is certain.
  expect(await naira('Balance after refund')).not.toBe(await naira('Balance after purchase'));
  expect(await page.getByText('Balance after', { exact: true }).count()).toBe(0);
}

export async function checkedPurchaseBlamesNobody(page: Page): Promise<void> {
  const at = '2026-03-02T10:15:30+01:00';
  const steps = ['accepted', 'sent', 'unknown', 'review', 'unknown'].map((step) => ({ step, at }));
  const transaction = {
    transaction_history_date: at,
    api_transaction_reference: 'NL-CHECKED',
    service: 'airtime',
    amount: 99,
    wallet_balance: 901,
    balance_after_purchase: 901,
    phone_number: '+2348031234567',
    transaction_status: 'Pending',
    status: 'Pending',
    product: 'Mtn airtime',
    facts: [],
    face_value: 100,
    price: 99,
    discount: 1,
    steps,
  };
  await page.route('**/api/transaction/', (route) =>
    route.fulfill({
      contentType: 'application/json',
      body: JSON.stringify({ status: true, transaction, position: 1 }),
    }),
  );
  await move(page, '/receipt/NL-CHECKED');
  await reads(page, 'Your airtime is being checked');
  await reads(page, 'Being checked');
  expect(await page.getByText('The provider has not answered').count()).toBe(0);
  expect(await page.getByText('is on its way').count()).toBe(0);
  await page.unroute('**/api/transaction/');
}

export async function sharersKnowWhatTheySend(page: Page): Promise<void> {
  await page.evaluate(`Object.assign(navigator, {
    canShare: () => true,
    share: () => Promise.reject(new Error('no app takes it')),
  })`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await reads(page, 'The receipt could not be shared. Copy it as text instead.');
  await reads(page, 'The PDF has the proof in it, and the proof shows the wallet balance.');
}
