import { endings, fillIn, type Scene } from './scene.js';

const PASSWORDS = { Password: 'Some-pass-1', 'Confirm password': 'Some-pass-1' };
const visitor = true as const;

/** What is said on the way in, and about the account itself. */
export const ENTRY_SCENES: readonly Scene[] = [
  ...endings(
    {
      path: '/login',
      visitor,
      act: fillIn({ Email: 'ada@naira.test', Password: 'Some-pass-1' }, 'Log in'),
    },
    '/api/user_login/',
    {
      '[text:Logging in...]': 'held',
      '[text:Login failed. Please try again.]': 'refused',
      '[text:An error occurred during login. Please try again.]': 'broken',
    },
  ),
  ...endings(
    {
      path: '/register',
      visitor,
      act: fillIn(
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
    '/api/user_registration/',
    {
      '[text:Processing...]': 'held',
      '[text:Registration failed. Please try again.]': 'refused',
      '[text:An error occurred during registration. Please try again.]': 'broken',
    },
  ),
  { text: '[text:Request Reset Code!]', path: '/forgotpassword', visitor },
  ...endings(
    {
      path: '/forgotpassword',
      visitor,
      act: fillIn({ Email: 'ada@naira.test' }, 'Request Reset Code!'),
    },
    '/api/forgot-password/',
    { '[text:sending code...]': 'held' },
  ),
  { text: '[text:Change Password Now!]', path: '/changepassword', visitor },
  ...endings(
    {
      path: '/changepassword',
      visitor,
      act: fillIn({ Email: 'ada@naira.test', 'OTP code': '123456', ...PASSWORDS }, 'Change Password Now!'),
    },
    '/api/reset-password/',
    {
      '[text:changing Password...]': 'held',
      '[text:Failed to change password.]': 'refused',
      '[text:An error occurred while changing password.]': 'broken',
      '[text:Password changed successfully!]': {},
    },
  ),
  { text: '[text:Verify Now!]', path: '/verify-email' },
  ...endings(
    { path: '/verify-email', act: fillIn({ 'OTP code': '123456' }, 'Verify Now!') },
    '/api/verify_email/',
    {
      '[text:Failed to verify OTP.]': 'refused',
      '[text:An error occurred while verifying the email.]': 'broken',
      '[text:Email verified successfully!]': {},
    },
  ),
  ...endings({ path: '/verify-email', act: fillIn({}, 'Resend code') }, '/api/resent_verification_code/', {
    '[text:Failed to resend verification code.]': 'refused',
    '[text:An error occurred while resending the verification code.]': 'broken',
    '[text:Verification code resent successfully!]': { retry_after: 60 },
  }),
  ...endings(
    {
      path: '/setpin',
      calls: { '/api/user_data/': { user_data: { is_email_verify: true, is_transaction_pin_set: false } } },
      act: fillIn({ 'Transaction PIN': '4826', 'Repeat the PIN': '4826' }, 'Set PIN'),
    },
    '/api/set-transaction-pin/',
    {
      '[text:Failed to set transaction pin.]': 'refused',
      '[text:An error occurred while setting the transaction pin.]': 'broken',
      '[text:Transaction pin set successfully!]': { access_token: 'x' },
    },
  ),
  ...endings({ path: '/profile', act: fillIn({}, 'Update profile') }, '/api/update_user_record/', {
    '[text:Failed to update profile.]': 'refused',
    '[text:An error occurred while updating profile.]': 'broken',
    '[text:Profile updated successfully!]': {},
  }),
  ...endings({ path: '/home' }, '/api/user_data/', {
    '[text:We Are Preparing Your Data, Please wait...]': 'held',
    '[text:Failed to fetch user data]': 'refused',
    '[text:Error fetching user data]': 'broken',
  }),
  {
    text: '[text:API Token copied to clipboard!]',
    path: '/profile',
    calls: { '/api/rotate-api-token/': { api_token: `nl_${'x'.repeat(43)}`, masked: 'nl_...xxxx' } },
    act: async (page) => {
      await page.getByRole('button', { name: /^Make a (new )?token$/ }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByLabel('Your password', { exact: true }).fill('Demo-pass-1');
      await sheet.getByRole('button', { name: 'Make a new token' }).click();
      await page.getByRole('button', { name: 'Copy the API token' }).click();
    },
  },
];
