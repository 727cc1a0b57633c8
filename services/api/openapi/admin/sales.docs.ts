import type { CallDoc, CallDocs } from '../call-docs.js';
const sales = (when: string) =>
  ({
    title: `Sales, ${when}`,
    about:
      'Captured purchases less reversed ones, each on the day in Lagos it happened. The day that is not over is part of it.',
  }) satisfies CallDoc<'salesToday'>;

export const SALES_DOCS = {
  sitePurse: {
    title: 'Site purse',
    about:
      'What vendors hold for us, asked of them at most once a minute, beside what the ledger says. A vendor that does not answer has no balance: the ' +
      'purse is the sum of the others, and `complete` is false.',
  },
  adminInfo: {
    title: 'Totals',
    about:
      'Purchases of all days, reversals taken off; what the richest wallet of a customer can spend; what all wallets hold.',
  },
  salesToday: sales('today'),
  salesOfWeek: sales('the last 7 days'),
  salesOfMonth: sales('the last 30 days'),
  salesOfYear: sales('the last 365 days'),
  salesReport: {
    title: 'Sales in detail',
    about:
      'The four windows, each by service, by vendor and by day, and beside the window of the same length before it. Times to delivery are estimated from counters.',
  },
  adminSummary: {
    title: 'Who is signed in',
    about: 'The administrator, and the wallet that administrators buy from.',
  },
} satisfies Partial<CallDocs>;
