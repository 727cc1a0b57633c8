import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { Permission } from '../contracts/admin/administrators.contract.js';

/** Facts of one administrator, in stream `administrator-<userId>`. Their account itself is in `user-<userId>`. */
export type AdministratorEvent =
  | NewEvent<
      'PermissionsChanged',
      {
        readonly userId: string;
        readonly permissions: readonly Permission[];
        readonly was: readonly Permission[];
      }
    >
  /** A new one, or one in place of another. */
  | NewEvent<'SecondFactorEnrolled', SecondFactorEnrolled>
  /** The code of an authenticator proved who signs in or changes this: it, and every older one, proves nothing any more. */
  | NewEvent<'SecondFactorUsed', { readonly userId: string; readonly step: number }>
  | NewEvent<'RecoveryCodeUsed', { readonly userId: string; readonly digest: string }>
  | NewEvent<'SecondFactorRemoved', { readonly userId: string }>
  /** A device that may prove who signs in, in place of a code. It is part of the second factor of this enrolment, and ends with it. */
  | NewEvent<'AdministratorPasskeyAdded', AdministratorPasskeyAdded>
  /** `{ name }` is sealed: people call their devices after themselves. */
  | NewEvent<
      'AdministratorPasskeyNamed',
      { readonly userId: string; readonly passkeyId: string; readonly sealed: string }
    >
  /** It proved who signs in: this challenge, and every lower count of its signatures, proves nothing any more. */
  | NewEvent<
      'AdministratorPasskeyUsed',
      {
        readonly userId: string;
        readonly passkeyId: string;
        readonly counter: number;
        /** SHA-256 of the challenge, hex. */
        readonly challengeDigest: string;
      }
    >
  | NewEvent<'AdministratorPasskeyRemoved', { readonly userId: string; readonly passkeyId: string }>;

export interface AdministratorPasskeyAdded {
  readonly userId: string;
  readonly passkeyId: string;
  readonly enrolmentId: string;
  /** How often the key had signed; 0 where the device does not count. */
  readonly counter: number;
  /** `{ credentialId, publicKey, device, name }`: both base64url, what the browser said it was, and what its owner calls it. */
  readonly sealed: string;
}

export interface SecondFactorEnrolled {
  readonly userId: string;
  /** Made when it was asked for: the same enrolment confirmed again is this one. */
  readonly enrolmentId: string;
  /** The 30 seconds, counted since 1970, of the code that confirmed it. */
  readonly step: number;
  /** `{ secret, recoveryDigests }`: base 32, and ten keyed digests. */
  readonly sealed: string;
}

export const administratorStream = (userId: string): string => `administrator-${userId}`;

/** The event of an administrator with the shape its type says; undefined for a type that this version does not know. */
export const administratorEvent = eventReader<AdministratorEvent>({
  PermissionsChanged: true,
  SecondFactorEnrolled: true,
  SecondFactorUsed: true,
  RecoveryCodeUsed: true,
  SecondFactorRemoved: true,
  AdministratorPasskeyAdded: true,
  AdministratorPasskeyNamed: true,
  AdministratorPasskeyUsed: true,
  AdministratorPasskeyRemoved: true,
});
