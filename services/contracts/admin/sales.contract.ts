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

/** Lagos days including today. */
export const SALES_WINDOWS = { today: 1, week: 7, month: 30, year: 365 } as const;
export type SalesWindow = keyof typeof SALES_WINDOWS;

/** Money is naira. */
export const SALES_SHAPES = serverOnly(() => {
  const request = z.object({ grabToken: BodyToken });
  const sales = {
    request,
    /** Captures less reversals, each on its own Lagos day. */
    answer: z.object({ status: Ok, total_amount: z.number(), total_transactions: z.number() }),
  };
  const figures = {
    transactions: z.number(),
    amount: z.number(),
    /** Amount less vendor charges. */
    margin: z.number(),
    reversed: z.number(),
    reversed_amount: z.number(),
    failed: z.number(),
    failed_amount: z.number(),
    /** 0 to 1 of all ended purchases; null for none. */
    success_rate: z.number().nullable(),
    /** Estimate from order to delivery; 1800 means at least half an hour, null unknown. */
    median_seconds: z.number().nullable(),
  };
  const days = { from: z.string(), to: z.string() };
  return {
    sitePurse: {
      request,
      answer: z.object({
        status: Ok,
        /** Sum over the vendors that answered, naira. */
        SitePurse: z.number(),
        ledger_purse: z.number(),
        complete: z.boolean(),
        /** Time of the question. */
        asked_at: z.string(),
        vendors: z.array(
          z.object({
            code: z.number(),
            name: z.string(),
            /** Null without an answer. */
            balance: z.number().nullable(),
            ledger_balance: z.number(),
          }),
        ),
      }),
    },
    adminInfo: {
      request,
      answer: z.object({
        status: Ok,
        /** All days, less reversals. */
        totalTransaction: z.number(),
        /** Largest available balance of a customer. */
        top_user: z.number(),
        /** Sum of all wallets, holds included. */
        system_wallet: z.number(),
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
            window: z.enum(Object.keys(SALES_WINDOWS) as [SalesWindow, ...SalesWindow[]]),
            /** Inclusive Lagos days, yyyy-MM-dd. */
            ...days,
            figures: z.object(figures),
            /** Same number of days directly before. */
            before: z.object({ ...days, ...figures }),
            services: z.array(
              z.object({
                service: z.enum(SERVICES),
                name: z.string(),
                ...figures,
                before_amount: z.number(),
              }),
            ),
            vendors: z.array(
              z.object({ vendor: z.number(), name: z.string(), ...figures, before_amount: z.number() }),
            ),
            days: z.array(z.object({ day: z.string(), transactions: z.number(), amount: z.number() })),
          }),
        ),
        position: z.number(),
      }),
    },
    adminSummary: {
      request,
      answer: z.object({
        status: Ok,
        firstName: z.string(),
        lastName: z.string(),
        email: z.string(),
        /** Naira available. */
        wallet: z.number(),
        lastTop: z.number(),
        totalTransaction: z.number(),
        userStatus: z.enum(['Affiliate', 'Regular']),
      }),
    },
  };
});
