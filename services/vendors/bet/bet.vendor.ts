import { ownEntry } from '../../contracts/own-entry.js';
import { BET_PLATFORMS_SOLD } from '../../products/bet/bet.product.js';
import { nairaText, fieldsOf, jsonOf, koboFromVendor } from '../vendor-json.js';
import type { OnAnswer } from '../http-call.js';
import { repeatQueries } from '../repeat-queries.js';
import { unanswered, plainReference, vendorClient } from '../vendor-client.js';
import {
  NOT_SOLD,
  type AskedAttempt,
  type ClosableVendor,
  type Lookup,
  type LookupAnswer,
  type QueryOutcome,
  type VendorCapabilities,
  type VendorOutcome,
} from '../vendor-adapter.js';
import { classifyFunding, classifyRequery } from './classify-order.js';

export interface BetVendorOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
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

const API = '/wp-json/api/v2';

/**
 * Adapter that sends money to betting accounts, through an API like the one at
 * https://ebills.africa/api.
 */
export function createBetVendor(options: BetVendorOptions): ClosableVendor {
  const { postTimeoutMs, queryTimeoutMs } = options;
  const client = vendorClient(options.baseUrl, options);
  const headers = { authorization: `Bearer ${options.apiKey}` };
  const repeated = repeatQueries();
  return {
    capabilities: CAPABILITIES,
    mintReference: (_acceptedAt, _now, uniquePart) => plainReference(uniquePart),

    async dispatch(attempt): Promise<VendorOutcome> {
      const { request, vendorReference, window } = attempt;
      const serviceId = request.service === 'bet' ? request.codes['bet'] : undefined;
      if (request.service !== 'bet' || serviceId === undefined) return NOT_SOLD;
      const body = {
        request_id: vendorReference,
        customer_id: request.clientId,
        service_id: serviceId,
        amount: Number(nairaText(request.amount)),
      };
      const result = await client.post(`${API}/betting`, headers, body, postTimeoutMs, window);
      return result.answered ? classifyFunding(result, askedBy(attempt)) : unanswered(result, window);
    },

    async query(attempt): Promise<QueryOutcome> {
      const body = { request_id: attempt.vendorReference };
      const result = await repeated(() => client.post(`${API}/requery`, headers, body, queryTimeoutMs));
      if (!result.answered) return { outcome: 'unknown', reason: result.reason, silent: true };
      return classifyRequery(result, askedBy(attempt));
    },

    async verify(lookup: Lookup): Promise<LookupAnswer> {
      const platform = lookup.kind === 'platform' ? ownEntry(BET_PLATFORMS_SOLD, lookup.platform) : undefined;
      if (!platform) return { lookup: 'unavailable', reason: 'not a platform of this vendor' };
      if (!platform.verifies) return { lookup: 'found', customer: { name: '' } };
      const body = { customer_id: lookup.number, service_id: platform.codes['bet'] };
      const result = await repeated(() =>
        client.post(`${API}/verify-customer`, headers, body, queryTimeoutMs),
      );
      if (!result.answered) return { lookup: 'unavailable', reason: result.reason };
      const answer = fieldsOf(jsonOf(result));
      if (answer?.['code'] === 'customer_not_found') return { lookup: 'invalid' };
      const name = fieldsOf(answer?.['data'])?.['customer_name'];
      return result.status === 200 && typeof name === 'string'
        ? { lookup: 'found', customer: { name: name.slice(0, 100) } }
        : { lookup: 'unavailable', reason: `http ${result.status}` };
    },

    async balance() {
      const result = await repeated(() => client.get(`${API}/balance`, headers, queryTimeoutMs));
      if (!result.answered || result.status !== 200) return undefined;
      return koboFromVendor(fieldsOf(fieldsOf(jsonOf(result))?.['data'])?.['balance']);
    },

    close: () => client.close(),
  };
}

const askedBy = ({ vendorReference, request }: AskedAttempt) => ({
  reference: vendorReference,
  amount: request.amount,
});

/** Reads a webhook that is not signed. Such a webhook only causes a `query`. */
export function parseBetWebhook(hook: unknown): { readonly vendorReference: string } | undefined {
  const { request_id: reference, order_id: order } = fieldsOf(hook) ?? {};
  return order !== undefined && typeof reference === 'string' && /^NL[A-Za-z0-9]{1,24}$/.test(reference)
    ? { vendorReference: reference }
    : undefined;
}
