import { ownEntry } from './own-entry.js';

/**
 * HTTP status and message of each error code. `ErrorDetails` fill placeholders such as `{name}` in
 * the message.
 */
export const ERRORS = {
  INVALID_JSON: [400, 'The body is not valid JSON.'],
  INVALID_REQUEST: [400, 'This is not a request that can be read.'],
  REQUEST_TIMEOUT: [408, 'The request took too long to arrive. Send it again.'],
  PAYLOAD_TOO_LARGE: [413, 'The request is too large.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Send the body as application/json.'],
  NOT_FOUND: [404, 'There is nothing at this address.'],
  METHOD_NOT_ALLOWED: [405, 'This address does not accept this method.'],
  AUTH_REQUIRED: [401, 'Please log in.'],
  SESSION_EXPIRED: [401, 'Your session has ended. Please log in again.'],
  LOGIN_FAILED: [401, 'The email, phone or password is not correct.'],
  SECOND_FACTOR_REQUIRED: [401, 'Enter the code of your authenticator app.'],
  PASSKEY_OR_CODE_REQUIRED: [401, 'Confirm on your device, or enter the code of your authenticator app.'],
  SECOND_FACTOR_INCORRECT: [422, 'This code is not right, or it was used before. Wait for the next one.'],
  SECOND_FACTOR_REFUSED: [422, 'This was not confirmed by a device of yours. Try again, or enter a code.'],
  SECOND_FACTOR_OFF: [
    409,
    'Set up an authenticator app first: its recovery codes are for when a device is lost.',
  ],
  SIGN_IN_DEVICE_NOT_FOUND: [404, 'This device is not set up to sign in any more. Enter a code.'],
  SECOND_FACTOR_NEEDED: [
    403,
    'Set up a second factor first: this installation lets nobody work without one.',
  ],
  STEP_UP_REQUIRED: [403, 'Confirm that it is you. Your last proof is more than 15 minutes old.'],
  ADMINISTRATOR_SUSPENDED: [403, 'Your access is suspended. An owner can give it back.'],
  ENROLMENT_EXPIRED: [409, 'This was begun too long ago, or in another window. Begin again.'],
  LOGIN_LOCKED: [429, 'Too many failed attempts. Try again in {seconds} seconds.'],
  SIGNATURE_INVALID: [401, 'The signature does not match the body.'],
  CSRF_FAILED: [403, 'This page is out of date. Reload it and try again.'],
  CROSS_SITE: [403, 'This call is not allowed from another site.'],
  WRONG_ROLE: [403, 'This account may not do that.'],
  PERMISSION_MISSING: [403, 'This needs the permission {permission}.'],
  EMAIL_NOT_VERIFIED: [403, 'Verify your email to continue.'],
  EMAIL_MISSING: [409, 'Your account has no email. Ask support to add one.'],
  PHONE_SIGNS_IN: [
    422,
    'You log in with this phone. Verify an email before you change it. Support can add one to your account.',
  ],
  PIN_NOT_SET: [403, 'Set your transaction PIN to continue.'],
  PIN_ALREADY_SET: [409, 'Your transaction PIN is already set.'],
  PIN_INCORRECT: [422, 'Incorrect transaction PIN. {attemptsLeft} attempts left.'],
  PASSWORD_INCORRECT: [422, 'This is not your current password.'],
  PASSWORD_GUESSABLE: [422, 'This password is easy to guess. Choose another one.'],
  CODE_INCORRECT: [
    422,
    'This code is not right, or it has expired. Look at the newest mail or ask for a new code.',
  ],
  CODE_USED_UP: [422, 'This code was tried too often. Ask for a new one.'],
  BENEFICIARIES_FULL: [409, 'You have saved {most} recipients. Remove one that you do not need.'],
  RECOVERY_REQUIRED: [422, 'Enter your current password, or ask for a reset code in this browser.'],
  PASSKEY_REFUSED: [422, 'This was not signed by your device. {attemptsLeft} attempts left.'],
  PASSKEY_EXPIRED: [409, 'This was confirmed too long ago, or used already. Confirm again.'],
  PASSKEY_NOT_FOUND: [404, 'This device is not set up for payments any more. Enter your PIN.'],
  PASSKEY_LIMIT: [403, 'With fingerprint or face you pay up to {limit}. Enter your PIN to continue.'],
  PASSKEYS_FULL: [409, 'You have set up {most} devices. Remove one that you do not need.'],
  PASSKEYS_UNAVAILABLE: [409, 'Fingerprint or face is not available at this address.'],
  PUSH_UNAVAILABLE: [409, 'Notifications to devices are not set up here.'],
  PUSH_DEVICES_FULL: [409, 'You have notifications on {most} devices. Turn one off that you do not need.'],
  SESSION_NOT_FOUND: [404, 'This session has ended already.'],
  PIN_LOCKED: [423, 'PIN locked {howLong}. Reset it if you have forgotten it.'],
  VALIDATION_FAILED: [422, '{field}: {reason}'],
  INVALID_PHONE: [422, 'phone: Enter a valid 11-digit Nigerian number.'],
  AMOUNT_BELOW_MIN: [422, 'amount: Minimum is {minimum}.'],
  AMOUNT_ABOVE_MAX: [422, 'amount: Maximum is {maximum}.'],
  PINLESS_LIMIT: [
    403,
    'Without your transaction PIN you can spend {limit} a day. Enter your PIN to continue.',
  ],
  INSUFFICIENT_FUNDS: [402, 'Your balance is {available}. You need {short} more.'],
  POSSIBLE_DUPLICATE: [
    409,
    'You sent {amount} to {recipient} less than 2 minutes ago. Confirm to send again.',
  ],
  IDEMPOTENCY_CONFLICT: [409, 'This request was already used for a different purchase.'],
  PRICE_CHANGED: [409, 'The price is now {price}. Please confirm.'],
  SERVICE_OFF: [503, '{service} is temporarily unavailable. You have not been charged.'],
  NETWORK_DISABLED: [503, '{network} is temporarily unavailable. You have not been charged.'],
  PLAN_DISABLED: [503, '{plan} is temporarily unavailable. You have not been charged.'],
  SALES_HELD: [503, 'Nothing can be bought for the moment. Try again later. You have not been charged.'],
  PRICES_NOT_CONFIRMED: [503, 'Prices are still being set up. You have not been charged.'],
  NOTHING_PRICED: [409, 'The price list has no plans. Upload a price file, then confirm the prices.'],
  PLAN_NOT_FOUND: [404, 'This plan is not offered. Choose another one.'],
  VENDOR_NOT_SELLING: [422, '{vendor} does not sell {service}. Choose another one.'],
  CUSTOMER_NOT_FOUND: [404, 'We could not find that {thing}. Check the number and try again.'],
  LOOKUP_UNAVAILABLE: [503, '{provider} is not responding. Try again shortly. You have not been charged.'],
  STATEMENT_TOO_LONG: [422, 'to: More than {lines} lines. Choose a shorter time.'],
  TRANSACTION_NOT_FOUND: [404, 'There is no transaction with this reference.'],
  TERMS_CHANGED: [409, 'The legal pages were changed meanwhile. Read them, and send the form again.'],
  STALE_EDIT: [409, 'This was changed since you opened it. {what} is now {now}. Load it again.'],
  CHANGE_CONFLICT: [409, 'This form was sent before with other values. Open it again.'],
  BANK_REFERENCE_USED: [409, 'bank_reference: {reference} was booked before.'],
  PAYMENT_OF_PROVIDER: [
    409,
    'bank_reference: {reference} is a payment of the payment provider. It is credited by itself when the provider confirms it, or waits among the unmatched payments.',
  ],
  UNMATCHED_NOT_FOUND: [404, 'There is no unmatched payment with this reference.'],
  UNMATCHED_SETTLED: [409, 'This payment was {how} before, by somebody else.'],
  UNMATCHED_AMOUNT: [422, 'amount: The provider confirmed no certain amount. State what arrived.'],
  UNMATCHED_AMOUNT_DIFFERS: [409, 'amount: The provider has confirmed {paid} by now. Open it again.'],
  UNMATCHED_CERTAIN: [409, 'The provider has confirmed this payment. Assign it or return it.'],
  CHARGEBACK_PAYMENT_NOT_FOUND: [
    404,
    'payment_reference: No payment with this reference was credited to a customer.',
  ],
  CHARGEBACK_TOO_MUCH: [409, 'amount: Only {left} of this payment is left to charge back.'],
  CHARGEBACK_NOT_FOUND: [404, 'There is no chargeback with this dispute reference.'],
  DISPUTE_RECORDED: [409, 'dispute_reference: {dispute} was recorded before.'],
  DISPUTE_WON: [409, 'This dispute was recorded as won before.'],
  ACCOUNT_NOT_FOUND: [404, 'There is no customer with this email or phone.'],
  APPROVAL_NOT_FOUND: [404, 'There is no such request.'],
  APPROVAL_OWN: [403, 'You asked for this yourself. Another administrator has to agree.'],
  APPROVAL_OWN_CHANGE: [403, 'You changed this account yourself. Another administrator has to agree.'],
  APPROVAL_SAME_HAND: [
    403,
    'One of you gave the other this access in the last 30 days, or one person gave it to both. Another owner has to agree.',
  ],
  APPROVAL_DECIDED: [409, 'Somebody else has {how} this already.'],
  APPROVAL_WITHOUT_ASKER: [
    409,
    'Whoever asked for this may no longer move money. Refuse it, and ask for it yourself.',
  ],
  APPROVAL_TOO_NEW: [
    409,
    '{who} got this access less than 24 hours before this was asked for. Another administrator has to {what}, or it is refused and asked for again once the 24 hours are over.',
  ],
  PERMISSION_TOO_NEW: [
    409,
    'You got this access less than 24 hours ago. You can do this from {from} on. Until then, another administrator has to do it.',
  ],
  HOUSE_APPROVAL: [
    409,
    'This is more than you may spend alone today. Another administrator was asked on the page Approvals. Send the same order again once it is approved. Nothing was charged.',
  ],
  REVIEW_APPROVAL: [
    409,
    'This is more than you may decide alone today. Another administrator was asked on the page Approvals. Decide the same again once it is approved. Nothing has changed yet.',
  ],
  NEGATIVE_MARGIN: [
    409,
    'The price {price} is below what the vendor charges, {cost}. Allow selling below cost, or choose a higher price.',
  ],
  CONFIRM_OFF: [
    409,
    '{what} will not be sold until it is switched on again. Confirm to switch it off.{jump}',
  ],
  CONFIRM_PRICE: [
    409,
    '{what} changes by more than {percent} %, from {was} to {now}.{others} Confirm to change it.',
  ],
  SPENDING_FROZEN: [403, 'Spending from your wallet is stopped. Contact support. You have not been charged.'],
  PAYOUTS_WAIT_EMAIL: [
    403,
    'Our staff changed the email of your account. To protect your money, transfers, betting, exam pins and new recipients wait until {until}. Contact support if you need them earlier. You have not been charged.',
  ],
  PAYOUTS_WAIT_PIN: [
    403,
    'Your PIN was reset. To protect your money, nothing goes to a new account until {until}. Contact support if you need it earlier. You have not been charged.',
  ],
  PAYOUTS_FREE: [409, 'Nothing waits: this customer can send money already.'],
  EMAIL_TAKEN: [409, 'This email belongs to another account.'],
  ADMINISTRATOR_NOT_FOUND: [404, 'There is no administrator with this id.'],
  ACCESS_OWN: [403, 'Nobody changes their own access. Another owner has to do it.'],
  ACCESS_OF_GIVER: [
    403,
    'This owner gave you your access in the last 30 days. Another owner has to do this.',
  ],
  INVITATION_OPEN: [409, 'This email is invited already. Send that invitation again, or withdraw it.'],
  INVITATION_NOT_FOUND: [404, 'There is no invitation with this id.'],
  INVITATION_INVALID: [
    404,
    'This invitation is not valid any more. Look for a newer mail, or ask who invited you for another one.',
  ],
  INVITATION_EXPIRED: [410, 'This invitation has expired. Ask who invited you to send it again.'],
  INVITATION_USED: [409, 'This invitation was accepted already. Log in with the password that was chosen.'],
  USER_NOT_FOUND: [404, 'There is no customer with this id.'],
  ALERT_NOT_FOUND: [404, 'This alert is over, or there is none with this id.'],
  PRICE_CHANGE_OVER: [
    409,
    'This change has taken effect, or there is none with this id. Load the list again.',
  ],
  BROADCAST_NOT_FOUND: [404, 'There is no broadcast with this id.'],
  PURCHASE_SETTLED: [409, 'This purchase is already settled: {how}.'],
  REVIEW_NOT_OPEN: [409, 'This purchase is not waiting for a decision.'],
  LOOKUP_EXPIRED: [409, 'Look the account up again before you send.'],
  CUSTOMER_NOT_CHECKED: [409, 'Check the customer id before you pay.'],
  BVN_NO_MATCH: [422, 'The details do not match this BVN. {attemptsLeft} attempts left.'],
  BVN_PARTIAL: [422, 'Your {mismatch} did not match this BVN. {attemptsLeft} attempts left.'],
  BVN_TRIES_USED: [429, 'You have tried too often. Try again in {seconds} seconds.'],
  BVN_TAKEN: [409, 'This BVN belongs to another account.'],
  BVN_ALREADY_VERIFIED: [409, 'Your BVN is already verified.'],
  ACCOUNT_REFUSED: [422, 'The bank did not accept this number. Check it and try again.'],
  ACCOUNT_UNAVAILABLE: [503, 'The bank did not answer. Try again later. Your number was not kept.'],
  BVN_UNAVAILABLE: [503, 'BVN check is unavailable. Try again later. You have not been charged.'],
  ALREADY_AFFILIATE: [409, 'Your account is already an affiliate account.'],
  RATE_LIMITED: [429, 'Too many requests. Try again in {seconds} seconds.'],
  TOO_MANY_CUSTOMERS: [
    429,
    'You changed {most} customers within 24 hours. Another administrator can go on, or you in {hours} hours. The page API switch stops sales to all customers at once.',
  ],
  TOO_MANY_AT_ONCE: [
    429,
    'Too many of your requests are under way at once. Wait for their answers, then send this one again.',
  ],
  OVERLOADED: [
    503,
    'Too many people use this right now. This request was not carried out: send it again in {seconds} seconds.',
  ],
  VENDORS_BUSY: [
    503,
    '{service} has more orders waiting than can be delivered soon. Try again in a few minutes. You have not been charged.',
  ],
  OUTCOME_UNKNOWN: [503, 'We could not confirm this. Send it again with the same Idempotency-Key.'],
  LEDGER_UNAVAILABLE: [503, 'The ledger cannot store anything right now. You have not been charged.'],
  WALLET_UNAVAILABLE: [
    503,
    'Your wallet is being updated and cannot be used right now. Try again in a few minutes. You have not been charged.',
  ],
  READ_MODEL_UNAVAILABLE: [503, 'This list is not available right now. Try again shortly.'],
  SESSIONS_UNAVAILABLE: [503, 'We cannot check who you are right now. Try again in a few seconds.'],
  SHUTTING_DOWN: [503, 'The server is restarting. Try again in a few seconds.'],
  INTERNAL: [
    500,
    'Something went wrong. If you were charged it will be resolved automatically. Ref {reference}.',
  ],
} as const satisfies Record<string, readonly [status: number, text: string]>;

export type ErrorCode = keyof typeof ERRORS;
export type ErrorDetails = Readonly<Record<string, string | number>>;

export const statusOf = (code: ErrorCode): number => ERRORS[code][0];

export const messageOf = (code: ErrorCode, details: ErrorDetails = {}): string =>
  ERRORS[code][1].replace(/\{(\w+)\}/g, (_, name: string) => String(ownEntry(details, name) ?? ''));

/**
 * Error for a request that a business rule refuses. The answer shows `details`, so `details` must
 * not contain secrets.
 */
export class RuleBroken extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly details: ErrorDetails = {},
  ) {
    super(messageOf(code, details));
    this.name = 'RuleBroken';
  }
}

/**
 * Body of every failure. `field` names the faulty input, and `reference` identifies the log line.
 * With `POSSIBLE_DUPLICATE`, `earlier_reference` names the similar earlier purchase. With status
 * 429, `policy` names the exceeded limit.
 */
export interface FailureAnswer {
  readonly status: false;
  readonly code: ErrorCode;
  readonly message: string;
  readonly field?: string;
  readonly reference?: string;
  readonly earlier_reference?: string;
  readonly policy?: string;
}
