import { PROBLEM_WORDS_MAX, PROBLEMS } from '../../contracts/fields/problems.js';
import { SERVICES } from '../../contracts/services.js';
import { LIST, type CallDoc, type Chapter } from './call-docs.js';

const ROW = {
  transaction_history_date: '2026-03-02T10:15:30+01:00',
  api_transaction_reference: 'NL6Q3Z8K1V0T9W4XYA',
  service: 'airtime',
  amount: 990,
  wallet_balance: 49010,
  product: 'Mtn airtime',
  phone_number: '+2348031234567',
  transaction_status: 'Successful',
  status: 'Successful',
} as const;

const listOf = (title: string): CallDoc<'airtimeTransactions'> => ({
  title,
  about: 'The same list for this service alone.',
  fields: { ...LIST, status: 'Pending, Successful, Refunded or Reversed.' },
  body: { page: 1, page_size: 50 },
  answer: {
    status: true,
    all_user_transaction: [ROW],
    total: 1,
    total_capped: false,
    truncated: false,
    position: 1042,
  },
});

export const WALLET = {
  title: 'Wallet and history',
  calls: {
    userData: {
      title: 'Balance and account',
      about: 'Who you are and what you have. Money is naira.',
      fields: {},
      body: {},
      answer: {
        status: true,
        user_data: {
          first_name: 'Ada',
          last_name: 'Obi',
          user_email: 'ada@example.com',
          phone_number: '+2348031234567',
          user_wallet: 49010,
          reseller: 1,
          lastTopUp: 50000,
          totalTransaction: 12,
          api_token: 'nl_...9f2c',
          account_name: 'Ada Obi',
          account_number: '6012345678',
          bank_name: 'Wema Bank',
          manual_funding_bank_name: '',
          manual_funding_account_name: '',
          manual_funding_account_number: '',
          other_bank_name_1: '',
          other_bank_name_one_account_number: '',
          other_bank_name_one_account_name: '',
          monify_charges: 0,
          other_bank_charges: 0,
          is_email_verify: true,
          is_transaction_pin_set: true,
        },
        position: 1042,
      },
    },
    transaction: {
      title: 'One purchase',
      about: 'Ask for it until its status is no longer Pending: Successful, Refunded or Reversed.',
      fields: { reference: 'What the purchase answered.' },
      body: { reference: 'NL6Q3Z8K1V0T9W4XYA' },
      answer: {
        status: true,
        transaction: {
          ...ROW,
          product: 'MTN airtime',
          facts: [{ label: 'Network', value: 'MTN' }],
          network: 'Mtn',
          face_value: 1000,
          price: 990,
          discount: 10,
          balance_after_purchase: 49010,
          steps: [
            { step: 'accepted', at: '2026-03-02T10:15:30+01:00' },
            { step: 'sent', at: '2026-03-02T10:15:30+01:00' },
            { step: 'delivered', at: '2026-03-02T10:15:32+01:00' },
          ],
        },
        position: 1042,
      },
    },
    acceptedPurchase: {
      title: 'A purchase without an answer',
      about:
        'Whether a purchase was accepted whose answer you never got: null while nothing was. Sending it again under the same key is safe either way.',
      fields: { idempotency_key: 'What you sent as Idempotency-Key.' },
      body: { idempotency_key: 'order-4711' },
      answer: { status: true, reference: 'NL6Q3Z8K1V0T9W4XYA' },
    },
    transactions: {
      title: 'All purchases',
      about: 'The list behind the history page, newest first.',
      fields: {
        ...LIST,
        status: 'Pending, Successful, Refunded or Reversed.',
        service: `${SERVICES.slice(0, -1).join(', ')} or ${SERVICES.at(-1)}.`,
      },
      body: { page: 1, page_size: 50, status: 'Successful' },
      answer: {
        status: true,
        all_user_transaction: [ROW],
        total: 1,
        total_capped: false,
        truncated: false,
        position: 1042,
      },
    },
    airtimeTransactions: listOf('Airtime purchases'),
    dataTransactions: listOf('Data purchases'),
    cableTransactions: listOf('Cable purchases'),
    electricityTransactions: listOf('Electricity purchases'),
    examTransactions: listOf('Exam pin purchases'),
    spending: {
      title: 'Spending',
      about:
        'What you paid in each of the last twelve months, by service, and whom you paid most for in one of them. Money that came back after a delivery is taken off in the month it came back.',
      fields: { month: 'Whose recipients you want, yyyy-MM; this month when left out.' },
      body: { month: '2026-03' },
      answer: {
        status: true,
        month: '2026-03',
        months: [
          {
            month: '2026-03',
            amount: 990,
            transactions: 1,
            services: [{ service: 'airtime', amount: 990, transactions: 1 }],
          },
        ],
        recipients: [{ recipient: '+2348031234567', amount: 990, transactions: 1 }],
        recipients_capped: false,
        position: 1042,
      },
    },
    walletMovements: {
      title: 'All movements of the wallet',
      about:
        'Purchases, payments in, refunds, charges and corrections in one list, newest first. Each has the balance right after it: a purchase moves the balance when it is accepted, money that comes back is a movement of its own.',
      fields: {
        ...LIST,
        status: 'Pending, Successful, Refunded or Reversed.',
        service: `${SERVICES.slice(0, -1).join(', ')} or ${SERVICES.at(-1)}.`,
      },
      body: { page: 1, page_size: 50 },
      answer: {
        status: true,
        all_user_transaction: [
          {
            id: '6f1c0d5e-3a9b-5e7f-8c2d-1b0a9f8e7d6c',
            kind: 'purchase',
            service: 'airtime',
            at: '2026-03-02T10:15:30+01:00',
            reference: ROW.api_transaction_reference,
            title: 'Mtn airtime',
            network: 'Mtn',
            recipient: '+2348031234567',
            amount: -990,
            balance: 49010,
            status: 'Successful',
          },
        ],
        total: 1,
        total_capped: false,
        truncated: false,
        position: 1042,
      },
    },
    fundings: {
      title: 'Payments into the wallet',
      about: 'Every payment that reached the wallet, newest first.',
      fields: LIST,
      body: { page: 1, page_size: 50 },
      answer: {
        status: true,
        all_user_transaction: [
          {
            id: 'MNFY-20260302-1',
            funding_refrence: 'MNFY-20260302-1',
            funding_source: 'Monnify',
            amount_funded: 50000,
            wallet_before_funding: 0,
            wallet_after_funding: 50000,
            funding_date: '2026-03-02T09:00:00+01:00',
          },
        ],
        total: 1,
        total_capped: false,
        truncated: false,
        position: 1042,
      },
    },
    checkStatus: {
      title: 'Ask the vendor now',
      about:
        'Asks what became of an open purchase, at most once a minute. It never refunds and never sends again.',
      fields: { reference: 'What the purchase answered.' },
      body: { reference: 'NL6Q3Z8K1V0T9W4XYA' },
      answer: { status: true, message: 'We are asking the provider.', retry_after: 60 },
    },
    reportProblem: {
      title: 'Report a problem',
      about:
        'Says what is wrong with a purchase; administrators see it beside the purchase. Once for each status you see it in: the same again is none. What became of it shows as the status of the purchase. At most 10 in an hour.',
      fields: {
        reference: 'What the purchase answered.',
        problem: `${PROBLEMS.slice(0, -1).join(', ')} or ${PROBLEMS.at(-1)}.`,
        transaction_status: 'As which you see the purchase: Pending, Successful, Refunded or Reversed.',
        words: `Optional, except for ${PROBLEMS.at(-1)}: at most ${PROBLEM_WORDS_MAX} characters of your own.`,
      },
      body: {
        reference: 'NL6Q3Z8K1V0T9W4XYA',
        problem: 'not-received',
        transaction_status: 'Pending',
        words: 'The balance of the line has not changed.',
      },
      answer: { status: true, message: 'Reported. We are looking into it.' },
    },
    notifications: {
      title: 'Notice of the day',
      about: 'The newest notice to customers; both texts are empty when there is none.',
      fields: {},
      body: {},
      answer: { status: true, title: 'Maintenance', messagebody: 'Data is slow tonight.' },
    },
    siteLinks: {
      title: 'Links',
      about: 'Chat, help and documentation of this installation; empty where it has none.',
      fields: {},
      body: {},
      answer: { status: true, community_chat: '', whatsapp: '', api_documentation: '' },
    },
  },
} satisfies Chapter;
