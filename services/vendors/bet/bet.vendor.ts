import { BET_PLATFORMS_SOLD } from '../../catalog/seed/bet-platforms.js';
import type { BetPlatform } from '../../contracts/bet.js';
import { nairaText } from '../naira-text.js';
import { repeatQueries } from '../repeat-queries.js';
import {
  NOT_SOLD,
  type ClosableVendor,
  type Lookup,
  type LookupAnswer,
  type QueryOutcome,
  type VendorAttempt,
  type VendorCapabilities,
  type VendorOutcome,
} from '../vendor-adapter.js';
import { plainReference, vendorClient } from '../vendor-client.js';
import { fieldsOf, jsonOf, koboFromVendor } from '../vendor-json.js';
import { classifyFunding, classifyRequery } from './classify-order.js';

export interface BetVendorOptions {
  /** Where `/wp-json/api/v2` is. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly postTimeoutMs: number;
  readonly queryTimeoutMs: number;
  readonly connections?: number;
}

const CAPABILITIES: VendorCapabilities = {
  clientReference: true,
  queryByClientReference: true,
  queryMinAgeMs: 0,
  queryMaxCount: 1_000,
  duplicateWindowMs: 0,
  webhook: 'unsigned',
};

const API = '/wp-json/api/v2';

/** Betting wallets at an aggregator of the family of https://ebills.africa/api. */
export function createBetVendor(options: BetVendorOptions): ClosableVendor {
  const { postTimeoutMs, queryTimeoutMs } = options;
  const client = vendorClient(options.baseUrl, options.connections);
  const headers = { authorization: `Bearer ${options.apiKey}` };
  const repeated = repeatQueries();
  return {
    capabilities: CAPABILITIES,
    mintReference: (_now, uniquePart) => plainReference(uniquePart),

    async dispatch(attempt): Promise<VendorOutcome> {
      const { order, vendorReference } = attempt;
      const serviceId = order.service === 'bet' ? order.codes['bet'] : undefined;
      if (order.service !== 'bet' || serviceId === undefined) return NOT_SOLD;
      const body = {
        request_id: vendorReference,
        customer_id: order.clientId,
        service_id: serviceId,
        amount: Number(nairaText(order.amount)),
      };
      const result = await client.post(`${API}/betting`, headers, body, postTimeoutMs);
      if (result.answered) return classifyFunding(result, askedBy(attempt));
      return result.sent
        ? { outcome: 'unknown', reason: result.reason }
        : { outcome: 'failed', charged: false, code: 'UNREACHABLE', blame: 'biller' };
    },

    async query(attempt): Promise<QueryOutcome> {
      const body = { request_id: attempt.vendorReference };
      const result = await repeated(() => client.post(`${API}/requery`, headers, body, queryTimeoutMs));
      if (!result.answered) return { outcome: 'unknown', reason: result.reason, silent: true };
      return classifyRequery(result, askedBy(attempt));
    },

    async verify(lookup: Lookup): Promise<LookupAnswer> {
      const platform = lookup.kind === 'bet' ? BET_PLATFORMS_SOLD[lookup.platform as BetPlatform] : undefined;
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

const askedBy = ({ vendorReference, order }: VendorAttempt) => ({
  reference: vendorReference,
  amount: order.amount,
});
