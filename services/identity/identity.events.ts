import type { NewEvent } from '../../infra/event-store/event-store.js';

/** What was checked about a person, in stream `identity-<userId>`. The BVN itself is in none of it. */
export type IdentityEvent = NewEvent<'BvnChecked', BvnChecked> | NewEvent<'BvnVerified', BvnVerified>;

export const identityStream = (userId: string): string => `identity-${userId}`;
/** Uniqueness of a BVN is the existence of this stream; its one event is BvnClaimed. */
export const bvnStream = (bvnMac: string): string => `bvn-${bvnMac}`;

export type BvnClaimEvent = NewEvent<'BvnClaimed', { readonly userId: string }>;

/** A check that was answered and verified nothing. */
export interface BvnChecked {
  readonly userId: string;
  readonly verificationId: string;
  /** `none`, or what did not match. */
  readonly result: string;
  readonly consentVersion: string;
}

export interface BvnVerified {
  readonly userId: string;
  readonly verificationId: string;
  readonly consentVersion: string;
  /** `{ lastFour }` */
  readonly sealed: string;
}
