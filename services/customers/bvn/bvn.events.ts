import { eventReader, type NewEvent } from '../../../infra/event-store/event-store.js';

/** Events about BVN checks of a person, in stream `identity-<userId>`. The BVN itself is never stored. */
export type IdentityEvent =
  | NewEvent<'BvnChecked', BvnChecked>
  | NewEvent<'BvnVerified', BvnVerified>
  /**
   * Ends the claim of a BVN that was not verified. Checks that began before this event cannot verify the BVN.
   */
  | NewEvent<'BvnClaimVoided', { readonly userId: string }>;

export const identityStream = (userId: string): string => `identity-${userId}`;
/**
 * Stream of a BVN. The person with the latest claim owns the BVN, unless the claim was freed or led to
 * nothing (`BvnRecords.claim`).
 */
export const bvnStream = (bvnMac: string): string => `bvn-${bvnMac}`;

export type BvnClaimEvent = NewEvent<'BvnClaimed' | 'BvnFreed', { readonly userId: string }>;

/** Data of a failed check, or of a check of another person by an administrator. */
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
  /** Encrypted `{ lastFour, bvnMac }`. An erasure frees the stream that `bvnMac` names. */
  readonly sealed: string;
}

/** Parses stored events; `undefined` for types that this version does not know. */
export const identityEvent = eventReader<IdentityEvent>({
  BvnChecked: true,
  BvnVerified: true,
  BvnClaimVoided: true,
});
