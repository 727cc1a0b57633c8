import {
  customer,
  CUSTOMER_PASSWORD,
  EMAIL,
  newcomer,
  PASSWORD,
  PIN,
  SAID,
  type ContractRow,
} from './contract-row.js';

/** Calls from registration to the first possible purchase. */
export const JOINING: readonly ContractRow[] = [
  {
    call: '[call:/api/user_registration/]',
    by: 'anybody',
    body: {
      email: EMAIL,
      fname: 'Ada',
      lname: 'Obi',
      phone_number: '08031230001',
      password1: PASSWORD,
      password2: PASSWORD,
    },
    required: ['email', 'fname', 'lname', 'phone_number', 'password1', 'password2'],
    reads: SAID,
  },
  {
    call: '[call:/api/user_login/]',
    by: 'anybody',
    body: { email: EMAIL, password: PASSWORD, login_device: 1 },
    required: ['email', 'password'],
    reads: {
      access_token: 'string',
      message: 'string',
      is_email_verify: 'boolean',
      is_transaction_pin_set: 'boolean',
    },
  },
  { call: '[call:/api/resent_verification_code/]', ...newcomer, body: {}, required: [], reads: SAID },
  {
    call: '[call:/api/verify_email/]',
    by: 'newcomer',
    body: async ({ code }) => ({ otp_code: await code() }),
    required: ['otp_code'],
    reads: SAID,
  },
  {
    call: '[call:/api/set-transaction-pin/]',
    ...newcomer,
    body: { transaction_pin: PIN },
    required: ['transaction_pin'],
    reads: SAID,
  },
  {
    call: '[call:/api/change-transaction-pin/]',
    ...newcomer,
    body: { old_pin: PIN, new_pin: '7391' },
    required: ['old_pin', 'new_pin'],
    reads: SAID,
  },
  {
    call: '[call:/api/update_user_record/]',
    ...newcomer,
    body: { fname: 'Adaeze', lname: 'Obi', phone_number: '08031230002' },
    required: ['fname', 'lname', 'phone_number'],
    reads: SAID,
  },
  {
    call: '[call:/api/user_data/]',
    ...customer,
    body: {},
    required: [],
    reads: { user_data: 'object' },
  },
  {
    call: '[call:/api/notifications/]',
    by: 'customer',
    token: 'grabToken',
    body: {},
    required: [],
    reads: { status: 'boolean', title: 'string', messagebody: 'string' },
  },
];

/** Password resets and logout. */
export const LEAVING: readonly ContractRow[] = [
  {
    call: '[call:/api/forgot-password/]',
    by: 'anybody',
    body: { email: EMAIL },
    required: ['email'],
    reads: { status: 'boolean', message: 'string' },
  },
  {
    call: '[call:/api/reset-password/]',
    by: 'anybody',
    body: async ({ code }) => ({
      resetCode: await code(),
      email: EMAIL,
      password1: 'Another-pass-2',
      password2: 'Another-pass-2',
    }),
    required: ['resetCode', 'password1', 'password2'],
    reads: { status: 'boolean', message: 'string' },
  },
  {
    call: '[call:/api/user-password-change/]',
    by: 'customer',
    token: 'grabToken',
    body: { old_password: CUSTOMER_PASSWORD, password1: 'Demo-pass-2', password2: 'Demo-pass-2' },
    required: ['password1', 'password2'],
    reads: { status: 'boolean', message: 'string' },
  },
  {
    call: '[call:/api/update-password/]',
    ...customer,
    body: { old_password: 'Demo-pass-2', new_password: 'Demo-pass-3' },
    required: ['old_password', 'new_password'],
    reads: SAID,
  },
  { call: '[call:/api/logout/]', ...customer, body: {}, required: [], reads: SAID },
];
