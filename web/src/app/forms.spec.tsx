import { expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { callsOf, lastSent, serve } from './testing/fake-server.js';
import customerAnswers from './testing/customer-answers.json' with { type: 'json' };
import { field, fill, leadsTo, openPage, press, says, sheet, words } from './testing/render-page.js';

const MISSING = 'Fill in this field.';
const NAME = 'Email or phone';
const NO_EMAIL = 'Enter an email address, like ada@mail.com.';
const times = (text: string): number => words().split(text).length - 1;

/** Expects the focus and `aria-describedby` on the faulty field, which screen readers need. */
async function blames(label: string, fault: string): Promise<void> {
  await says(fault);
  const found = await field(label);
  expect(document.activeElement).toBe(found);
  expect(found.getAttribute('aria-invalid')).toBe('true');
  const ids = found.getAttribute('aria-describedby')!.split(' ');
  const told = ids.map((id) => document.getElementById(id)?.textContent ?? '');
  expect(told.join(' ')).toContain(fault);
}

it('shows its own error below an empty login field and sends nothing', async () => {
  const { session: login, ...more } = customerAnswers;
  await openPage('/login', { as: 'visitor', answers: { ...(more as object), login } });
  await press('Log in');
  await blames(NAME, MISSING);
  expect(times(MISSING)).toBe(2);
  await fill({ [NAME]: ' customer@demo.test ' });
  expect(times(MISSING)).toBe(0);
  await press('Log in');
  await blames('Password', MISSING);
  expect(callsOf('login')).toEqual([]);
  await fill({ Password: 'Demo-pass-1' });
  await press('Log in');
  await leadsTo('/home');
  expect(lastSent('login')).toEqual({ email: 'customer@demo.test', password: 'Demo-pass-1' });
});

it('shows its own error below a wrong email and sends nothing', async () => {
  await openPage('/forgotpassword', { as: 'visitor' });
  await fill({ Email: 'ada' });
  await press('Request Reset Code!');
  await blames('Email', NO_EMAIL);
  expect(callsOf('forgotPassword')).toEqual([]);
});

it.each([
  ['/register', 'Create account', 6],
  ['/forgotpassword', 'Request Reset Code!', 1],
  ['/adminlogin', 'Login Now!', 2],
  ['/adminforgotpassword', 'Request Reset Code!', 1],
])('shows an error below each empty field of %s and sends nothing', async (path, button, fields) => {
  await openPage(path, { as: 'visitor' });
  await press(button);
  await blames('Email', MISSING);
  expect(times(MISSING)).toBe(fields);
});

it('shows the error of an empty field in the chosen language', async () => {
  await openPage('/login', { as: 'visitor', language: 'pcm' });
  document.querySelector<HTMLButtonElement>('form button[type=submit]')!.click();
  await blames(NAME, 'Abeg put something here.');
});

it('shows a refusal below the registration field that it names', async () => {
  await openPage('/register', {
    as: 'visitor',
    answers: {
      register: { refused: 400, code: 'VALIDATION_FAILED', message: 'email: is taken', field: 'email' },
    },
  });
  await fill({
    Email: 'ada@naira.test',
    'First name': 'Ada',
    'Last name': 'Obi',
    'Phone number': '08031234567',
    Password: 'Some-pass-1',
    'Confirm password': 'Some-pass-1',
  });
  await press('Create account');
  await blames('Email', 'is taken');
  expect(screen.queryByText('email: is taken')).toBeNull();
});

it('reports a missing number and amount without requesting a price', async () => {
  await openPage('/airtime', { width: 360 });
  await screen.findByDisplayValue('08031230001');
  await fill({ 'Phone number': '0803123' });
  await press('Continue');
  await blames('Phone number', 'Enter a valid 11-digit Nigerian number.');
  expect(words()).toContain('Enter an amount');
  expect(callsOf('airtimeQuote')).toEqual([]);
});

it('sends no order before its button is pressed', async () => {
  await openPage('/airtime', { width: 360 });
  await screen.findByDisplayValue('08031230001');
  expect(words()).not.toContain('Enter an amount');
  await press('Continue');
  await blames('Amount', 'Enter an amount');
});

it('submits a "buy again" order once by itself, and not after an edit', async () => {
  await openPage('/airtime?again=NL4MDSHAY3DXCMH7PB', { width: 360 });
  await press('Close', await sheet());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(callsOf('airtimeQuote').map(({ body }) => body['amount'])).toContain('100');
  // If the form were sent a second time, the empty amount would be reported.
  await fill({ Amount: '' });
  expect(words()).not.toContain('Enter an amount');
});

it.each([
  [
    '/settings',
    {
      passkeys: 'Fingerprint or face',
      pushDevices: 'Notifications to your devices',
      noticeSettings: 'Mail me',
      sessions: 'Where you are signed in',
    },
  ],
  ['/profile', { beneficiaries: 'Saved recipients' }],
])('says which lists of %s could not be loaded, and tries them again', async (path, lists) => {
  const calls = Object.keys(lists) as (keyof typeof customerAnswers)[];
  await openPage(path, { answers: Object.fromEntries(calls.map((call) => [call, 'refused'])) });
  const card = (title: string): HTMLElement =>
    screen.getByRole('heading', { name: title }).closest('section')!;
  for (const title of Object.values(lists))
    await waitFor(() => expect(card(title).textContent).toContain('could not be loaded.'));
  for (const [call, title] of Object.entries(lists)) {
    serve({ [call]: customerAnswers[call as keyof typeof customerAnswers] });
    await press('Try again', within(card(title)));
  }
  await waitFor(() => expect(words()).not.toContain('could not be loaded.'));
});

it('offers only the change of the PIN to a customer who has one', async () => {
  await openPage('/setpin');
  await says('Your PIN is set.');
  expect(screen.queryByLabelText('Transaction PIN')).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: 'Change it' }));
  await leadsTo('/changepin');
});

it('shows BVN errors below the fields instead of in a browser bubble', async () => {
  await openPage('/verifybvn');
  await press('Verify BVN');
  await blames('BVN', 'A BVN has eleven digits.');
  await says('Enter the name as your bank has it.');
  await says('Enter the number your bank has.');
});
