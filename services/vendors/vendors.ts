import { ownEntry } from '../contracts/own-entry.js';
import { createBetVendor, parseBetWebhook } from './bet/bet.vendor.js';
import { createMonnifyTransferVendor } from './monnify/monnify-transfer.vendor.js';
import { createTermiiVendor, parseTermiiWebhook } from './termii/termii.vendor.js';
import type { ClosableVendor } from './vendor-adapter.js';
import { createSmeDataVendor } from './sme-data/sme-data.vendor.js';
import { parseVtpassWebhook } from './vtpass/read-answer.js';
import { createVtpassVendor } from './vtpass/vtpass.vendor.js';

/** One configured vendor: code 1 to 8 of the contract, more for what has one vendor alone. */
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
  /** Connections kept open at most per vendor. */
  readonly connections?: number;
}

const ADAPTERS: Readonly<
  Record<string, (account: VendorAccount, options: VendorCallOptions) => ClosableVendor>
> = {
  vtpass: (account, options) => createVtpassVendor({ ...account, ...options }),
  'sme-data': (account, options) => createSmeDataVendor({ ...account, ...options }),
  termii: (account, options) => createTermiiVendor({ ...account, ...options }),
  bet: (account, options) => createBetVendor({ ...account, ...options }),
  'monnify-transfer': (account, options) =>
    createMonnifyTransferVendor({ ...account, account: account.publicKey, ...options }),
};

/** What a row of configuration may name as its adapter. */
export const ADAPTER_NAMES: readonly string[] = Object.keys(ADAPTERS);

/** Makes the adapter of every configured vendor, by code. Nothing connects yet. @throws when a row names no adapter */
export function createVendors(
  accounts: readonly VendorAccount[],
  options: VendorCallOptions,
): Map<number, ClosableVendor> {
  return new Map(
    accounts.map((account) => {
      const create = ownEntry(ADAPTERS, account.adapter);
      if (!create)
        throw new Error(
          `vendor ${account.code} (${account.name}): no adapter "${account.adapter}"; there are ${ADAPTER_NAMES.join(', ')}`,
        );
      return [account.code, create(account, options)];
    }),
  );
}

/** The attempt that a webhook of a vendor that signs nothing is about; undefined when it is none of theirs. */
export function parseUnsignedWebhook(text: string): { readonly vendorReference: string } | undefined {
  const json = jsonOf(text);
  return parseVtpassWebhook(text) ?? parseBetWebhook(json) ?? parseTermiiWebhook(json);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Gives every connection back; calls under way end as unknown. */
export async function closeVendors(vendors: ReadonlyMap<number, ClosableVendor>): Promise<void> {
  await Promise.all([...vendors.values()].map((vendor) => vendor.close()));
}
