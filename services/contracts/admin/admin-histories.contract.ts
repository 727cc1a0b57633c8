import { z } from 'zod';
import { adminReads, serverOnly, type Call } from '../call.js';
import {
  ADMIN_LIST_FIELDS,
  ADMIN_RANGE_FIELDS,
  adminSumListAnswer,
  BodyToken,
  Day,
  ENDS_TOO_EARLY,
  oneOf,
  startsBeforeItEnds,
  Text,
} from '../fields/http-fields.js';
import { ProblemReport } from '../fields/problems.js';
import { BET_FUNDINGS_CALLS, BET_FUNDINGS_FILE, BET_FUNDINGS_SHAPES } from './bet-fundings.contract.js';
import { CHARGEBACK_STANDINGS } from './chargebacks.contract.js';
import { FundingRow } from '../funding.contract.js';
import { SERVICES, TRANSACTION_STATUSES } from '../services.js';

/**
 * `GET ${ADMIN_EXPORT_PATH}<list>.csv`: all matching rows of a list, newest first. Streamed; an aborted export lacks
 * its last byte.
 */
export const ADMIN_EXPORT_PATH = '/api/admin-export/';
export const ADMIN_EXPORTS = ['transactions', 'fundings', BET_FUNDINGS_FILE, 'chargebacks'] as const;
export type AdminExport = (typeof ADMIN_EXPORTS)[number];
/** Number of rows in the file; `10000+` above that. */
export const EXPORT_TOTAL_HEADER = 'x-export-total';

/** Lists over all customers. */
export const ADMIN_HISTORY_CALLS = {
  adminTransactions: adminReads('/api/admin-all-transaction/'),
  adminFundings: adminReads('/api/admin-funding-details/'),
  /** Without pages: newest 1,000. */
  fundingHistory: adminReads('/api/funding-history/'),
  ...BET_FUNDINGS_CALLS,
  /** Purchases between `fromDate` and `toDate`, with other field names. */
  customTransactions: adminReads('/api/custom_transaction_date/'),
} as const satisfies Record<string, Call>;

/** Money is naira, times are ISO 8601 with +01:00. */
export const AdminTransactionRow = serverOnly(() =>
  z.object({
    id: z.string(),
    api_transaction_reference: z.string(),
    service: z.enum(SERVICES),
    /** Charge to the customer. */
    amount: z.number(),
    /** Balance after the purchase's last movement. */
    wallet_balance: z.number(),
    transaction_history_date: z.string(),
    /** Last vendor asked. */
    api_source: z.string(),
    /** `maskedPhone` without permission; empty once erased. */
    phone_number: z.string(),
    transaction_status: z.enum(TRANSACTION_STATUSES),
    user_id: z.string(),
    /** `maskedEmail` without permission; empty once erased. */
    user_email: z.string(),
    problem: ProblemReport.optional(),
  }),
);
export type AdminTransactionRow = z.output<typeof AdminTransactionRow>;

export const AdminFundingRow = serverOnly(() =>
  FundingRow.extend({
    status: z.literal('Successful'),
    /** Customer id. */
    user: z.string(),
    user_email: z.string(),
  }),
);
export type AdminFundingRow = z.output<typeof AdminFundingRow>;

/** `AdminTransactionRow` in the spelling of `customTransactions`. */
export const AdminCustomRow = serverOnly(() =>
  AdminTransactionRow.omit({ api_transaction_reference: true }).extend({ refrence: z.string() }),
);
export type AdminCustomRow = z.output<typeof AdminCustomRow>;

const rangeStartsBeforeItEnds = (list: {
  fromDate?: string | undefined;
  toDate?: string | undefined;
}): boolean => !list.fromDate || !list.toDate || list.fromDate <= list.toDate;

/** Turns `<list>.csv` into the list name. */
export const ExportFile = serverOnly(() =>
  z.object({
    file: oneOf(ADMIN_EXPORTS.map((list) => `${list}.csv` as const) as [`${AdminExport}.csv`]).transform(
      (file) => file.slice(0, -'.csv'.length) as AdminExport,
    ),
  }),
);

/** Inclusive Lagos days. */
export const ExportQuery = serverOnly(() =>
  z
    .object({
      from: Day,
      to: Day,
      search: Text(100, 0).nullish(),
      service: oneOf(SERVICES).nullish(),
      status: oneOf(TRANSACTION_STATUSES).nullish(),
      bought_by: oneOf(['house']).nullish(),
      standing: oneOf(CHARGEBACK_STANDINGS).nullish(),
    })
    .refine(({ from, to }) => !from || !to || from <= to, {
      path: ['to'],
      message: 'must not be before from',
    }),
);

export const ADMIN_HISTORY_SHAPES = serverOnly(() => {
  const fundings = adminSumListAnswer('fundingHistory', AdminFundingRow);
  const status = oneOf(TRANSACTION_STATUSES).nullish();
  const service = oneOf(SERVICES).nullish();
  return {
    adminTransactions: {
      request: z
        .object({ ...ADMIN_LIST_FIELDS, service, status, bought_by: oneOf(['house']).nullish() })
        .refine(startsBeforeItEnds, ENDS_TOO_EARLY),
      answer: adminSumListAnswer('transHistory', AdminTransactionRow),
    },
    adminFundings: {
      request: z.object(ADMIN_LIST_FIELDS).refine(startsBeforeItEnds, ENDS_TOO_EARLY),
      answer: fundings,
    },
    fundingHistory: { request: z.object({ grabToken: BodyToken }), answer: fundings },
    ...BET_FUNDINGS_SHAPES,
    customTransactions: {
      request: z
        .object({ ...ADMIN_RANGE_FIELDS, service, status })
        .refine(rangeStartsBeforeItEnds, { path: ['toDate'], message: 'must not be before fromDate' }),
      answer: adminSumListAnswer('custom_transactions', AdminCustomRow),
    },
  };
});
