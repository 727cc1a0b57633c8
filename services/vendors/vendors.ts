import { codeAt } from '../contracts/fields/codes.js';
import { ownEntry } from '../contracts/own-entry.js';
import type { OnAnswer } from './http-call.js';
import { createBetVendor, parseBetWebhook } from './bet/bet.vendor.js';
import { createMonnifyTransferVendor } from './monnify/monnify-transfer.vendor.js';
import { createTermiiVendor, parseTermiiWebhook } from './termii/termii.vendor.js';
import type { AskedAttempt, ClosableVendor } from './vendor-adapter.js';
import { createSmeDataVendor } from './sme-data/sme-data.vendor.js';
import { parseVtpassWebhook } from './vtpass/read-answer.js';
import { createVtpassVendor } from './vtpass/vtpass.vendor.js';

/** Our account at a vendor. The HTTP contract defines the vendor codes 1 to 8. */
export interface VendorAccount {
  readonly code: number;
  readonly name: string;
  readonly adapter: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly publicKey: string;
  readonly secretKey: string;
}

export interface VendorCallOptions {
  readonly postTimeoutMs: number;
  readonly queryTimeoutMs: number;
  readonly connections?: number;
  readonly onAnswer?: OnAnswer;
}

interface VendorHint {
  readonly vendorReference: string;
}

interface Adapter {
  readonly create: (account: VendorAccount, options: VendorCallOptions) => ClosableVendor;
  /**
   * Reads a webhook that is not signed. Returns undefined when the webhook belongs to another
   * vendor.
   */
  readonly hint?: (body: string) => VendorHint | undefined;
}

const ADAPTERS: Readonly<Record<string, Adapter>> = {
  vtpass: {
    create: (account, options) => createVtpassVendor({ ...account, ...options }),
    hint: parseVtpassWebhook,
  },
  'sme-data': { create: (account, options) => createSmeDataVendor({ ...account, ...options }) },
  termii: {
    create: (account, options) => createTermiiVendor({ ...account, ...options }),
    hint: (body) => parseTermiiWebhook(jsonOf(body)),
  },
  bet: {
    create: (account, options) => createBetVendor({ ...account, ...options }),
    hint: (body) => parseBetWebhook(jsonOf(body)),
  },
  'monnify-transfer': {
    create: (account, options) =>
      createMonnifyTransferVendor({ ...account, account: account.publicKey, ...options }),
  },
};

export const ADAPTER_NAMES: readonly string[] = Object.keys(ADAPTERS);

export function createVendors(
  accounts: readonly VendorAccount[],
  options: VendorCallOptions,
): Map<number, ClosableVendor> {
  return new Map(
    accounts.map((account) => {
      const adapter = ownEntry(ADAPTERS, account.adapter);
      if (!adapter)
        throw new Error(
          `vendor ${account.code} (${account.name}): no adapter "${account.adapter}"; there are ${ADAPTER_NAMES.join(', ')}`,
        );
      return [account.code, withOwnCodes(adapter.create(account, options), account)];
    }),
  );
}

function withOwnCodes(vendor: ClosableVendor, account: VendorAccount): ClosableVendor {
  function own<Request extends AskedAttempt['request']>(request: Request): Request {
    if (!('codes' in request)) return request;
    const code = codeAt(request.codes, account);
    return { ...request, codes: code === undefined ? {} : { [account.adapter]: code } };
  }
  return {
    ...vendor,
    dispatch: (attempt) => vendor.dispatch({ ...attempt, request: own(attempt.request) }),
    query: (attempt) => vendor.query({ ...attempt, request: own(attempt.request) }),
  };
}

export function webhookOf(
  adapter: string,
): { readonly path: string; readonly unsigned: boolean } | undefined {
  if (ownEntry(ADAPTERS, adapter)?.hint) return { path: '/webhooks/vtpass/', unsigned: true };
  return adapter === 'monnify-transfer' ? { path: '/webhooks/monnify', unsigned: false } : undefined;
}

export function parseUnsignedWebhook(body: string): VendorHint | undefined {
  for (const { hint } of Object.values(ADAPTERS)) {
    const found = hint?.(body);
    if (found) return found;
  }
  return undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Closes all vendors. The outcome of a running call becomes `unknown`. */
export async function closeVendors(vendors: ReadonlyMap<number, ClosableVendor>): Promise<void> {
  await Promise.all([...vendors.values()].map((vendor) => vendor.close()));
}
