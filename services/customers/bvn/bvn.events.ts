import { eventReader, type NewEvent } from '../../../infra/event-store/event-store.js';

/** What was checked about a person, in stream `identity-<userId>`. The BVN itself is in none of it. */
export type IdentityEvent =
  | NewEvent<'BvnChecked', BvnChecked>
  | NewEvent<'BvnVerified', BvnVerified>
  /** They claimed a BVN and have not verified it: somebody else may. What was claimed before this verifies nobody. */
  | NewEvent<'BvnClaimVoided', { readonly userId: string }>;

export const identityStream = (userId: string): string => `identity-${userId}`;
/** Uniqueness of a BVN: it belongs to whoever claimed it last, unless it was freed since, or led to nothing (`BvnRecords.claim`). */
export const bvnStream = (bvnMac: string): string => `bvn-${bvnMac}`;

export type BvnClaimEvent = NewEvent<'BvnClaimed' | 'BvnFreed', { readonly userId: string }>;

/** A check that was answered and verified nobody, or that an administrator made of somebody else. */
export interface BvnChecked {
  readonly userId: string;
  readonly verificationId: string;
  /** `none`, what did not match, or, of the house, `verified`. */
  readonly result: string;
  readonly consentVersion: string;
}

export interface BvnVerified {
  readonly userId: string;
  readonly verificationId: string;
  readonly consentVersion: string;
  /** `{ lastFour, bvnMac }`: the second names the stream to free when the person is forgotten. */
  readonly sealed: string;
}

/** The event of what was checked about a person, with the shape its type says; undefined for a type that this version does not know. */
export const identityEvent = eventReader<IdentityEvent>({
  BvnChecked: true,
  BvnVerified: true,
  BvnClaimVoided: true,
});
