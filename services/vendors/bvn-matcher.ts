/** Personal details of a customer in plain text. Never store them. */
export interface BvnDetails {
  readonly bvn: string;
  readonly name: string;
  readonly dateOfBirth: string;
  /** `+234…`. */
  readonly phone: string;
}

/** Result of comparing personal details with a BVN. `unknown` means that the BVN does not exist. */
export type BvnMatch =
  | { readonly bvn: 'unknown' }
  | {
      readonly bvn: 'known';
      readonly name: 'full' | 'partial' | 'none';
      readonly dateOfBirth: boolean;
      readonly phone: boolean;
    };

/** @throws ProviderUnavailable when the comparison is not possible */
export interface BvnMatcher {
  match(details: BvnDetails): Promise<BvnMatch>;
  close(): Promise<void>;
}

export const BVN_MATCHER = Symbol('BVN_MATCHER');
