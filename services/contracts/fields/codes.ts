import { ownEntry } from '../own-entry.js';

/**
 * Codes of a plan by vendor account, such as `4`, or by adapter, such as `vtpass`. An empty code means that
 * the plan is not sold there. Stored with the purchase, to survive later price lists.
 */
export type VendorCodes = Readonly<Record<string, string>>;

export interface CodedAccount {
  readonly code: number;
  readonly adapter: string;
}

/**
 * Code of a plan at an account: its own, otherwise the code of its adapter. Undefined when the plan is not
 * sold there.
 */
export const codeAt = (codes: VendorCodes, { code, adapter }: CodedAccount): string | undefined =>
  (ownEntry(codes, String(code)) ?? ownEntry(codes, adapter)) || undefined;

export const NETWORKS = { 1: 'Mtn', 2: 'Glo', 3: 'Airtel', 4: '9mobile' } as const;
export type NetworkCode = keyof typeof NETWORKS;
