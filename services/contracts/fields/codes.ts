import { ownEntry } from '../own-entry.js';

/**
 * Codes of a plan by vendor account, such as `4`, or by adapter, such as `vtpass`. An empty code means that
 * the plan is not sold there. Each purchase stores its codes, because later price lists may differ.
 */
export type VendorCodes = Readonly<Record<string, string>>;

export interface CodedAccount {
  readonly code: number;
  readonly adapter: string;
}

/**
 * Returns the code of a plan at a vendor account. An account without a code of its own uses the code of its
 * adapter. Returns undefined when the plan is not sold there.
 */
export const codeAt = (codes: VendorCodes, { code, adapter }: CodedAccount): string | undefined =>
  (ownEntry(codes, String(code)) ?? ownEntry(codes, adapter)) || undefined;

export const NETWORKS = { 1: 'Mtn', 2: 'Glo', 3: 'Airtel', 4: '9mobile' } as const;
export type NetworkCode = keyof typeof NETWORKS;
