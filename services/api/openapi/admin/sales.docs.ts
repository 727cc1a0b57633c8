import type { CallDoc, CallDocs } from '../call-docs.js';

const ANSWER = { status: true, total_amount: 48_250.5, total_transactions: 31 } as const;
const WITHOUT_BODY = { fields: {}, body: {} } as const;
const sales = (when: string) =>
  ({
    ...WITHOUT_BODY,
    title: `Sales, ${when}`,
    about:
      'Captured purchases less reversed ones, each on the day in Lagos it happened. The day that is not over is part of it.',
    answer: ANSWER,
  }) satisfies CallDoc<'salesToday'>;

const FIGURES = {
  transactions: 31,
  amount: 48_250.5,
  margin: 940.25,
  reversed: 0,
  reversed_amount: 0,
  failed: 1,
  failed_amount: 500,
  success_rate: 0.96875,
  median_seconds: 1.4,
} as const;

export const SALES_DOCS = {
  sitePurse: {
    ...WITHOUT_BODY,
    title: 'Site purse',
    about:
      'What vendors hold for us, asked of them at most once a minute, beside what the ledger says. A vendor that does not answer has no balance: the ' +
      'purse is the sum of the others, and `complete` is false.',
    answer: {
      status: true,
      SitePurse: 1_250_000,
      ledger_purse: 1_249_500,
      complete: true,
      asked_at: '2026-03-02T10:15:30.000+01:00',
      vendors: [{ code: 1, name: 'Platinum', balance: 1_250_000, ledger_balance: 1_249_500 }],
    },
  },
  adminInfo: {
    ...WITHOUT_BODY,
    title: 'Totals',
    about:
      'Purchases of all days, reversals taken off; what the richest wallet of a customer can spend; what all wallets hold.',
    answer: { status: true, totalTransaction: 90_210, top_user: 250_000, system_wallet: 3_912_450.75 },
  },
  salesToday: sales('today'),
  salesOfWeek: sales('the last 7 days'),
  salesOfMonth: sales('the last 30 days'),
  salesOfYear: sales('the last 365 days'),
  salesReport: {
    ...WITHOUT_BODY,
    title: 'Sales in detail',
    about:
      'The four windows, each by service, by vendor and by day, and beside the window of the same length before it. Times to delivery are estimated from counters.',
    answer: {
      status: true,
      windows: [
        {
          window: 'today',
          from: '2026-03-02',
          to: '2026-03-02',
          figures: FIGURES,
          before: { from: '2026-03-01', to: '2026-03-01', ...FIGURES },
          services: [{ service: 'airtime', name: 'Airtime', ...FIGURES, before_amount: 48_250.5 }],
          vendors: [{ vendor: 1, name: 'Platinum', ...FIGURES, before_amount: 48_250.5 }],
          days: [{ day: '2026-03-02', transactions: 31, amount: 48_250.5 }],
        },
      ],
      position: 1042,
    },
  },
  adminSummary: {
    ...WITHOUT_BODY,
    title: 'Who is signed in',
    about: 'The administrator, and the wallet that administrators buy from.',
    answer: {
      status: true,
      firstName: 'Ada',
      lastName: 'Obi',
      email: 'ada@example.com',
      wallet: 50_000,
      lastTop: 20_000,
      totalTransaction: 12,
      userStatus: 'Regular',
    },
  },
} satisfies Partial<CallDocs>;
