import { eventReader, type NewEvent } from '../../../infra/event-store/event-store.js';

/** BVN checks of one person, in the stream `identity-<userId>`. The BVN itself is never stored. */
export type IdentityEvent =
  | NewEvent<'BvnChecked', BvnChecked>
  | NewEvent<'BvnVerified', BvnVerified>
  /**
   * Ends the claim of a BVN that the person has not verified. A check that began before this event
   * can no longer verify the BVN.
   */
  | NewEvent<'BvnClaimVoided', { readonly userId: string }>;

export const identityStream = (userId: string): string => `identity-${userId}`;
/**
 * The latest claim in the stream of a BVN tells who owns the BVN. A BVN has no owner after it was
 * freed, or after its claim was ended (`BvnRecords.claim`).
 */
export const bvnStream = (bvnMac: string): string => `bvn-${bvnMac}`;

export type BvnClaimEvent = NewEvent<'BvnClaimed' | 'BvnFreed', { readonly userId: string }>;

/**
 * Result of a check that did not verify the person's own BVN. Either the check failed, or an
 * administrator checked the BVN of another person.
 */
export interface BvnChecked {
  readonly userId: string;
  readonly verificationId: string;
  /**
   * `none` or `mismatch` when the check failed. `verified` when an administrator checked the BVN of
   * another person.
   */
  readonly result: string;
  readonly consentVersion: string;
}

export interface BvnVerified {
  readonly userId: string;
  readonly verificationId: string;
  readonly consentVersion: string;
  /**
   * Encrypted `{ lastFour, bvnMac }`. An erasure needs `bvnMac` to find the stream of the BVN and
   * free the BVN.
   */
  readonly sealed: string;
}

export const identityEvent = eventReader<IdentityEvent>({
  BvnChecked: true,
  BvnVerified: true,
  BvnClaimVoided: true,
});
