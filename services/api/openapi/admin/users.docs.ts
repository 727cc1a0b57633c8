import { type CallDocs } from '../call-docs.js';

export const USER_DOCS = {
  users: {
    title: 'Customers',
    about: 'Whoever registered last first. Personal data is masked for who may not help customers.',
    body: { search: 'obi' },
  },
  affiliates: {
    title: 'Affiliates',
    about: 'The customers who buy at affiliate prices.',
  },
  upgradeUser: {
    title: 'Make an affiliate of a customer',
    about: 'Nothing is charged. Their next purchase has affiliate prices. The same again changes nothing.',
    answer: { message: 'The user is an affiliate now.' },
  },
  downgradeUser: {
    title: 'Make an affiliate a regular user',
    about: 'Nothing is given back. The same again changes nothing.',
    answer: { message: 'The affiliate is a regular user now.' },
  },
  user: {
    title: 'One customer',
    about: 'Their wallet, what is held in it, their newest purchases, and what happened to their account.',
  },
  freezeUser: {
    title: 'Stop the spending of a customer',
    about:
      'Purchases, transfers, upgrades and orders by API token are refused with SPENDING_FROZEN. What is under way ends as always.',
    answer: { message: 'Spending is stopped.' },
  },
  unfreezeUser: {
    title: 'Let a customer spend again',
    about:
      'The next order is accepted as always, whatever spending was stopped for. Refused with STALE_EDIT when it was stopped for something else since freeze_id was shown.',
    body: { reason: 'the customer called from their number' },
    answer: { message: 'The user can spend again.' },
  },
  setCallLimit: {
    title: 'Let a customer make more calls, or fewer',
    about:
      'For resellers whose programs buy faster than RATE_LIMIT_PURCHASES and RATE_LIMIT_READS allow. More calls may be under way at once, too.',
    answer: { message: 'The user may make up to 200 calls a second.' },
  },
  allowPayouts: {
    title: 'Ask to let the money of a customer leave',
    about:
      'After staff changed the email, and after a PIN reset, money leaves to known recipients only for a while. Another administrator ends that earlier, on the page Approvals. Refused with PAYOUTS_FREE when nothing waits.',
    answer: { message: 'Asked for. Another administrator has to agree on the page Approvals.' },
  },
  signOutUser: {
    title: 'Sign a customer out everywhere',
    about: 'Every browser of theirs has to log in again. Their API token stays.',
    answer: { message: 'The user is signed out everywhere.' },
  },
  resendUserCode: {
    title: 'Mail a customer their code again',
    about: 'For an email that is not verified yet.',
    answer: { message: 'A new code is on its way.' },
  },
  updateUser: {
    title: 'Correct a customer',
    about:
      'What is left out stays. Refused with STALE_EDIT when something differs from loaded by now. Names, email and flag need the permission support, the balance finance. With another email the customer is signed out everywhere, verifies it, and makes a new API token. For PAYOUT_DELAY, money then leaves to known recipients only. Both emails and all owners are told. Above a limit a second administrator has to agree to the balance.',
    answer: { message: 'The user was updated.' },
  },
} satisfies Partial<CallDocs>;
