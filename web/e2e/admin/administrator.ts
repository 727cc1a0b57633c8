import type { Page } from 'playwright-core';

interface SignIn {
  readonly email?: string;
  readonly password?: string;
  /** The page it leads to. */
  readonly to?: string;
}

/** Signs an administrator in at their own door and waits for the page this leads to. Starts there unless it is shown already. */
export async function logInAsAdministrator(
  page: Page,
  url: string,
  { email = 'admin@demo.test', password = 'Admin-pass-1', to = homeOf(email) }: SignIn = {},
): Promise<void> {
  if (!page.url().endsWith('/adminlogin')) await page.goto(`${url}/adminlogin`);
  // The address changes first: until the form is there, a field of these names may be one of the page before.
  await page.getByRole('button', { name: 'Login Now!' }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login Now!' }).click();
  await page.waitForURL(`**${to}`);
}

/** Where somebody is led who wanted to go nowhere else. */
const homeOf = (email: string): string => (email.startsWith('auditor@') ? '/audit' : '/admin-area');
