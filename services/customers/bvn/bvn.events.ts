import { eventReader, type NewEvent } from '../../../infra/event-store/event-store.js';

/** Checks of one person, in stream `identity-<userId>`. The BVN is never stored. */
export type IdentityEvent =
  | NewEvent<'BvnChecked', BvnChecked>
  | NewEvent<'BvnVerified', BvnVerified>
  /** Gives up a BVN that was claimed and not verified. Checks begun before this verify nothing. */
  | NewEvent<'BvnClaimVoided', { readonly userId: string }>;

export const identityStream = (userId: string): string => `identity-${userId}`;
/** Owned by the latest claim, unless it was freed or led to nothing (`BvnRecords.claim`). */
export const bvnStream = (bvnMac: string): string => `bvn-${bvnMac}`;

export type BvnClaimEvent = NewEvent<'BvnClaimed' | 'BvnFreed', { readonly userId: string }>;

/** A failed check, or one that an administrator made of someone else. */
export interface BvnChecked {
  readonly userId: string;
  readonly verificationId: string;
  /** `none`, the mismatch, or `verified` for the house. */
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
