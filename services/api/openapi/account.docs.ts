import { ADMIN_LOGIN_DOCS } from './admin/second-factor.docs.js';
import { type CallDocs, type Chapter } from './call-docs.js';
import { OWN_SESSION_DOCS } from './own-sessions.docs.js';

export const SIGNING_IN = {
  title: 'Accounts and sessions',
  about:
    'For browsers: a session lives in a cookie, and what changes something needs the X-CSRFToken header.',
  calls: {
    register: {
      title: 'Register',
      about: 'Makes an account and mails a code. The answer is the same whether or not the email has one.',
    },
    login: {
      title: 'Log in',
      about: 'Sets the session cookie.',
    },
    ...ADMIN_LOGIN_DOCS,
    session: {
      title: 'Restore a session',
      about:
        'The token of the session whose cookie is sent; of an administrator also who they are and what they may do.',
    },
    logout: { title: 'Log out', about: 'Ends this session.' },
    ...OWN_SESSION_DOCS,
    logoutEverywhere: {
      title: 'Log out everywhere',
      about: 'Ends every session of the account, and removes the devices that sign its purchases.',
    },
    resendVerificationCode: {
      title: 'Mail the code again',
      about: 'Mails another code to verify the email with.',
    },
    verifyEmail: {
      title: 'Verify the email',
      about: 'With the newest code that was mailed.',
    },
    forgotPassword: {
      title: 'Forgot the password',
      about:
        'Mails a code if the email has an account, and sets the recovery cookie that the code belongs to.',
    },
    adminForgotPassword: {
      title: 'Forgot the password of an administrator',
      about: 'As for customers, for the accounts of administrators and auditors alone.',
    },
    adminResetPassword: {
      title: 'Reset the password of an administrator',
      about:
        'With the mailed code. Ends every session; a second factor is asked for at the next login as before.',
    },
    resetPassword: {
      title: 'Reset the password',
      about: 'With the mailed code. Ends every session.',
    },
    userPasswordChange: {
      title: 'Choose a new password',
      about: 'With the old password, or with the code of a reset that this browser asked for.',
    },
    updatePassword: {
      title: 'Change the password',
      about: 'Ends every session.',
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
    },
    setPin: {
      title: 'Set the PIN',
      about: 'Only while there is none.',
    },
    changePin: {
      title: 'Change the PIN',
      about: 'Replaces the session.',
    },
    requestPinReset: {
      title: 'Mail a code for a new PIN',
      about: 'Mails the code that resetting the PIN wants.',
    },
    resetPin: {
      title: 'Reset the PIN',
      about: 'With the password and the mailed code.',
    },
    rotateApiToken: {
      title: 'Make an API token',
      about: 'The token before it stops working. The new one is shown this once.',
    },
    exportOwnData: {
      title: 'Export everything',
      about:
        'Everything that is kept about the customer. `truncated` where one of the three lists has older rows than the 20,000 that fit: statements have them.',
    },
    beneficiaries: {
      title: 'Recipients',
      about: 'Whom the customer bought for: saved ones and the latest.',
    },
    saveBeneficiary: {
      title: 'Save a recipient',
      about: 'Saving the same recipient again renames it.',
    },
    removeBeneficiary: {
      title: 'Remove a recipient',
      about: 'Forgets a saved recipient.',
    },
    noticeSettings: {
      title: 'Which mails are wanted',
      about: 'Mails about the account itself are always sent.',
    },
    updateNoticeSettings: {
      title: 'Choose which mails are wanted',
      about: 'What is left out stays as it is.',
    },
  },
} satisfies Chapter;

export const AFFILIATE_DOCS = {
  upgradeQuote: {
    title: 'What the affiliate account costs',
    about: 'The fee, and what would be left.',
  },
  upgradeApi: {
    title: 'Become an affiliate',
    about: 'Takes the fee once; prices are an affiliate’s from then on.',
  },
} satisfies Partial<CallDocs>;
