import { describe, expect, it } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import type { CallName } from '../../../services/contracts/calls.js';
import { ErrorBoundary } from './error-boundary.js';
import type { Answers } from './testing/fake-server.js';
import customerAnswers from './testing/customer-answers.json' with { type: 'json' };
import { fill, openPage, pick, press, says, sheet, words, type Shown } from './testing/render-page.js';

/** Text of the product, with the steps that make it appear. */
interface Scene extends Shown {
  readonly text: `[text:${string}]`;
  readonly path: string;
  /** Waits for a state in which the text is missing. */
  readonly before?: () => Promise<unknown>;
  readonly act?: () => Promise<unknown>;
}

/** Scenes of one form, one per result of its call. */
const endings = <Name extends CallName>(
  scene: Omit<Scene, 'text'>,
  call: Name,
  texts: Readonly<Record<`[text:${string}]`, Answers[Name]>>,
): Scene[] =>
  Object.entries(texts).map(([text, ending]) => ({
    ...scene,
    text: text as Scene['text'],
    answers: { ...scene.answers, [call]: ending },
  }));

const fillAndPress =
  (fields: Readonly<Record<string, string>>, button: string) => async (): Promise<void> => {
    await fill(fields);
    await press(button);
  };

const PASSWORDS = { Password: 'Some-pass-1', 'Confirm password': 'Some-pass-1' };
const DONE = { message: '' };
const NO_PIN = {
  ...customerAnswers.userData,
  user_data: { ...customerAnswers.userData.user_data, is_transaction_pin_set: false },
} as Answers['userData'];

/** Texts of entry and account pages. */
const ENTRY: readonly Scene[] = [
  ...endings(
    {
      path: '/login',
      as: 'visitor',
      act: fillAndPress({ 'Email or phone': 'ada@naira.test', Password: 'Some-pass-1' }, 'Log in'),
    },
    'login',
    {
      '[text:Logging in...]': 'held',
      '[text:Login failed. Please try again.]': 'refused',
      '[text:An error occurred during login. Please try again.]': 'broken',
    },
  ),
  ...endings(
    {
      path: '/register',
      as: 'visitor',
      act: fillAndPress(
        {
          Email: 'ada@naira.test',
          'First name': 'Ada',
          'Last name': 'Obi',
          'Phone number': '08031234567',
          ...PASSWORDS,
        },
        'Create account',
      ),
    },
    'register',
    {
      '[text:Processing...]': 'held',
      '[text:Registration failed. Please try again.]': 'refused',
      '[text:An error occurred during registration. Please try again.]': 'broken',
    },
  ),
  { text: '[text:Request Reset Code!]', path: '/forgotpassword', as: 'visitor' },
  ...endings(
    {
      path: '/forgotpassword',
      as: 'visitor',
      act: fillAndPress({ Email: 'ada@naira.test' }, 'Request Reset Code!'),
    },
    'forgotPassword',
    { '[text:sending code...]': 'held' },
  ),
  { text: '[text:Change Password Now!]', path: '/changepassword', as: 'visitor' },
  ...endings(
    {
      path: '/changepassword',
      as: 'visitor',
      act: fillAndPress(
        { Email: 'ada@naira.test', 'OTP code': '123456', ...PASSWORDS },
        'Change Password Now!',
      ),
    },
    'resetPassword',
    {
      '[text:changing Password...]': 'held',
      '[text:Failed to change password.]': 'refused',
      '[text:An error occurred while changing password.]': 'broken',
      '[text:Password changed successfully!]': DONE,
    },
  ),
  { text: '[text:Verify Now!]', path: '/verify-email' },
  ...endings(
    { path: '/verify-email', act: fillAndPress({ 'OTP code': '123456' }, 'Verify Now!') },
    'verifyEmail',
    {
      '[text:Failed to verify OTP.]': 'refused',
      '[text:An error occurred while verifying the email.]': 'broken',
      '[text:Email verified successfully!]': DONE,
    },
  ),
  ...endings({ path: '/verify-email', act: () => press('Resend code') }, 'resendVerificationCode', {
    '[text:Failed to resend verification code.]': 'refused',
    '[text:An error occurred while resending the verification code.]': 'broken',
    '[text:Verification code resent successfully!]': { retry_after: 60 },
  }),
  ...endings(
    {
      path: '/setpin',
      answers: { userData: NO_PIN! },
      act: fillAndPress({ 'Transaction PIN': '4826', 'Repeat the PIN': '4826' }, 'Set PIN'),
    },
    'setPin',
    {
      '[text:Failed to set transaction pin.]': 'refused',
      '[text:An error occurred while setting the transaction pin.]': 'broken',
      '[text:Transaction pin set successfully!]': { access_token: 'x' },
    },
  ),
  ...endings({ path: '/profile', act: () => press('Update profile') }, 'updateUserRecord', {
    '[text:Failed to update profile.]': 'refused',
    '[text:An error occurred while updating profile.]': 'broken',
    '[text:Profile updated successfully!]': DONE,
  }),
  ...endings({ path: '/home' }, 'userData', {
    '[text:We Are Preparing Your Data, Please wait...]': 'held',
    '[text:Failed to fetch user data]': 'refused',
    '[text:Error fetching user data]': 'broken',
  }),
  {
    text: '[text:API Token copied to clipboard!]',
    path: '/profile',
    answers: { rotateApiToken: { api_token: `nl_${'x'.repeat(43)}`, masked: 'nl_...xxxx' } },
    act: async () => {
      await press(/^Make a (new )?token$/);
      const asked = await sheet();
      await fill({ 'Your password': 'Demo-pass-1' }, asked);
      await press('Make a new token', asked);
      await press('Copy the API token');
    },
  },
];

