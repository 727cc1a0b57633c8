import type { Page } from 'playwright-core';

interface SignIn {
  readonly email?: string;
  readonly password?: string;
  /** Path after the login. */
  readonly to?: string;
}

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
