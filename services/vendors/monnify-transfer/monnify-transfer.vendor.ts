import { nairaText } from '../naira-text.js';
import { repeatQueries } from '../repeat-queries.js';
import {
  NOT_SOLD,
  type ClosableVendor,
  type QueryOutcome,
  type VendorAttempt,
  type VendorCapabilities,
  type VendorOutcome,
} from '../vendor-adapter.js';
import { plainReference, vendorClient } from '../vendor-client.js';
import { fieldsOf, jsonOf, koboFromVendor } from '../vendor-json.js';
import { classifySingle, classifySummary } from './classify-transfer.js';
import { MonnifyAccess } from './monnify-access.js';

export interface MonnifyTransferOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly secretKey: string;
  /** Account at Monnify that transfers are paid from. */
  readonly account: string;
  readonly postTimeoutMs: number;
  readonly queryTimeoutMs: number;
  readonly connections?: number;
}

const CAPABILITIES: VendorCapabilities = {
  clientReference: true,
  queryByClientReference: true,
  queryMinAgeMs: 0,
  queryMaxCount: 1_000,
  // D07: the same account and amount.
  duplicateWindowMs: 120_000,
  webhook: 'signed',
};

/** Bank transfers by Monnify: https://developers.monnify.com/docs/disbursements/single-transfers. */
export function createMonnifyTransferVendor(options: MonnifyTransferOptions): ClosableVendor {
  const { postTimeoutMs, queryTimeoutMs, account } = options;
  const client = vendorClient(options.baseUrl, options.connections);
  const access = new MonnifyAccess(client, options, queryTimeoutMs);
  const repeated = repeatQueries();
  const ask = (path: string) =>
    repeated(() => access.call((headers) => client.get(path, headers, queryTimeoutMs)));
  return {
    capabilities: CAPABILITIES,
    mintReference: (_now, uniquePart) => plainReference(uniquePart),

    async dispatch(attempt): Promise<VendorOutcome> {
      const { order, vendorReference: reference } = attempt;
      if (order.service !== 'transfer') return NOT_SOLD;
      const body = {
        amount: Number(nairaText(order.amount)),
        reference,
        narration: order.narration,
        destinationBankCode: order.bankCode,
        destinationAccountNumber: order.accountNumber,
        destinationAccountName: order.accountName,
        currency: 'NGN',
        sourceAccountNumber: account,
        async: false,
      };
      const path = '/api/v2/disbursements/single';
      const result = await access.call((headers) => client.post(path, headers, body, postTimeoutMs));
      if (result.answered) return classifySingle(result, askedBy(attempt));
      return result.sent
        ? { outcome: 'unknown', reason: result.reason }
        : { outcome: 'failed', charged: false, code: 'UNREACHABLE', blame: 'biller' };
    },

    async query(attempt): Promise<QueryOutcome> {
      const reference = encodeURIComponent(attempt.vendorReference);
      const result = await ask(`/api/v2/disbursements/single/summary?reference=${reference}`);
      if (!result.answered) return { outcome: 'unknown', reason: result.reason, silent: true };
      return classifySummary(result, askedBy(attempt));
    },

    async balance() {
      const path = `/api/v2/disbursements/wallet-balance?accountNumber=${encodeURIComponent(account)}`;
      const result = await ask(path);
      if (!result.answered || result.status !== 200) return undefined;
      const body = fieldsOf(fieldsOf(jsonOf(result))?.['responseBody']);
      return koboFromVendor(body?.['availableBalance']);
    },

    close: () => client.close(),
  };
}

const askedBy = ({ vendorReference, order }: VendorAttempt) => ({
  reference: vendorReference,
  amount: order.amount,
});
