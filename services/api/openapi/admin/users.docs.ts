import { type CallDocs, DONE, LIST } from '../call-docs.js';

const ID = '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1';
const USER = {
  id: ID,
  first_name: 'Ada',
  last_name: 'Obi',
  email: 'ada.obi@mail.test',
  phone_number: '08031234567',
  wallet_balance: 1500.5,
  reseller: 1 as const,
  upgrade_user: true,
  email_verified: true,
  frozen: false,
  registered_at: '2026-03-02T10:15:30+01:00',
};
const FIELDS = {
  ...LIST,
  search:
    'Part of a name, email, phone or API token, the beginning of a wallet balance, or a whole id. Who may not see people finds them by balance and id alone.',
};
const PAGE = { total: 1, total_capped: false, truncated: false, position: 1042 };

export const USER_DOCS = {
  users: {
    title: 'Customers',
    about: 'Whoever registered last first. Personal data is masked for who may not help customers.',
    fields: FIELDS,
    body: { page: 1, page_size: 10, search: 'obi' },
    answer: { status: true, user_info: [{ ...USER, auth_token: 'nl_...9xQk' }], ...PAGE },
  },
  affiliates: {
    title: 'Affiliates',
    about: 'The customers who buy at affiliate prices.',
    fields: FIELDS,
    body: { page: 1, page_size: 10 },
    answer: { status: true, user_info: [{ ...USER, affiliate_token: 'nl_...9xQk' }], ...PAGE },
  },
  upgradeUser: {
    title: 'Make an affiliate of a customer',
    about: 'Nothing is charged. Their next purchase has affiliate prices. The same again changes nothing.',
    fields: {},
    body: {},
    answer: { ...DONE, message: 'The user is an affiliate now.' },
  },
  downgradeUser: {
    title: 'Make an affiliate a regular user',
    about: 'Nothing is given back. The same again changes nothing.',
    fields: {},
    body: {},
    answer: { ...DONE, message: 'The affiliate is a regular user now.' },
  },
  user: {
    title: 'One customer',
    about: 'Their wallet, what is held in it, their newest purchases, and what happened to their account.',
    fields: { id: 'The id of a row of the list.' },
    body: { id: ID },
    answer: {
      status: true,
      user: { ...USER, frozen: true, auth_token: 'nl_...9xQk' },
      freezes: [{ id: ID, reason: 'by request' }],
      wallet: {
        available: 1500.5,
        held: 99,
        total_funded: 5000,
        total_spent: 3400.5,
        total_transactions: 12,
      },
      holds: [{ id: ID, service: 'airtime', price: 99, at: '2026-03-02T10:15:30+01:00' }],
      history: [
        {
          id: ID,
          api_transaction_reference: 'NL-1A2B3C',
          service: 'airtime',
          amount: 99,
          phone_number: '+2348031234567',
          transaction_status: 'Pending',
          transaction_history_date: '2026-03-02T10:15:30+01:00',
        },
      ],
      problems: [
        {
          id: ID,
          api_transaction_reference: 'NL-1A2B3C',
          problem: 'not-received',
          words: '',
          transaction_status: 'Pending',
          reported_at: '2026-03-02T10:40:30+01:00',
        },
      ],
      events: [
        { type: 'SpendingFrozen', at: '2026-03-02T10:15:30+01:00', by: 'Chidi', reason: 'by request' },
      ],
      sessions: [{ started_at: '2026-03-02T09:15:30+01:00', last_seen_at: '2026-03-02T10:15:30+01:00' }],
      devices: [{ device: 'Mozilla/5.0', address: '102.89.0.1', last_seen_at: '2026-03-02T10:15:30+01:00' }],
    },
  },
  freezeUser: {
    title: 'Stop the spending of a customer',
    about:
      'Purchases, transfers, upgrades and orders by API token are refused with SPENDING_FROZEN. What is under way ends as always.',
    fields: { reason: 'Up to 200 characters, stored for good.' },
    body: { reason: 'the customer reported a theft' },
    answer: { ...DONE, message: 'Spending is stopped.' },
  },
  unfreezeUser: {
    title: 'Let a customer spend again',
    about:
      'The next order is accepted as always, whatever spending was stopped for. Refused with STALE_EDIT when it was stopped for something else since freeze_id was shown.',
    fields: {
      reason: 'Up to 200 characters, stored for good.',
      freeze_id: 'The last of the freezes that were shown. Left out, whatever there is ends.',
    },
    body: { reason: 'the customer called from their number', freeze_id: ID },
    answer: { ...DONE, message: 'The user can spend again.' },
  },
  signOutUser: {
    title: 'Sign a customer out everywhere',
    about: 'Every browser of theirs has to log in again. Their API token stays.',
    fields: {},
    body: {},
    answer: { ...DONE, message: 'The user is signed out everywhere.' },
  },
  resendUserCode: {
    title: 'Mail a customer their code again',
    about: 'For an email that is not verified yet.',
    fields: {},
    body: {},
    answer: { ...DONE, message: 'A new code is on its way.' },
  },
  updateUser: {
    title: 'Correct a customer',
    about:
      'What is left out stays. Refused with STALE_EDIT when something differs from loaded by now. Names, email and flag need the permission support, the balance finance. With another email the customer is signed out everywhere, verifies it, and sets PIN and API token anew; the email they had is told that there is another. Above a limit a second administrator has to agree to the balance.',
    fields: {
      first_name: 'Their first name.',
      last_name: 'Their last name.',
      email: 'One that no other account has.',
      wallet_balance: 'What they can spend from now on, naira.',
      upgrade_user: 'true for an affiliate, false for a regular user.',
      reason: 'Why the balance changes: up to 200 characters, stored for good. Needed for that alone.',
      loaded: 'The same fields as the form was filled with.',
    },
    body: {
      first_name: 'Ada',
      last_name: 'Obi',
      email: 'ada.obi@mail.test',
      wallet_balance: '2000',
      upgrade_user: true,
      reason: 'paid in at the desk',
      loaded: {
        first_name: 'Ada',
        last_name: 'Obi',
        email: 'ada@mail.test',
        wallet_balance: '1500.50',
        upgrade_user: true,
      },
    },
    answer: { status: true, message: 'The user was updated.', waiting: false },
  },
} satisfies Partial<CallDocs>;
