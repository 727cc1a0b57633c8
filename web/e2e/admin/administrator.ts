import type { Page } from 'playwright-core';
import { PATIENCE_MS } from '../../../infra/testing/until.js';

interface SignIn {
  readonly email?: string;
  readonly password?: string;
  /** Path after the login. */
  readonly to?: string;
}

export const AUDITOR = { email: 'auditor@demo.test', password: 'Audit-pass-1' } as const;

/** Opens `/adminlogin` unless the page shows it. */
export async function logInAsAdministrator(
  page: Page,
  url: string,
  { email = 'admin@demo.test', password = 'Admin-pass-1', to = homeOf(email) }: SignIn = {},
): Promise<void> {
  if (!page.url().endsWith('/adminlogin')) await page.goto(`${url}/adminlogin`);
  // The previous page may have fields of the same names.
  await page.getByRole('button', { name: 'Login Now!' }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login Now!' }).click();
  await page.waitForURL(`**${to}`);
}

/** Path after a login without another destination. */
const homeOf = (email: string): string => (email.startsWith('auditor@') ? '/audit' : '/admin-area');

/** Signs in over HTTP, which is cheaper than the form, and opens `to`. */
export async function enterAsAdministrator(
  page: Page,
  url: string,
  to: string,
  { email = 'admin@demo.test', password = 'Admin-pass-1' }: Omit<SignIn, 'to'> = {},
): Promise<void> {
  const data = { username: email, password };
  const answer = await page.request.post(`${url}/api/admin-login/`, { data, timeout: PATIENCE_MS });
  if (!answer.ok()) throw new Error(`the login answered ${answer.status()}: ${await answer.text()}`);
  await page.goto(url + to);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

/** Page that `goWithin` passes when only the query changes, so that the page starts again. */
const ELSEWHERE = '/plans';

/**
 * Opens another page without loading the app again, which is a quarter of the processor time of `page.goto`. Resolves
 * when the heading of the last page is gone.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  const { origin, pathname } = new URL(page.url());
  if (new URL(path, origin).pathname === pathname) await leaveFor(page, ELSEWHERE);
  await leaveFor(page, path);
}

const leaveFor = (page: Page, path: string): Promise<void> =>
  page.evaluate(`new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The heading stays on the way to ' + ${JSON.stringify(path)})), ${PATIENCE_MS});
    const heading = document.querySelector('h1');
    const before = heading?.textContent;
    const look = () => {
      const now = document.querySelector('h1');
      if (!now || (now === heading && now.textContent === before)) return;
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    history.pushState(null, '', ${JSON.stringify(path)});
    dispatchEvent(new PopStateEvent('popstate'));
    look();
  })`);
