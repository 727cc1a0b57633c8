import { nairaText, fieldsOf, jsonOf, koboFromVendor } from '../vendor-json.js';
import type { OnAnswer } from '../http-call.js';
import { repeatQueries } from '../repeat-queries.js';
import { unanswered, plainReference } from '../vendor-client.js';
import {
  NOT_SOLD,
  type AskedAttempt,
  type ClosableVendor,
  type QueryOutcome,
  refusedFor,
  type VendorCapabilities,
  type VendorOutcome,
} from '../vendor-adapter.js';
import { classifySingle, classifySummary } from './classify-transfer.js';
import { LOGIN_REFUSED, MonnifyClient } from './monnify.client.js';

export interface MonnifyTransferOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly account: string;
  readonly postTimeoutMs: number;
  readonly queryTimeoutMs: number;
  readonly connections?: number;
  readonly onAnswer?: OnAnswer | undefined;
}

const CAPABILITIES: VendorCapabilities = {
  clientReference: true,
  queryByClientReference: true,
  queryMinAgeMs: 0,
  queryMaxCount: 1_000,
};

/** https://developers.monnify.com/docs/disbursements/single-transfers */
export function createMonnifyTransferVendor(options: MonnifyTransferOptions): ClosableVendor {
  const { postTimeoutMs, queryTimeoutMs, account } = options;
  const { connections, onAnswer } = options;
  const client = new MonnifyClient(options, {
    timeoutMs: queryTimeoutMs,
    onAnswer,
    ...(connections && { connections }),
  });
  const repeated = repeatQueries();
  const query = (path: string) => repeated(() => client.call({ method: 'GET', path }));
  return {
    capabilities: CAPABILITIES,
    mintReference: (_acceptedAt, _now, uniquePart) => plainReference(uniquePart),

    async dispatch(attempt): Promise<VendorOutcome> {
      const { request, vendorReference: reference, window } = attempt;
      if (request.service !== 'transfer') return NOT_SOLD;
      const body = {
        amount: Number(nairaText(request.amount)),
        reference,
        narration: request.narration,
        destinationBankCode: request.bankCode,
        destinationAccountNumber: request.accountNumber,
        destinationAccountName: request.accountName,
        currency: 'NGN',
        sourceAccountNumber: account,
        async: false,
      };
      const path = '/api/v2/disbursements/single';
      const result = await client.call({ method: 'POST', path, body, window, timeoutMs: postTimeoutMs });
      if (result.answered) return classifySingle(result, askedBy(attempt));
      const outcome = unanswered(result, window);
      const isRefused = outcome.outcome === 'failed' && result.reason === LOGIN_REFUSED;
      return isRefused ? refusedFor('LOGIN', 'access') : outcome;
    },

    async query(attempt): Promise<QueryOutcome> {
      const reference = encodeURIComponent(attempt.vendorReference);
      const result = await query(`/api/v2/disbursements/single/summary?reference=${reference}`);
      if (!result.answered) return { outcome: 'unknown', reason: result.reason, silent: true };
      return classifySummary(result, askedBy(attempt));
    },

    async balance() {
      const path = `/api/v2/disbursements/wallet-balance?accountNumber=${encodeURIComponent(account)}`;
      const result = await query(path);
      if (!result.answered || result.status !== 200) return undefined;
      const body = fieldsOf(fieldsOf(jsonOf(result))?.['responseBody']);
      return koboFromVendor(body?.['availableBalance']);
    },

    close: () => client.close(),
  };
}

const askedBy = ({ vendorReference, request }: AskedAttempt) => ({
  reference: vendorReference,
  amount: request.amount,
});
