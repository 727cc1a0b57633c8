import type { Call } from './call.js';

const anybody = (path: string) => ({ method: 'POST', path, kind: 'changes', access: 'public' }) as const;
const reads = (path: string) => ({ method: 'POST', path, kind: 'reads', access: 'browser-user' }) as const;
const changes = (path: string) =>
  ({ method: 'POST', path, kind: 'changes', access: 'browser-user' }) as const;

/**
 * An account and who may get into it. What changes it needs a browser's session: a reseller's API token may buy, and
 * never take over the account it belongs to.
 */
export const ACCOUNTS_CALLS = {
  register: anybody('/api/user_registration/'),
  /** Mails a code if the email has an account, and sets the `recovery` cookie that the code belongs to. */
  forgotPassword: anybody('/api/forgot-password/'),
  resetPassword: anybody('/api/reset-password/'),
  resendVerificationCode: changes('/api/resent_verification_code/'),
  verifyEmail: changes('/api/verify_email/'),
  /** With the password there is, or with a code that `forgotPassword` mailed for this browser. Ends all sessions. */
  userPasswordChange: changes('/api/user-password-change/'),
  updatePassword: changes('/api/update-password/'),
  updateUserRecord: changes('/api/update_user_record/'),
  /** Only while there is none. This and the next three replace the session: the answer holds the new token. */
  setPin: changes('/api/set-transaction-pin/'),
  changePin: changes('/api/change-transaction-pin/'),
  resetPin: changes('/api/reset-transaction-pin/'),
  /** Mails the code that `resetPin` wants. */
  requestPinReset: changes('/api/request-pin-reset/'),
  rotateApiToken: changes('/api/rotate-api-token/'),
  logoutEverywhere: { method: 'POST', path: '/api/logout-everywhere/', kind: 'changes', access: 'session' },
  /** Everything that is kept about the customer, as a JSON file. */
  exportOwnData: reads('/api/export_my_data/'),
  /** Whom the customer bought for: saved ones and the latest. */
  beneficiaries: reads('/api/beneficiaries/'),
  saveBeneficiary: changes('/api/save_beneficiary/'),
  removeBeneficiary: changes('/api/remove_beneficiary/'),
  noticeSettings: reads('/api/notice_settings/'),
  updateNoticeSettings: changes('/api/update_notice_settings/'),
} as const satisfies Record<string, Call>;
