/** What a person says about themselves. In the clear here and nowhere stored. */
export interface BvnDetails {
  readonly bvn: string;
  readonly name: string;
  /** `03-Oct-1993`. */
  readonly dateOfBirth: string;
  /** `+234…`. */
  readonly phone: string;
}

/** How it compares with what is on record; `unknown` when there is no such BVN. */
export type BvnMatch =
  | { readonly bvn: 'unknown' }
  | {
      readonly bvn: 'known';
      readonly name: 'full' | 'partial' | 'none';
      readonly dateOfBirth: boolean;
      readonly phone: boolean;
    };

/** Whoever may compare details with the BVN database. @throws ProviderUnavailable when that cannot be done now */
export interface BvnMatcher {
  match(details: BvnDetails): Promise<BvnMatch>;
  close(): Promise<void>;
}

/** Injection token of the BvnMatcher. */
export const BVN_MATCHER = Symbol('BVN_MATCHER');
