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
 * `GET ${ADMIN_EXPORT_PATH}<list>.csv`: all rows of a list that the query narrows as the list itself is, newest first. Sent
 * while it is read, however long it is; one that breaks off ends without its last byte.
 */
export const ADMIN_EXPORT_PATH = '/api/admin-export/';
export const ADMIN_EXPORTS = ['transactions', 'fundings', BET_FUNDINGS_FILE, 'chargebacks'] as const;
export type AdminExport = (typeof ADMIN_EXPORTS)[number];
/** How many rows the file will have; `10000+` when there are more. */
export const EXPORT_TOTAL_HEADER = 'x-export-total';

/** What all customers did; a product that has a list of its own says so in a contract of its own. */
export const ADMIN_HISTORY_CALLS = {
  adminTransactions: adminReads('/api/admin-all-transaction/'),
  adminFundings: adminReads('/api/admin-funding-details/'),
  /** The newest 1,000 of them, for whoever asks for no page. */
  fundingHistory: adminReads('/api/funding-history/'),
  ...BET_FUNDINGS_CALLS,
  /** What was bought, under other names, between the days `fromDate` and `toDate`. */
  customTransactions: adminReads('/api/custom_transaction_date/'),
} as const satisfies Record<string, Call>;

/** One purchase, in the spelling of the contract. Money is naira, times are ISO 8601 with +01:00. */
export const AdminTransactionRow = serverOnly(() =>
  z.object({
    id: z.string(),
    api_transaction_reference: z.string(),
    service: z.enum(SERVICES),
    /** What the customer was charged. */
    amount: z.number(),
    /** The customer's, after the last time this purchase moved it. */
    wallet_balance: z.number(),
    transaction_history_date: z.string(),
    /** Name of the vendor that was asked last. */
    api_source: z.string(),
    /** Phone, meter, card or account: masked for whoever may not see it, empty when the customer was erased. */
    phone_number: z.string(),
    transaction_status: z.enum(TRANSACTION_STATUSES),
    user_id: z.string(),
    /** Masked for whoever may not see it, empty when the customer was erased. */
    user_email: z.string(),
    /** What the customer reported of it; absent while they have not. */
    problem: ProblemReport.optional(),
  }),
);
export type AdminTransactionRow = z.output<typeof AdminTransactionRow>;

/** One payment into a wallet. */
export const AdminFundingRow = serverOnly(() =>
  FundingRow.extend({
    /** What has not arrived is in no list of payments. */
    status: z.literal('Successful'),
    /** Id of the customer. */
    user: z.string(),
    user_email: z.string(),
  }),
);
export type AdminFundingRow = z.output<typeof AdminFundingRow>;

/** One purchase, in the spelling of the list between two days. */
export const AdminCustomRow = serverOnly(() =>
  AdminTransactionRow.omit({ api_transaction_reference: true }).extend({ refrence: z.string() }),
);
export type AdminCustomRow = z.output<typeof AdminCustomRow>;

/** Days count in a query of type 2, and where no type is said: the old list takes none. */
const rangeStartsBeforeItEnds = (list: {
  fromDate?: string | undefined;
  toDate?: string | undefined;
}): boolean => !list.fromDate || !list.toDate || list.fromDate <= list.toDate;

/** `<list>.csv`, becoming the list. */
export const ExportFile = serverOnly(() =>
  z.object({
    file: oneOf(ADMIN_EXPORTS.map((list) => `${list}.csv` as const) as [`${AdminExport}.csv`]).transform(
      (file) => file.slice(0, -'.csv'.length) as AdminExport,
    ),
  }),
);

/** What narrows a list, of those that can be narrowed so. Days are Lagos days, both included. */
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

/** Shapes of ADMIN_HISTORY_CALLS. */
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
