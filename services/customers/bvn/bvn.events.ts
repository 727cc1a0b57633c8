import { eventReader, type NewEvent } from '../../../infra/event-store/event-store.js';

/** Events of one person's BVN checks, in stream `identity-<userId>`. The BVN is never stored. */
export type IdentityEvent =
  | NewEvent<'BvnChecked', BvnChecked>
  | NewEvent<'BvnVerified', BvnVerified>
  /** Gives up a BVN that was claimed and not verified. Checks that began before this event verify nothing. */
  | NewEvent<'BvnClaimVoided', { readonly userId: string }>;

export const identityStream = (userId: string): string => `identity-${userId}`;
/**
 * Stream of a BVN. The latest claim owns the BVN, unless the claim was freed or led to nothing (`BvnRecords.claim`).
 */
export const bvnStream = (bvnMac: string): string => `bvn-${bvnMac}`;

export type BvnClaimEvent = NewEvent<'BvnClaimed' | 'BvnFreed', { readonly userId: string }>;

/** Data of a failed check, or of an administrator's check of someone else. */
export interface BvnChecked {
  readonly userId: string;
  readonly verificationId: string;
  /** `none` or the `mismatch` of a failed check; `verified` for a successful check by the house. */
  readonly result: string;
  readonly consentVersion: string;
}

export interface BvnVerified {
  readonly userId: string;
  readonly verificationId: string;
  readonly consentVersion: string;
  /** `{ lastFour, bvnMac }`; `bvnMac` names the stream to free on erasure. */
  readonly sealed: string;
}

/** `undefined` for an event type this version does not know. */
export const identityEvent = eventReader<IdentityEvent>({
  BvnChecked: true,
  BvnVerified: true,
  BvnClaimVoided: true,
});
