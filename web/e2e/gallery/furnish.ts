import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { ADMIN_CSRF_COOKIE, CSRF_COOKIE } from '../../../services/contracts/wire-names.js';
import { accountNumberOf, eventually, send } from '../../../services/standalone/testing/callers.js';
import { payUnknownAccount } from '../../../services/standalone/testing/pay-unknown-account.js';
import { logInAsAdministrator } from '../admin/administrator.js';
import { buyDirectly, logIn } from '../browser.js';
import { ERRANDS, payAndFollow } from '../shopping.js';
import type { ShownProduct } from '../shown-product.js';
import { visit } from '../testing/moving.js';
import type { Examples } from './plan.js';

/** Last digits decide the outcome in the sandbox. */
const ENDINGS = {
  refunded: '08031230016',
  pending: '08031230300',
  unknown: '08031230400',
  forAPerson: '08031230044',
  decided: '08031240044',
};

/** @throws when the call is refused */
async function ask(page: Page, cookie: string, address: string, data: object): Promise<unknown> {
  const cookies = await page.context().cookies(address);
  const token = cookies.find(({ name }) => name === cookie)?.value ?? '';
  const answer = await page.request.post(address, {
    headers: { 'x-csrftoken': decodeURIComponent(token) },
    data,
  });
  if (!answer.ok()) throw new Error(`${address} answered ${answer.status()}: ${await answer.text()}`);
  return answer.json();
}

/** Empty lists all look alike, so each gets a row. The customer and the administrator share a browser. */
export async function furnish(shown: ShownProduct): Promise<Examples> {
  const { page, product } = shown;
  const { url } = product;
  await logIn(page, url);
  for (const phone of ['08051234567', '08031234567', '09091234567', ...Object.values(ENDINGS)])
    await buyDirectly(page, url, { phone, amount: 200 + Number(phone.slice(-3)) });
  const refunded = await buyDirectly(page, url, { phone: ENDINGS.refunded, amount: 900 });
  let delivered = '';
  for (const errand of ERRANDS) {
    await visit(page, errand.route);
    await errand.fill(page);
    const receipt = await payAndFollow(page, errand, '4826');
    if (errand.service === 'electricity') delivered = receipt.split('/').at(-1)!;
  }
  await ask(page, CSRF_COOKIE, `${url}/api/report_problem/`, {
    reference: delivered,
    problem: 'other',
    words: 'The meter does not take the token.',
    transaction_status: 'Successful',
  });
  const accountNumber = await accountNumberOf(async () => {
    const answer = await ask(page, CSRF_COOKIE, `${url}/api/user_data/`, {});
    return (answer as { user_data: Record<string, unknown> }).user_data;
  });
  const paid = await send(`${shown.sandboxUrl}/transfers`, 'POST', { accountNumber, amount: 2_500 });
  await logInAsAdministrator(page, url);
  await decideOne(page, url);
  await chargeBack(page, url, String(paid.body['transactionReference']));
  await page.goto(`${url}/user-center`);
  const link = await page.locator('main a[href^="/user/"]').first().getAttribute('href');
  const customerId = link!.split('/').at(-1)!;
  return { delivered, refunded, customerId, ofHouse: await furnishOffice(shown, customerId) };
}

/** Refunds the first open purchase; the others wait for a decision. */
async function decideOne(page: Page, url: string): Promise<void> {
  const { failed_history: open } = await eventually(
    async () => {
      const answer = await ask(page, ADMIN_CSRF_COOKIE, `${url}/api/external-failed-transactions/`, {});
      return answer as { failed_history: readonly { id: string }[] };
    },
    (answer) => answer.failed_history.length >= 2,
  );
  const reason = 'The vendor found no trace of it';
  const ids = [open[0]!.id];
  await ask(page, ADMIN_CSRF_COOKIE, `${url}/api/admin-resolve-many/`, { ids, decision: 'refund', reason });
}

async function chargeBack(page: Page, url: string, reference: string): Promise<void> {
  const record = {
    form_id: randomUUID(),
    provider: 'monnify',
    payment_reference: reference,
    dispute_reference: 'CB-7',
    amount: '1000',
    evidence: 'Mail of 12 March',
    reason: 'The card was stolen',
  };
  await eventually(
    () =>
      ask(page, ADMIN_CSRF_COOKIE, `${url}/api/admin-chargebacks/record/`, record).then(
        () => '',
        (error: unknown) => String(error),
      ),
    (refused) => refused === '',
  );
}

/** @returns the reference of a house purchase */
async function furnishOffice(
  { page, product: { url }, sandboxUrl }: ShownProduct,
  customerId: string,
): Promise<string> {
  const change = (path: string, body: object): Promise<unknown> =>
    ask(page, ADMIN_CSRF_COOKIE, url + path, { ...body, form_id: randomUUID() });
  await change('/api/broadcastmessage/', {
    broadcastTitle: 'No electricity on Sunday',
    broadcastMessage:
      'Ikeja Electric is away between two and four in the morning. What is bought then waits.',
  });
  await change('/api/admin-money-desk/house/', { amount: '20000', reason: 'For the shop' });
  const credit = { user_id: customerId, bank: 'Wema', depositor: 'Ada Obi', evidence: 'Statement of May' };
  await change('/api/admin-money-desk/credit/', {
    ...credit,
    amount: '1500',
    bank_reference: 'WEMA-1',
    reason: 'Paid at the counter',
  });
  // Above the limit of a single administrator, so it waits for approval.
  await change('/api/admin-money-desk/credit/', {
    ...credit,
    amount: '400000',
    bank_reference: 'WEMA-2',
    reason: 'Paid at the counter',
  });
  await payUnknownAccount(sandboxUrl, 2_500);
  const bought = await change('/api/buycard/', { amount: 300, network: 1, phone: '08031230077' });
  return String((bought as { reference: unknown }).reference);
}
