import type { Kobo } from '../../contracts/money.js';
import type { NetworkCode } from '../../contracts/services.js';
import {
  type ClosableVendor,
  NOT_SOLD,
  type QueryOutcome,
  type VendorAttempt,
  type VendorCapabilities,
} from '../vendor-adapter.js';
import { nairaText } from '../naira-text.js';
import { repeatQueries } from '../repeat-queries.js';
import { classifyPay, classifyQuery } from './classify.js';
import { mintVtpassReference } from './mint-reference.js';
import { koboOf, parseJson } from './read-answer.js';
import { vtpassClient, type VtpassAccount } from './vtpass.client.js';

export interface VtpassOptions extends VtpassAccount {
  readonly postTimeoutMs: number;
  readonly queryTimeoutMs: number;
}

/** VTpass names networks, every other vendor numbers them its own way. */
const AIRTIME_SERVICE_IDS: Readonly<Record<NetworkCode, string>> = {
  1: 'mtn',
  2: 'glo',
  3: 'airtel',
  4: 'etisalat',
};

const CAPABILITIES: VendorCapabilities = {
  clientReference: true,
  queryByClientReference: true,
  queryMinAgeMs: 0,
  queryMaxCount: 1_000,
  duplicateWindowMs: 30_000,
  webhook: 'unsigned',
};

/** VTpass, as documented at https://www.vtpass.com/documentation. */
export function createVtpassVendor(options: VtpassOptions): ClosableVendor {
  const client = vtpassClient(options);
  const repeated = repeatQueries();
  return {
    capabilities: CAPABILITIES,
    mintReference: mintVtpassReference,

    async dispatch(attempt) {
      const body = payBody(attempt);
      if (body === undefined) return NOT_SOLD;
      const result = await client.post('/pay', body, options.postTimeoutMs);
      if (result.answered) return classifyPay(result.status, parseJson(result.body), askedBy(attempt));
      if (result.sent) return { outcome: 'unknown', reason: result.reason };
      // Not one byte left this machine. The vendor cannot be reached, so another one may be tried.
      return { outcome: 'failed', charged: false, code: 'UNREACHABLE', blame: 'biller' };
    },

    async query(attempt): Promise<QueryOutcome> {
      const body = JSON.stringify({ request_id: attempt.vendorReference });
      const result = await repeated(() => client.post('/requery', body, options.queryTimeoutMs));
      if (!result.answered) return { outcome: 'unknown', reason: result.reason, silent: true };
      return classifyQuery(result.status, parseJson(result.body), askedBy(attempt));
    },

    async balance(): Promise<Kobo | undefined> {
      const result = await repeated(() => client.get('/balance', options.queryTimeoutMs));
      if (!result.answered || result.status !== 200) return undefined;
      const answer = parseJson(result.body) as { contents?: { balance?: unknown } } | null | undefined;
      return koboOf(answer?.contents?.balance);
    },

    close: () => client.close(),
  };
}

const askedBy = ({ vendorReference, order }: VendorAttempt) => ({
  reference: vendorReference,
  amount: order.amount,
});

/** VTpass takes naira. Written out because digits of kobo fit no JSON number exactly once they have decimals. */
function payBody({ vendorReference, order }: VendorAttempt): string | undefined {
  if (order.service !== 'airtime') return undefined;
  return `{"request_id":${JSON.stringify(vendorReference)},"serviceID":"${AIRTIME_SERVICE_IDS[order.network]}","amount":${nairaText(order.amount)},"phone":${JSON.stringify(localNumber(order.phone))}}`;
}

/** The eleven digits VTpass documents, from `+234…`, `234…` or the same eleven digits. */
const localNumber = (phone: string): string => phone.replace(/^\+?234(?=\d{10}$)/, '0');
