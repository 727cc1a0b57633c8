import type { Page } from 'playwright-core';
import { PATIENCE_MS, until } from '../../infra/testing/until.js';
import { type NewCustomer, newCustomer } from '../../services/standalone/testing/people.js';
import type { SharedProduct } from '../../services/standalone/testing/shared-product.js';

export interface Customer {
  readonly email: string;
  readonly password: string;
  readonly pin: string;
}

interface Mail {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
}

/** Mails to an address in the sandbox, newest first. */
export async function mailsTo(sandboxUrl: string, email: string): Promise<readonly Mail[]> {
  const answer = await fetch(`${sandboxUrl}/outbox?to=${encodeURIComponent(email)}`);
  return (await answer.json()) as Mail[];
}

/** Waits for a code mailed after the first `before` mails; returns the newest. */
export async function codeFor(sandboxUrl: string, email: string, before = 0): Promise<string> {
  let code: string | undefined;
  await until(async () => {
    const mails = await mailsTo(sandboxUrl, email);
    // Mails without a code may have followed.
    const fresh = mails.slice(0, Math.max(0, mails.length - before));
    code = fresh.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find((found) => found !== undefined);
    return code !== undefined;
  }, `a mail with a code to ${email}`);
  return code!;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

export const type = (page: Page, label: string, text: string): Promise<void> =>
  page.getByLabel(label, { exact: true }).fill(text);

/** Creates a customer and gives `page` the session, without opening a page. */
export async function becomeNewCustomer(
  page: Page,
  product: Pick<SharedProduct, 'url' | 'sandboxUrl'>,
  given?: Parameters<typeof newCustomer>[1],
): Promise<NewCustomer> {
  const customer = await newCustomer(product, given);
  await logInDirectly(page, product.url, customer);
  return customer;
}

/** Gives the browser of `page` a session, without opening a page. */
export async function logInDirectly(
  page: Page,
  url: string,
  { email, password }: Pick<Customer, 'email' | 'password'>,
): Promise<void> {
  const answer = await page.request.post(`${url}/api/user_login/`, {
    data: { email, password },
    timeout: PATIENCE_MS,
  });
  if (!answer.ok()) throw new Error(`the login answered ${answer.status()}: ${await answer.text()}`);
}

/** Registers `customer` from the landing page; ends at `/login`. */
export async function register(page: Page, url: string, customer: Customer): Promise<void> {
  await page.goto(`${url}/onset`);
  await page.getByRole('link', { name: 'Get Started' }).click();
  await type(page, 'Email', customer.email);
  await type(page, 'First name', 'Bola');
  await type(page, 'Last name', 'Adeyemi');
  await type(page, 'Phone number', '0803 777 0001');
  await type(page, 'Password', customer.password);
  await type(page, 'Confirm password', customer.password);
  await button(page, 'Create account').click();
  await page.waitForURL('**/login');
}

export async function enter(
  page: Page,
  url: string,
  { email, password }: Pick<Customer, 'email' | 'password'>,
  to: string,
): Promise<void> {
  if (!page.url().endsWith('/login')) await page.goto(`${url}/login`);
  // The previous page may have fields of the same names.
  await button(page, 'Log in').waitFor();
  await type(page, 'Email or phone', email);
  await type(page, 'Password', password);
  await button(page, 'Log in').click();
  await page.waitForURL(`**${to}`);
}

export async function verifyEmail(page: Page, code: string): Promise<void> {
  await type(page, 'OTP code', code);
  await button(page, 'Verify Now!').click();
  await page.waitForURL('**/home');
}

export async function setPin(page: Page, url: string, pin: string): Promise<void> {
  await page.goto(`${url}/setpin`);
  await type(page, 'Transaction PIN', pin);
  await type(page, 'Repeat the PIN', pin);
  await button(page, 'Set PIN').click();
  await page.waitForURL('**/home');
}

/** Pays as a bank would, and waits for the arrival. */
export async function fund(page: Page, url: string, sandboxUrl: string, naira: number): Promise<void> {
  // The page announces only payments that follow its first list.
  const listed = page.waitForResponse('**/api/user_wallet_funding_transactions/');
  await page.goto(`${url}/topup`);
  const shown = await page
    .getByText(/Account number \d{10}/)
    .first()
    .textContent();
  await listed;
  const transfer = await fetch(`${sandboxUrl}/transfers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ accountNumber: /\d{10}/.exec(shown ?? '')?.[0], amount: naira }),
  });
  if (!transfer.ok) throw new Error(`The bank answered ${transfer.status}.`);
  await page.getByText('has arrived').first().waitFor();
}
