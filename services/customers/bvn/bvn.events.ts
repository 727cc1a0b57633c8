import { eventReader, type NewEvent } from '../../../infra/event-store/event-store.js';

/** BVN checks of a person, in stream `identity-<userId>`. The BVN itself is never stored. */
export type IdentityEvent =
  | NewEvent<'BvnChecked', BvnChecked>
  | NewEvent<'BvnVerified', BvnVerified>
  /** Ends the claim of an unverified BVN. A check that began before this event cannot verify the BVN. */
  | NewEvent<'BvnClaimVoided', { readonly userId: string }>;

export const identityStream = (userId: string): string => `identity-${userId}`;
/**
 * Stream of a BVN. The latest claim names the BVN's owner, until the BVN is freed or the claim is ended
 * (`BvnRecords.claim`).
 */
export const bvnStream = (bvnMac: string): string => `bvn-${bvnMac}`;

export type BvnClaimEvent = NewEvent<'BvnClaimed' | 'BvnFreed', { readonly userId: string }>;

/** Failed check of one's own BVN, or any check by an administrator. */
export interface BvnChecked {
  readonly userId: string;
  readonly verificationId: string;
  /** `none` or `mismatch` for a failed check, `verified` for a check by an administrator. */
  readonly result: string;
  readonly consentVersion: string;
}

export interface BvnVerified {
  readonly userId: string;
  readonly verificationId: string;
  readonly consentVersion: string;
  /**
   * Encrypted `{ lastFour, bvnMac }`. `bvnMac` names the stream of the BVN. An erasure needs this name to
   * free the BVN.
   */
  readonly sealed: string;
}

export const identityEvent = eventReader<IdentityEvent>({
  BvnChecked: true,
  BvnVerified: true,
  BvnClaimVoided: true,
});
