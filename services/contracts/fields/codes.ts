import { ownEntry } from '../own-entry.js';

/**
 * Codes of a plan at vendors. The key is a vendor account such as `4`, or an adapter such as
 * `vtpass`. An empty code means that the plan is not sold there. Each purchase stores the codes,
 * because they may change later.
 */
export type VendorCodes = Readonly<Record<string, string>>;

export interface CodedAccount {
  readonly code: number;
  readonly adapter: string;
}

/**
 * Returns the plan's code for the account, or otherwise for the account's adapter. Returns undefined when the
 * plan is not sold at this account.
 */
export const codeAt = (codes: VendorCodes, { code, adapter }: CodedAccount): string | undefined =>
  (ownEntry(codes, String(code)) ?? ownEntry(codes, adapter)) || undefined;

export const NETWORKS = { 1: 'Mtn', 2: 'Glo', 3: 'Airtel', 4: '9mobile' } as const;
export type NetworkCode = keyof typeof NETWORKS;
