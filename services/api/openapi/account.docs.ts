import { ADMIN_LOGIN_DOCS } from './admin/second-factor.docs.js';
import { DONE, FIELD, type CallDocs, type Chapter } from './call-docs.js';
import { OWN_SESSION_DOCS } from './own-sessions.docs.js';

const CODE = 'The six digits of the mailed code, as text.';
const PASSWORD = 'The password of the account.';
const NEW_PASSWORD = 'The new password, at least 8 characters.';
const SIGNED_IN = {
  status: true,
  message: 'Welcome back.',
  access_token: 'a token that belongs to this session',
  is_email_verify: true,
  is_transaction_pin_set: true,
} as const;
const CODE_SENT = { ...DONE, message: 'A code is on its way.', retry_after: 60 } as const;
const REPLACED = { ...DONE, access_token: 'the token of the new session' } as const;
const SETTINGS = {
  ...DONE,
  settings: { mail_delivered: false, mail_refunded: true, mail_statement: false },
} as const;
const RECIPIENT = {
  id: 'b1',
  service: 'airtime',
  recipient: '+2348031234567',
  name: 'Mother',
  provider: '1',
  kind: '',
} as const;
const PERSON = { fname: 'Ada', lname: 'Obi', phone_number: '08031234567' } as const;
const PERSON_FIELDS = { fname: 'First name.', lname: 'Last name.', phone_number: FIELD.phone } as const;

export const SIGNING_IN = {
  title: 'Accounts and sessions',
  about:
    'For browsers: a session lives in a cookie, and what changes something needs the X-CSRFToken header.',
  calls: {
    register: {
      title: 'Register',
      about: 'Makes an account and mails a code. The answer is the same whether or not the email has one.',
      fields: {
        ...PERSON_FIELDS,
        email: 'One email address.',
        password1: NEW_PASSWORD,
        password2: 'The same again.',
      },
      body: {
        ...PERSON,
        email: 'ada@example.com',
        password1: 'correct horse battery',
        password2: 'correct horse battery',
      },
      answer: DONE,
    },
    login: {
      title: 'Log in',
      about: 'Sets the session cookie.',
      fields: { email: 'The email of the account.', password: PASSWORD },
      body: { email: 'ada@example.com', password: 'correct horse battery' },
      answer: SIGNED_IN,
    },
    ...ADMIN_LOGIN_DOCS,
    session: {
      title: 'Restore a session',
      about:
        'The token of the session whose cookie is sent; of an administrator also who they are and what they may do.',
      fields: {},
      body: {},
      answer: SIGNED_IN,
    },
    logout: { title: 'Log out', about: 'Ends this session.', fields: {}, body: {}, answer: DONE },
    ...OWN_SESSION_DOCS,
    logoutEverywhere: {
      title: 'Log out everywhere',
      about: 'Ends every session of the account, and removes the devices that sign its purchases.',
      fields: {},
      body: {},
      answer: DONE,
    },
    resendVerificationCode: {
      title: 'Mail the code again',
      about: 'Mails another code to verify the email with.',
      fields: {},
      body: {},
      answer: CODE_SENT,
    },
    verifyEmail: {
      title: 'Verify the email',
      about: 'With the newest code that was mailed.',
      fields: { otp_code: CODE },
      body: { otp_code: '482613' },
      answer: DONE,
    },
    forgotPassword: {
      title: 'Forgot the password',
      about:
        'Mails a code if the email has an account, and sets the recovery cookie that the code belongs to.',
      fields: { email: 'The email of the account.' },
      body: { email: 'ada@example.com' },
      answer: CODE_SENT,
    },
    adminForgotPassword: {
      title: 'Forgot the password of an administrator',
      about: 'As for customers, for the accounts of administrators and auditors alone.',
      fields: { email: 'The email of the account.' },
      body: { email: 'owner@example.com' },
      answer: CODE_SENT,
    },
    adminResetPassword: {
      title: 'Reset the password of an administrator',
      about:
        'With the mailed code. Ends every session; a second factor is asked for at the next login as before.',
      fields: {
        resetCode: CODE,
        password1: 'At least 12 characters.',
        password2: 'The same again.',
        email: 'Needed only without the recovery cookie.',
      },
      body: { resetCode: '482613', password1: 'a new pass phrase', password2: 'a new pass phrase' },
      answer: DONE,
    },
    resetPassword: {
      title: 'Reset the password',
      about: 'With the mailed code. Ends every session.',
      fields: {
        resetCode: CODE,
        password1: NEW_PASSWORD,
        password2: 'The same again.',
        email: 'Needed only without the recovery cookie.',
      },
      body: { resetCode: '482613', password1: 'a new pass phrase', password2: 'a new pass phrase' },
      answer: DONE,
    },
    userPasswordChange: {
      title: 'Choose a new password',
      about: 'With the old password, or with the code of a reset that this browser asked for.',
      fields: {
        password1: NEW_PASSWORD,
        password2: 'The same again.',
        old_password: 'Either this',
        resetCode: 'or the mailed code.',
      },
      body: {
        password1: 'a new pass phrase',
        password2: 'a new pass phrase',
        old_password: 'correct horse battery',
      },
      answer: DONE,
    },
    updatePassword: {
      title: 'Change the password',
      about: 'Ends every session.',
      fields: { old_password: PASSWORD, new_password: NEW_PASSWORD },
      body: { old_password: 'correct horse battery', new_password: 'a new pass phrase' },
      answer: DONE,
    },
  },
} satisfies Chapter;

