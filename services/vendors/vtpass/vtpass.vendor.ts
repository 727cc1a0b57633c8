import type { PlanTypeCode } from '../../contracts/data.contract.js';
import type { Kobo } from '../../contracts/money.js';
import { AIRTIME_COMMISSION_BP } from '../../products/airtime/airtime.product.js';
import { CABLE_COMMISSION_BP } from '../../products/cable/cable.product.js';
import { costAfter } from '../../products/product.js';
import { readName } from '../listed/read-name.js';
import {
  type AskedAttempt,
  type ClosableVendor,
  type LookupAnswer,
  NOT_SOLD,
  type QueryOutcome,
  type VendorCapabilities,
} from '../vendor-adapter.js';
import { repeatQueriesOf } from '../repeat-queries.js';
import { unanswered } from '../vendor-client.js';
import { type Asked, classifyPay, classifyQuery } from './classify-answer.js';
import { mintVtpassReference, vtpassClient, type VtpassAccount } from './vtpass.client.js';
import { payBody } from './pay-body.js';
import { koboOf, parseJson, readVariations } from './read-answer.js';
import { CABLE_SERVICE, DATA_SERVICE } from './service-ids.js';
import { readCustomer, verifyBody } from './verify-customer.js';

export interface VtpassOptions extends VtpassAccount {
  readonly postTimeoutMs: number;
  readonly queryTimeoutMs: number;
}

const CAPABILITIES: VendorCapabilities = {
  clientReference: true,
  queryByClientReference: true,
  queryMinAgeMs: 0,
  queryMaxCount: 1_000,
};

/** Type of every VTpass data plan. VTpass sells bundles at the prices of the operators. */
const GIFTING: PlanTypeCode = 3;

/** https://www.vtpass.com/documentation */
export function createVtpassVendor(options: VtpassOptions): ClosableVendor {
  const client = vtpassClient(options);
  const repeated = repeatQueriesOf();
  return {
    capabilities: CAPABILITIES,
    mintReference: mintVtpassReference,

    async dispatch(attempt) {
      const body = payBody(attempt);
      if (body === undefined) return NOT_SOLD;
      const result = await client.post('/pay', body, options.postTimeoutMs, attempt.window);
      if (!result.answered) return unanswered(result, attempt.window);
      return classifyPay(result.status, parseJson(result.body), askedBy(attempt));
    },

    async query(attempt): Promise<QueryOutcome> {
      const body = JSON.stringify({ request_id: attempt.vendorReference });
      const ask = () => client.post('/requery', body, options.queryTimeoutMs);
      const result = await repeated(attempt.request.service, ask);
      if (!result.answered) return { outcome: 'unknown', reason: result.reason, silent: true };
      return classifyQuery(result.status, parseJson(result.body), askedBy(attempt));
    },

    async verify(lookup): Promise<LookupAnswer> {
      const body = verifyBody(lookup);
      if (body === undefined) return { lookup: 'unavailable', reason: 'nobody is looked up for this' };
      const ask = () => client.post('/merchant-verify', body, options.queryTimeoutMs);
      const result = await repeated('verify', ask);
      if (!result.answered) return { lookup: 'unavailable', reason: result.reason };
      return readCustomer(result.status, parseJson(result.body));
    },

    async balance(): Promise<Kobo | undefined> {
      const result = await repeated('balance', () => client.get('/balance', options.queryTimeoutMs));
      if (!result.answered || result.status !== 200) return undefined;
      const answer = parseJson(result.body) as { contents?: { balance?: unknown } } | null | undefined;
      return koboOf(answer?.contents?.balance);
    },

    async listedPlans(group) {
      const serviceId =
        group.service === 'data' ? DATA_SERVICE[group.network] : CABLE_SERVICE[group.provider];
      const ask = () => client.get(`/service-variations?serviceID=${serviceId}`, options.queryTimeoutMs);
      const result = await repeated('variations', ask);
      if (!result.answered || result.status !== 200) return undefined;
      const commissionBp =
        group.service === 'data' ? AIRTIME_COMMISSION_BP[group.network] : CABLE_COMMISSION_BP[group.provider];
      return readVariations(parseJson(result.body))?.map((listed) => ({
        ...listed,
        ...(group.service === 'data' && { planType: GIFTING, ...readName(listed.name) }),
        ...(listed.price !== undefined && { cost: costAfter(listed.price, commissionBp) }),
      }));
    },

    close: () => client.close(),
  };
}

function askedBy({ vendorReference: reference, request }: AskedAttempt): Asked {
  switch (request.service) {
    case 'electricity':
      return { reference, amount: request.amount, needsToken: request.meterType === 'prepaid' };
    case 'exams':
      return { reference, pins: request.quantity, listed: request.amount };
    case 'data':
    case 'cable':
      return { reference };
    default:
      return { reference, amount: request.amount };
  }
}
