import type { Kobo } from '../../contracts/money.js';
import {
  type ClosableVendor,
  type LookupAnswer,
  NOT_SOLD,
  type QueryOutcome,
  type VendorAttempt,
  type VendorCapabilities,
} from '../vendor-adapter.js';
import { repeatQueries } from '../repeat-queries.js';
import { type Asked, classifyPay, classifyQuery } from './classify.js';
import { mintVtpassReference } from './mint-reference.js';
import { payBody } from './pay-body.js';
import { koboOf, parseJson } from './read-answer.js';
import { readCustomer, verifyBody } from './verify-customer.js';
import { vtpassClient, type VtpassAccount } from './vtpass.client.js';

export interface VtpassOptions extends VtpassAccount {
  readonly postTimeoutMs: number;
  readonly queryTimeoutMs: number;
}

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

    async verify(lookup): Promise<LookupAnswer> {
      const body = verifyBody(lookup);
      if (body === undefined) return { lookup: 'unavailable', reason: 'nobody is looked up for this' };
      const result = await repeated(() => client.post('/merchant-verify', body, options.queryTimeoutMs));
      if (!result.answered) return { lookup: 'unavailable', reason: result.reason };
      return readCustomer(result.status, parseJson(result.body));
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

/** The amount decides what is delivered only where there is no plan. */
function askedBy({ vendorReference: reference, order }: VendorAttempt): Asked {
  switch (order.service) {
    case 'electricity':
      return { reference, amount: order.amount, needsToken: order.meterType === 'prepaid' };
    case 'exams':
      return { reference, pins: order.quantity };
    case 'data':
    case 'cable':
      return { reference };
    default:
      return { reference, amount: order.amount };
  }
}