export const PROFILE = {
  title: 'Profile, PIN and recipients',
  about: 'For browsers: what an account keeps of its owner.',
  calls: {
    updateUserRecord: {
      title: 'Change name and phone',
      about: 'What receipts and mails call the customer.',
      fields: PERSON_FIELDS,
      body: PERSON,
      answer: DONE,
    },
    setPin: {
      title: 'Set the PIN',
      about: 'Only while there is none.',
      fields: { transaction_pin: FIELD.pin },
      body: { transaction_pin: '4826' },
      answer: REPLACED,
    },
    changePin: {
      title: 'Change the PIN',
      about: 'Replaces the session.',
      fields: { old_pin: 'The PIN there is, as text.', new_pin: 'The PIN to be, as text.' },
      body: { old_pin: '4826', new_pin: '7391' },
      answer: REPLACED,
    },
    requestPinReset: {
      title: 'Mail a code for a new PIN',
      about: 'Mails the code that resetting the PIN wants.',
      fields: {},
      body: {},
      answer: CODE_SENT,
    },
    resetPin: {
      title: 'Reset the PIN',
      about: 'With the password and the mailed code.',
      fields: { password: PASSWORD, otp_code: CODE, new_pin: 'The PIN to be, as text.' },
      body: { password: 'correct horse battery', otp_code: '482613', new_pin: '7391' },
      answer: REPLACED,
    },
    rotateApiToken: {
      title: 'Make an API token',
      about: 'The token before it stops working. The new one is shown this once.',
      fields: { password: PASSWORD },
      body: { password: 'correct horse battery' },
      answer: { ...DONE, api_token: 'nl_the_whole_token', masked: 'nl_...9f2c' },
    },
    exportOwnData: {
      title: 'Export everything',
      about:
        'Everything that is kept about the customer. `truncated` where one of the three lists has older rows than the 20,000 that fit: statements have them.',
      fields: {},
      body: {},
      answer: {
        status: true,
        own_data: {
          exported_at: '2026-03-02T10:15:30+01:00',
          profile: { first_name: 'Ada' },
          bank_accounts: [],
          notice_settings: SETTINGS.settings,
          beneficiaries: [RECIPIENT],
          passkeys: [],
          wallet: { available: 49010, held: 0 },
          transactions: [],
          fundings: [],
          problem_reports: [],
          truncated: false,
        },
      },
    },
    beneficiaries: {
      title: 'Recipients',
      about: 'Whom the customer bought for: saved ones and the latest.',
      fields: { service: 'Optional: of this service alone.' },
      body: { service: 'airtime' },
      answer: { status: true, saved: [RECIPIENT], recent: [] },
    },
    saveBeneficiary: {
      title: 'Save a recipient',
      about: 'Saving the same recipient again renames it.',
      fields: {
        service: 'What is bought for them.',
        recipient: 'Phone, meter, smartcard, client id or account number.',
        name: 'Optional: as you call them.',
        provider: 'Optional: network, provider, disco, platform or bank code.',
        kind: 'Optional: the meter type.',
      },
      body: { service: 'airtime', recipient: '08031234567', name: 'Mother', provider: '1' },
      answer: { ...DONE, id: 'b1' },
    },
    removeBeneficiary: {
      title: 'Remove a recipient',
      about: 'Forgets a saved recipient.',
      fields: { id: 'The id of a saved recipient.' },
      body: { id: 'b1' },
      answer: DONE,
    },
    noticeSettings: {
      title: 'Which mails are wanted',
      about: 'Mails about the account itself are always sent.',
      fields: {},
      body: {},
      answer: SETTINGS,
    },
    updateNoticeSettings: {
      title: 'Choose which mails are wanted',
      about: 'What is left out stays as it is.',
      fields: {
        mail_delivered: 'Optional: a mail for each purchase that was delivered.',
        mail_refunded: 'Optional: a mail for each purchase whose money came back.',
        mail_statement:
          'Optional: a mail once a month is over, with its balances and totals; off unless chosen.',
      },
      body: { mail_delivered: false },
      answer: SETTINGS,
    },
  },
} satisfies Chapter;

export const AFFILIATE_DOCS = {
  upgradeQuote: {
    title: 'What the affiliate account costs',
    about: 'The fee, and what would be left.',
    fields: {},
    body: {},
    answer: { status: true, tier: 'regular', fee: 2000, balance_after: 47010 },
  },
  upgradeApi: {
    title: 'Become an affiliate',
    about: 'Takes the fee once; prices are an affiliate’s from then on.',
    fields: { transaction_pin: FIELD.optionalPin, quoted_price: FIELD.quoted },
    body: { transaction_pin: '4826' },
    answer: DONE,
  },
} satisfies Partial<CallDocs>;
