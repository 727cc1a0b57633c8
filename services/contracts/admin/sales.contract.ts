import { z } from 'zod';
import { adminReads, serverOnly, type Call } from '../call.js';
import { BodyToken, Ok } from '../fields/http-fields.js';
import { SERVICES } from '../services.js';

/** What was sold, and what there is. */
export const SALES_CALLS = {
  sitePurse: adminReads('/services/get_account_balance/'),
  adminInfo: adminReads('/api/grab-admin-info/'),
  salesToday: adminReads('/api/todays-total-sales/'),
  salesOfWeek: adminReads('/api/weekly-transaction-information/'),
  salesOfMonth: adminReads('/api/monthly-transaction-information/'),
  salesOfYear: adminReads('/api/yearly-transaction-information/'),
  salesReport: adminReads('/api/admin-sales-report/'),
  /** Who is signed in, and the wallet that they buy from. */
  adminSummary: adminReads('/api/admin-summary/'),
} as const satisfies Record<string, Call>;

/** Lagos days of each window, today included. */
export const SALES_WINDOWS = { today: 1, week: 7, month: 30, year: 365 } as const;
export type SalesWindow = keyof typeof SALES_WINDOWS;

/** Shapes of SALES_CALLS. Money is naira. */
export const SALES_SHAPES = serverOnly(() => {
  const request = z.object({ grabToken: BodyToken });
  const sales = {
    request,
    /** Captured less reversed, each on the Lagos day it happened. */
    answer: z.object({ status: Ok, total_amount: z.number(), total_transactions: z.number() }),
  };
  const figures = {
    transactions: z.number(),
    amount: z.number(),
    /** The amount less what vendors charged. */
    margin: z.number(),
    reversed: z.number(),
    reversed_amount: z.number(),
    failed: z.number(),
    failed_amount: z.number(),
    /** 0 to 1, of all that ended; null when none did. */
    success_rate: z.number().nullable(),
    /** From order to delivery, estimated; 1800 is half an hour or more, null is not known. */
    median_seconds: z.number().nullable(),
  };
  const days = { from: z.string(), to: z.string() };
  return {
    sitePurse: {
      request,
      answer: z.object({
        status: Ok,
        /** What the vendors that answered hold for us. */
        SitePurse: z.number(),
        /** What the ledger says that all of them hold. */
        ledger_purse: z.number(),
        /** Whether every vendor answered. */
        complete: z.boolean(),
        /** When they were asked. */
        asked_at: z.string(),
        vendors: z.array(
          z.object({
            code: z.number(),
            name: z.string(),
            /** Null when it did not answer. */
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
        /** Of all days, reversals taken off. */
        totalTransaction: z.number(),
        /** What the richest wallet of a customer can spend. */
        top_user: z.number(),
        /** What all wallets hold, held money included. */
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
            /** Lagos days, yyyy-MM-dd, both included. */
            ...days,
            figures: z.object(figures),
            /** As many days, directly before. */
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
        /** What can be spent from the wallet that administrators buy from. */
        wallet: z.number(),
        lastTop: z.number(),
        /** Purchases of that wallet. */
        totalTransaction: z.number(),
        userStatus: z.enum(['Affiliate', 'Regular']),
      }),
    },
  };
});
