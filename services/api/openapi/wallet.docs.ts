import { type CallDoc, type Chapter } from './call-docs.js';

const listOf = (title: string): CallDoc<'airtimeTransactions'> => ({
  title,
  about: 'The same list for this service alone.',
});

export const WALLET = {
  title: 'Wallet and history',
  calls: {
    userData: {
      title: 'Balance and account',
      about: 'Who you are and what you have. Money is naira.',
    },
    transaction: {
      title: 'One purchase',
      about: 'Ask for it until its status is no longer Pending: Successful, Refunded or Reversed.',
    },
    acceptedPurchase: {
      title: 'A purchase without an answer',
      about:
        'Whether a purchase was accepted whose answer you never got: null while nothing was. Sending it again under the same key is safe either way.',
    },
    transactions: {
      title: 'All purchases',
      about: 'The list behind the history page, newest first.',
      body: { status: 'Successful' },
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
    },
    walletMovements: {
      title: 'All movements of the wallet',
      about:
        'Purchases, payments in, refunds, charges and corrections in one list, newest first. Each has the balance right after it: a purchase moves the balance when it is accepted, money that comes back is a movement of its own.',
    },
    openAccount: {
      title: 'Open an account number',
      about:
        'Gives a BVN or NIN to the payment providers, as the central bank wants for each account, and opens the accounts that are missing. The number is not kept: only its last four digits and a code that cannot be turned back into it. Five tries a day.',
    },
    fundings: {
      title: 'Payments into the wallet',
      about: 'Every payment that reached the wallet, newest first.',
    },
    checkStatus: {
      title: 'Ask the vendor now',
      about:
        'Asks what became of an open purchase, at most once a minute. It never refunds and never sends again.',
      answer: { message: 'We are asking the provider.' },
    },
    reportProblem: {
      title: 'Report a problem',
      about:
        'Says what is wrong with a purchase; administrators see it beside the purchase. Once for each status you see it in: the same again is none. What became of it shows as the status of the purchase. At most 10 in an hour.',
      answer: { message: 'Reported. We are looking into it.' },
    },
    notifications: {
      title: 'Notice of the day',
      about: 'The newest notice to customers; both texts are empty when there is none.',
    },
    legalPages: {
      title: 'Legal pages',
      about: 'Published legal pages and their versions. Registration sends the versions that a person saw.',
    },
    legalPage: {
      title: 'A legal page',
      about: 'Its text, in Markdown without HTML.',
    },
    siteLinks: {
      title: 'Links',
      about: 'Chat, help and documentation of this installation; empty where it has none.',
    },
  },
} satisfies Chapter;