async function pay(): Promise<void> {
  const asked = await sheet();
  await fill({ 'Transaction PIN': '4826' }, asked);
  await press(/^Pay/, asked);
}

const airtime = fillAndPress({ 'Phone number': '08031234567', Amount: '100' }, 'Continue');

async function smartcard(): Promise<void> {
  await pick('GoTV');
  await fillAndPress({ 'IUC number': '7023456789' }, 'Check smartcard')();
}

async function meter(): Promise<void> {
  await fill({ 'Distribution company': '18' });
  await pick('Prepaid');
  await fillAndPress({ 'Meter number': '45023456789' }, 'Check meter')();
}

async function account(): Promise<void> {
  await press(/^Bank Name|^Select Bank/);
  const asked = await sheet();
  await fill({ 'Find a bank': 'Access Bank' }, asked);
  await press('Access Bank', asked);
  await fill({ 'Account Number': '0123456789' });
}

async function transfer(): Promise<void> {
  await account();
  await fill({ Amount: '100' });
  // The form refuses to continue until the bank has answered.
  await screen.findByDisplayValue('CHINEDU EZE');
  await press('Send Now!');
  await pay();
}

const { transaction: bought } = customerAnswers.transaction;
const PENDING = {
  ...bought,
  service: 'transfer',
  transaction_status: 'Pending',
  status: 'Pending',
  steps: bought.steps.slice(0, 2),
};

/** Texts of purchases and product pages. */
const SERVICES: readonly Scene[] = [
  { text: '[text:Fast Delivery]', path: '/home' },
  { text: '[text:Coming soon]', path: '/home' },
  {
    text: '[text:Copied to clipboard!]',
    path: '/topup',
    act: async () => (await screen.findAllByRole('button', { name: /^Copy/ }))[0]!.click(),
  },
  { text: '[text:Recharge Your Account]', path: '/airtime' },
  {
    text: '[text:Select a network]',
    path: '/airtime',
    // The customer's own number selects a network. Before it has loaded, the page shows the text, too.
    before: () => screen.findByDisplayValue('08031230001'),
    act: () => fill({ 'Phone number': '' }),
  },
  ...endings({ path: '/airtime', act: airtime }, 'airtimeQuote', {
    '[text:Failed to fetch price]': 'refused',
  }),
  ...endings({ path: '/airtime', act: () => airtime().then(pay) }, 'buyAirtime', {
    '[text:Buying...]': 'held',
    '[text:Failed to complete purchase]': 'refused',
  }),
  {
    text: '[text:No data plans available for the selected network.]',
    path: '/buydata',
    answers: { dataPlans: { data_plans: [], planstatus: true, planMessage: '' } },
    act: async () => {
      await fill({ 'Phone number': '08031234567' });
      await pick('SME');
    },
  },
  {
    text: '[text:No Cable plans available for the selected provider.]',
    path: '/cable',
    answers: { cablePlans: { cable_plans: [] } },
    act: smartcard,
  },
  { text: '[text:Buy Now]', path: '/cable', act: smartcard },
  ...endings({ path: '/cable', act: smartcard }, 'validateIuc', {
    '[text:Validating...]': 'held',
    '[text:unable to validate iuc]': 'refused',
  }),
  { text: '[text:Pay Now]', path: '/electricity', act: meter },
  { text: '[text:Send Money To All Banks]', path: '/transfer' },
  { text: '[text:Select Bank]', path: '/transfer' },
  { text: '[text:Send Now!]', path: '/transfer' },
  ...endings({ path: '/transfer', act: account }, 'bankDetails', {
    '[text:Searching...]': 'held',
    '[text:Failed to fetch account information]': 'refused',
    '[text:Error fetching account information]': 'broken',
  }),
  ...endings({ path: '/transfer', act: transfer }, 'transferMoney', {
    '[text:Sending...]': 'held',
    '[text:Failed to process withdrawal]': 'refused',
    '[text:Something went wrong. Please try again later.]': 'broken',
  }),
  {
    text: '[text:Your Fund Will Arrive Shortly!]',
    path: '/transfer',
    answers: {
      transferMoney: { reference: 'NL-SENT', transaction_status: 'Pending' },
      // Transfer without an answer from the bank.
      transaction: { transaction: PENDING, position: 1 } as Answers['transaction'] & object,
    },
    act: transfer,
  },
  ...endings(
    { path: '/affiliate', act: fillAndPress({ 'Transaction PIN': '4826' }, 'Upgrade for ₦2,000.00') },
    'upgradeApi',
    { '[text:Upgrading...]': 'held' },
  ),
  ...endings(
    {
      path: '/verifybvn',
      act: fillAndPress(
        {
          BVN: '22222222226',
          'Full name, as at your bank': 'Ada Obi',
          'Date of birth (Day-Month-Year)': '03-Oct-1993',
          'Phone number at your bank': '08031234567',
        },
        'Verify BVN',
      ),
    },
    'verifyBvn',
    { '[text:Verifying...]': 'held' },
  ),
];

describe('texts of the product', () => {
  it.each([...ENTRY, ...SERVICES])('$text', async ({ text, path, before, act, ...shown }) => {
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: () => Promise.resolve() },
    });
    const said = text.slice('[text:'.length, -1);
    await openPage(path, { width: 360, ...shown });
    await before?.();
    if (act) {
      // The text is missing before `act`, so it comes from `act`.
      expect(words()).not.toContain(said);
      await act();
    }
    await says(said);
  });

  it('[text:Unexpected Application Error!] where a page breaks', () => {
    const Broken = () => {
      throw new Error('broken');
    };
    render(
      <MantineProvider env="test">
        <ErrorBoundary>
          <Broken />
        </ErrorBoundary>
      </MantineProvider>,
    );
    expect(words()).toContain('Unexpected Application Error!');
  });
});
