import './browser-stand-ins.js';
import { afterEach, beforeEach } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { Permission } from '../../../../services/contracts/admin/administrators.contract.js';
import { adminSignedIn, adminSignedOut } from '../../api/admin-session.slice.js';
import { api } from '../../api/base-api.js';
import { signedIn, signedOut } from '../../api/session.slice.js';
import { chooseLanguage, type Language } from '../../languages/choice.js';
import { theme } from '../../ui/theme.js';
import { App } from '../app.js';
import { store } from '../store.js';
import administratorAnswers from './administrator-answers.json' with { type: 'json' };
import { resizeTo } from './browser-stand-ins.js';
import customerAnswers from './customer-answers.json' with { type: 'json' };
import { serve, type Answers } from './fake-server.js';

const complain = console.error;
// Silence `act` warnings: answers arrive by themselves, and tests wait for their effect.
console.error = (...said: unknown[]) => {
  if (!String(said[0]).includes('not wrapped in act')) complain(...said);
};

configure({
  // Skip visibility checks, which are slow and mean nothing without layout.
  defaultHidden: true,
  // Long, because no test measures time.
  asyncUtilTimeout: 30_000,
  getElementError: (message) => {
    const error = new Error(`${message ?? ''}\nThe page says: ${words().slice(0, 2_000)}`);
    error.name = 'TestingLibraryElementError';
    return error;
  },
});

export interface Shown {
  /** Kind of visitor; a customer by default. */
  readonly as?: 'visitor' | 'customer' | 'administrator' | 'auditor';
  /** Permissions of an administrator. */
  readonly permissions?: readonly Permission[];
  /**
   * Results in addition to `customer-answers.json` and `administrator-answers.json`, or instead of theirs.
   */
  readonly answers?: Answers;
  readonly language?: Language;
  /** Window width, px. */
  readonly width?: number;
}

/** Opens a path of the app, with prepared answers. */
export async function openPage(
  path: string,
  { as = 'customer', permissions = ['owner'], answers = {}, language = 'en', width = 1_280 }: Shown = {},
): Promise<void> {
  await leave();
  resizeTo(width);
  serve(as === 'customer' ? (customerAnswers as never) : {});
  serve(as === 'administrator' || as === 'auditor' ? (administratorAnswers as never) : {});
  serve({ siteLinks: customerAnswers.siteLinks, legalPages: { pages: [] }, ...answers });
  signIn(as, permissions);
  await chooseLanguage(language);
  history.replaceState(null, '', path);
  render(
    <MantineProvider theme={theme} env="test">
      <App />
    </MantineProvider>,
  );
  await waitFor(() => {
    if (!document.querySelector('h1, main')) throw new Error('there is no page yet');
  });
}

function signIn(as: NonNullable<Shown['as']>, permissions: readonly Permission[]): void {
  store.dispatch(api.util.resetApiState());
  if (as === 'visitor') return;
  if (as === 'customer') {
    sessionStorage.setItem('grabToken', 'a-token');
    document.cookie = 'csrftoken=c';
    store.dispatch(signedIn());
    return;
  }
  sessionStorage.setItem('adminToken', 'an-administrators-token');
  document.cookie = 'admin_csrftoken=c';
  const role = as === 'auditor' ? as : 'admin';
  store.dispatch(
    adminSignedIn({ firstName: 'Chidi', role, permissions: role === 'admin' ? permissions : [] }),
  );
}

/** Waits for `useBackCloses`, which removes its history entry after the sheet has closed. */
async function leave(): Promise<void> {
  const sheetOpen = (history.state as { readonly sheet?: string } | null)?.sheet !== undefined;
  const gone = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  cleanup();
  if (sheetOpen) await gone;
}

afterEach(leave);
beforeEach(() => {
  store.dispatch(signedOut());
  store.dispatch(adminSignedOut());
  sessionStorage.clear();
  localStorage.clear();
  for (const cookie of ['csrftoken', 'admin_csrftoken']) document.cookie = `${cookie}=; max-age=0`;
});

type Scope = Pick<typeof screen, 'getByLabelText' | 'findByLabelText' | 'findByRole' | 'getByRole'>;

/** Waits for the field with this label. */
export const field = (label: string, scope: Scope = screen): Promise<HTMLInputElement> =>
  scope.findByLabelText(label, { selector: 'input, textarea, select' });

export async function fill(fields: Readonly<Record<string, string>>, scope: Scope = screen): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    const found = await field(label, scope);
    fireEvent.focus(found);
    // Browsers send `change` for a select and `input` for a field.
    const tell = found.tagName === 'SELECT' ? fireEvent.change : fireEvent.input;
    tell(found, { target: { value } });
    fireEvent.blur(found);
  }
}

/** Waits until the button is enabled. */
export async function press(name: string | RegExp, scope: Scope = screen): Promise<void> {
  const button = await waitFor(() => {
    const found = scope.getByRole<HTMLButtonElement>('button', { name });
    if (found.disabled) throw new Error(`${found.textContent} cannot be pressed yet`);
    return found;
  });
  fireEvent.click(button);
}

export async function pick(name: string, scope: Scope = screen): Promise<void> {
  fireEvent.click(await scope.findByRole('radio', { name }));
}

/** Open dialog. */
export const sheet = async () => within(await screen.findByRole('dialog'));

const textOf = (part: Element): string =>
  part.tagName === 'STYLE'
    ? ''
    : part.children.length === 0
      ? (part.textContent ?? '')
      : [...part.childNodes]
          .map((node) => (node instanceof Element ? textOf(node) : (node.textContent ?? '')))
          .join('');

/** Visible text of the page, including field values. */
export const words = (): string =>
  [
    textOf(document.body),
    ...[...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value),
  ].join(' ');

export const says = (text: string): Promise<void> =>
  waitFor(() => {
    if (!words().includes(text)) throw new Error(`"${text}" is not among: ${words().slice(0, 3_000)}`);
  });

export const leadsTo = (path: string): Promise<void> =>
  waitFor(() => {
    if (location.pathname !== path) throw new Error(`the address is ${location.pathname}`);
  });
