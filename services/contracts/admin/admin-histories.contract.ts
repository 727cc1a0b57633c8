import { z } from 'zod';
import { adminReads, serverOnly, type Call } from '../call.js';
import {
  adminListFields,
  adminRangeFields,
  adminSumListAnswer,
  BodyToken,
  Day,
  ENDS_TOO_EARLY,
  oneOf,
  startsBeforeItEnds,
  Text,
} from '../fields/http-fields.js';
import { ProblemReport } from '../fields/problems.js';
import {
  BET_FUNDINGS_CALLS,
  BET_FUNDINGS_FILE,
  BET_FUNDINGS_SHAPES,
  PURCHASE_SEARCH,
} from './bet-fundings.contract.js';
import { CHARGEBACK_STANDINGS } from './chargebacks.contract.js';
import { FundingRow } from '../funding.contract.js';
import { SERVICES, TRANSACTION_STATUSES } from '../services.js';

/**
 * `GET ${ADMIN_EXPORT_PATH}<list>.csv` sends all rows of a list that match the filter, newest first. A fault
 * during the export breaks the connection, so that the client notices the incomplete file.
 */
export const ADMIN_EXPORT_PATH = '/api/admin-export/';
export const ADMIN_EXPORTS = ['transactions', 'fundings', BET_FUNDINGS_FILE, 'chargebacks'] as const;
export type AdminExport = (typeof ADMIN_EXPORTS)[number];
/**
 * Response header with the number of rows in the file. For more than 10,000 rows, the value is
 * `10000+`.
 */
export const EXPORT_TOTAL_HEADER = 'x-export-total';

export const ADMIN_HISTORY_CALLS = {
  adminTransactions: adminReads('/api/admin-all-transaction/'),
  adminFundings: adminReads('/api/admin-funding-details/'),
  /** Returns the newest 1,000 fundings at once. This call has no pages. */
  fundingHistory: adminReads('/api/funding-history/'),
  ...BET_FUNDINGS_CALLS,
  /**
   * Returns the purchases between `fromDate` and `toDate`. The rows have the field names of
   * `AdminCustomRow`.
   */
  customTransactions: adminReads('/api/custom_transaction_date/'),
} as const satisfies Record<string, Call>;

/**
 * Purchase in lists for administrators. Amounts are in naira. Times are ISO 8601 with the offset
 * +01:00.
 */
export const AdminTransactionRow = serverOnly(() =>
  z.object({
    id: z.string().meta({ example: '5f1f8f0e-3f3f-4c59-9f0b-8f4a4f0f2b11' }),
    api_transaction_reference: z.string().meta({ example: 'NL6Q3Z8K1V0T9W4XYA' }),
    service: z.enum(SERVICES).meta({ example: 'airtime' }),
    amount: z.number().meta({ example: 99 }),
    wallet_balance: z.number().meta({ example: 49901 }),
    transaction_history_date: z.string().meta({ example: '2026-03-02T10:15:30.000+01:00' }),
    api_source: z.string().meta({ example: 'VTpass' }),
    /**
     * Phone number of the recipient. Empty for an erased customer. Masked by `maskedPhone` for
     * readers without permission.
     */
    phone_number: z.string().meta({ example: '0803***4567' }),
    transaction_status: z.enum(TRANSACTION_STATUSES).meta({ example: 'Successful' }),
    user_id: z.string().meta({ example: '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1' }),
    user_email: z.string().meta({ example: 'a***@d***.test' }),
    problem: ProblemReport.optional(),
  }),
);
export type AdminTransactionRow = z.output<typeof AdminTransactionRow>;

export const AdminFundingRow = serverOnly(() =>
  FundingRow.extend({
    status: z.literal('Successful'),
    user: z.string().meta({ example: '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1' }),
    user_email: z.string().meta({ example: 'a***@d***.test' }),
  }),
);
export type AdminFundingRow = z.output<typeof AdminFundingRow>;

/** `AdminTransactionRow` with the field names of an older interface. */
export const AdminCustomRow = serverOnly(() =>
  AdminTransactionRow.omit({ api_transaction_reference: true }).extend({
    refrence: z.string().meta({ example: 'NL6Q3Z8K1V0T9W4XYA' }),
  }),
);
export type AdminCustomRow = z.output<typeof AdminCustomRow>;

const rangeStartsBeforeItEnds = (list: {
  fromDate?: string | undefined;
  toDate?: string | undefined;
}): boolean => !list.fromDate || !list.toDate || list.fromDate <= list.toDate;

export const ExportFile = serverOnly(() =>
  z.object({
    file: oneOf(ADMIN_EXPORTS.map((list) => `${list}.csv` as const) as [`${AdminExport}.csv`]).transform(
      (file) => file.slice(0, -'.csv'.length) as AdminExport,
    ),
  }),
);

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
  const status = oneOf(TRANSACTION_STATUSES)
    .nullish()
    .meta({ description: 'One status, or left out for any.' });
  const service = oneOf(SERVICES).nullish().meta({ description: 'One service, or left out for all.' });
  return {
    adminTransactions: {
      request: z
        .object({
          ...adminListFields(PURCHASE_SEARCH),
          service,
          status,
          bought_by: oneOf(['house']).nullish().meta({
            description:
              'house for what administrators bought from the house wallet, or left out for everything.',
          }),
        })
        .refine(startsBeforeItEnds, ENDS_TOO_EARLY),
      answer: adminSumListAnswer('transHistory', AdminTransactionRow),
    },
    adminFundings: {
      request: z
        .object(
          adminListFields(
            'Part of a reference, source or email of a customer, or an amount: 500, 500.00 or ₦1,500.',
          ),
        )
        .refine(startsBeforeItEnds, ENDS_TOO_EARLY),
      answer: fundings,
    },
    fundingHistory: { request: z.object({ grabToken: BodyToken }), answer: fundings },
    ...BET_FUNDINGS_SHAPES,
    customTransactions: {
      request: z
        .object({ ...adminRangeFields(PURCHASE_SEARCH), service, status })
        .refine(rangeStartsBeforeItEnds, { path: ['toDate'], message: 'must not be before fromDate' }),
      answer: adminSumListAnswer('custom_transactions', AdminCustomRow),
    },
  };
});
