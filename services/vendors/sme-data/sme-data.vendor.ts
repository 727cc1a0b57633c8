import type { NetworkCode } from '../../contracts/fields/codes.js';
import { localPhone } from '../../contracts/fields/phones.js';
import type { OnAnswer } from '../http-call.js';
import { repeatQueries } from '../repeat-queries.js';
import { unanswered, plainReference, vendorClient } from '../vendor-client.js';
import {
  NOT_SOLD,
  type AskedAttempt,
  type ClosableVendor,
  type QueryOutcome,
  type VendorCapabilities,
  type VendorOutcome,
} from '../vendor-adapter.js';
import { fieldsOf, jsonOf, koboFromVendor } from '../vendor-json.js';
import { type AskedShare, classifyShare, classifyStatus } from './classify-share.js';
import { readPlans } from './read-plans.js';

export interface SmeDataOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly postTimeoutMs: number;
  readonly queryTimeoutMs: number;
  readonly connections?: number;
  readonly onAnswer?: OnAnswer | undefined;
}

const FAMILY = 'sme-data';

/**
 * Capabilities of a vendor that does not store our reference. After a lost answer, an administrator must find
 * out the outcome, because the vendor cannot be asked.
 */
const CAPABILITIES: VendorCapabilities = {
  clientReference: false,
  queryByClientReference: false,
  queryMinAgeMs: 0,
  queryMaxCount: 200,
};

export function createSmeDataVendor(options: SmeDataOptions): ClosableVendor {
  const { postTimeoutMs, queryTimeoutMs } = options;
  const client = vendorClient(options.baseUrl, options);
  const headers = { authorization: `Token ${options.apiKey}` };
  const repeated = repeatQueries();
  return {
    capabilities: CAPABILITIES,
    mintReference: (_acceptedAt, _now, uniquePart) => plainReference(uniquePart),

    async dispatch({ request, window }): Promise<VendorOutcome> {
      const asked = askedOf(request);
      if (asked?.phone === undefined || request.service !== 'data') return NOT_SOLD;
      const body = {
        network: SME_NETWORK[request.network],
        mobile_number: asked.phone,
        plan: Number(asked.plan),
        // Turn off the vendor's check of the network prefix, because it would refuse phone numbers
        // that customers moved to another network.
        Ported_number: true,
      };
      const result = await client.post('/data/', headers, body, postTimeoutMs, window);
      return result.answered ? classifyShare(result, asked) : unanswered(result, window);
    },

    async query({ request, vendorTransactionId }): Promise<QueryOutcome> {
      const asked = askedOf(request);
      if (!asked || vendorTransactionId === undefined)
        return { outcome: 'unknown', reason: 'no number of theirs', silent: true };
      const path = `/data/${encodeURIComponent(vendorTransactionId)}`;
      const result = await repeated(() => client.get(path, headers, queryTimeoutMs));
      if (!result.answered) return { outcome: 'unknown', reason: result.reason, silent: true };
      return classifyStatus(result, asked);
    },

    async balance() {
      const result = await repeated(() => client.get('/user/', headers, queryTimeoutMs));
      if (!result.answered || result.status !== 200) return undefined;
      return koboFromVendor(fieldsOf(fieldsOf(jsonOf(result))?.['user'])?.['wallet_balance']);
    },

    async listedPlans(group) {
      if (group.service !== 'data') return [];
      const result = await repeated(() => client.get('/network/', headers, queryTimeoutMs));
      if (!result.answered || result.status !== 200) return undefined;
      return readPlans(jsonOf(result), SME_NETWORK[group.network]);
    },

    close: () => client.close(),
  };
}

function askedOf(request: AskedAttempt['request']): AskedShare | undefined {
  if (request.service !== 'data') return undefined;
  const plan = request.codes[FAMILY];
  return plan === undefined
    ? undefined
    : { ...('phone' in request && { phone: localPhone(request.phone) }), plan };
}

/**
 * Network numbers that vendors of SME data use. Their 3 is 9mobile and their 4 is Airtel, while
 * `NetworkCode` has these two the other way round.
 */
export const SME_NETWORK: Readonly<Record<NetworkCode, number>> = { 1: 1, 2: 2, 3: 4, 4: 3 };
