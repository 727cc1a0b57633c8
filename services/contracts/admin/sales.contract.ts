import { z } from 'zod';
import { adminReads, serverOnly, type Call } from '../call.js';
import { BodyToken, Ok } from '../fields/http-fields.js';
import { SERVICES } from '../services.js';

export const SALES_CALLS = {
  sitePurse: adminReads('/services/get_account_balance/'),
  adminInfo: adminReads('/api/grab-admin-info/'),
  salesToday: adminReads('/api/todays-total-sales/'),
  salesOfWeek: adminReads('/api/weekly-transaction-information/'),
  salesOfMonth: adminReads('/api/monthly-transaction-information/'),
  salesOfYear: adminReads('/api/yearly-transaction-information/'),
  salesReport: adminReads('/api/admin-sales-report/'),
  adminSummary: adminReads('/api/admin-summary/'),
} as const satisfies Record<string, Call>;

/** Number of days (Lagos time) in each window of the sales report. Today is the last day. */
export const SALES_WINDOWS = { today: 1, week: 7, month: 30, year: 365 } as const;
export type SalesWindow = keyof typeof SALES_WINDOWS;

/** Money is naira. */
export const SALES_SHAPES = serverOnly(() => {
  const request = z.object({ grabToken: BodyToken });
  const sales = {
    request,
    /** Captured payments minus reversals, each on its own Lagos day. */
    answer: z.object({
      status: Ok,
      total_amount: z.number().meta({ example: 48250.5 }),
      total_transactions: z.number().meta({ example: 31 }),
    }),
  };
  const figures = {
    transactions: z.number().meta({ example: 31 }),
    amount: z.number().meta({ example: 48250.5 }),
    /** Amount that customers paid minus the amount that vendors charged. */
    margin: z.number().meta({ example: 940.25 }),
    reversed: z.number().meta({ example: 0 }),
    reversed_amount: z.number().meta({ example: 0 }),
    failed: z.number().meta({ example: 1 }),
    failed_amount: z.number().meta({ example: 500 }),
    /** Purchases that have waited for 30 seconds or more. */
    overdue: z.number().meta({ example: 0 }),
    /** Share of delivered purchases among the ended and overdue ones, from 0 to 1. Null without any. */
    success_rate: z.number().nullable().meta({ example: 0.96875 }),
    /**
     * Estimated median of the seconds from order to delivery. 1800 stands for half an hour or more.
     * Null when the median is unknown.
     */
    median_seconds: z.number().nullable().meta({ example: 1.4 }),
  };
  const Day = z.string().meta({ example: '2026-03-02' });
  const DayBefore = Day.meta({ example: '2026-03-01' });
  return {
    sitePurse: {
      request,
      answer: z.object({
        status: Ok,
        /**
         * Sum of our balances at all vendors, in naira. Vendors that did not answer are left out.
         */
        SitePurse: z.number().meta({ example: 1250000 }),
        ledger_purse: z.number().meta({ example: 1249500 }),
        complete: z.boolean().meta({ example: true }),
        asked_at: z.string().meta({ example: '2026-03-02T10:15:30.000+01:00' }),
        vendors: z.array(
          z.object({
            code: z.number().meta({ example: 1 }),
            name: z.string().meta({ example: 'Platinum' }),
            balance: z.number().nullable().meta({ example: 1250000 }),
            ledger_balance: z.number().meta({ example: 1249500 }),
          }),
        ),
      }),
    },
    adminInfo: {
      request,
      answer: z.object({
        status: Ok,
        totalTransaction: z.number().meta({ example: 90210 }),
        top_user: z.number().meta({ example: 250000 }),
        system_wallet: z.number().meta({ example: 3912450.75 }),
      }),
    },
    salesToday: sales,
    salesOfWeek: sales,
    salesOfMonth: sales,
    salesOfYear: sales,
    salesReport: {
      request,
      answer: z.object({
        status: Ok,
        windows: z.array(
          z.object({
            window: z
              .enum(Object.keys(SALES_WINDOWS) as [SalesWindow, ...SalesWindow[]])
              .meta({ example: 'today' }),
            from: Day,
            to: Day,
            figures: z.object(figures),
            /** Figures of the period of the same length that ends just before `from`. */
            before: z.object({ from: DayBefore, to: DayBefore, ...figures }),
            services: z.array(
              z.object({
                service: z.enum(SERVICES).meta({ example: 'airtime' }),
                name: z.string().meta({ example: 'Airtime' }),
                ...figures,
                before_amount: z.number().meta({ example: 48250.5 }),
              }),
            ),
            vendors: z.array(
              z.object({
                vendor: z.number().meta({ example: 1 }),
                name: z.string().meta({ example: 'Platinum' }),
                ...figures,
                before_amount: z.number().meta({ example: 48250.5 }),
              }),
            ),
            days: z.array(z.object({ day: Day, transactions: figures.transactions, amount: figures.amount })),
          }),
        ),
        position: z.number().meta({ example: 1042 }),
      }),
    },
    adminSummary: {
      request,
      answer: z.object({
        status: Ok,
        firstName: z.string().meta({ example: 'Ada' }),
        lastName: z.string().meta({ example: 'Obi' }),
        email: z.string().meta({ example: 'ada@example.com' }),
        wallet: z.number().meta({ example: 50000 }),
        lastTop: z.number().meta({ example: 20000 }),
        totalTransaction: z.number().meta({ example: 12 }),
        userStatus: z.enum(['Affiliate', 'Regular']).meta({ example: 'Regular' }),
      }),
    },
  };
});
