import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { Permission } from '../contracts/admin/administrators.contract.js';

/**
 * Facts of one administrator, in the stream `administrator-<userId>`. The account is in the stream
 * `user-<userId>`.
 */
export type AdministratorEvent =
  | NewEvent<
      'PermissionsChanged',
      {
        readonly userId: string;
        readonly permissions: readonly Permission[];
        /** Earlier permissions. For a new administrator: empty, or `owner` in older events. */
        readonly was: readonly Permission[];
      }
    >
  /** Enrols a second factor, either the first one or a later one. */
  | NewEvent<'SecondFactorEnrolled', SecondFactorEnrolled>
  /**
   * Authenticator code that was used to sign in or to change the second factor. Codes of this `step` and of
   * earlier steps are no longer valid.
   */
  | NewEvent<'SecondFactorUsed', { readonly userId: string; readonly step: number }>
  | NewEvent<'RecoveryCodeUsed', { readonly userId: string; readonly digest: string }>
  | NewEvent<'SecondFactorRemoved', { readonly userId: string }>
  /**
   * Device that the administrator uses in place of a code. The device is valid until the enrolment
   * `enrolmentId` ends.
   */
  | NewEvent<'AdministratorPasskeyAdded', AdministratorPasskeyAdded>
  /** Name of a device. `{ name }` is encrypted, because device names often contain names of people. */
  | NewEvent<
      'AdministratorPasskeyNamed',
      { readonly userId: string; readonly passkeyId: string; readonly sealed: string }
    >
  /** Signature that was accepted in place of a code. The challenge of this signature cannot be used again. */
  | NewEvent<
      'AdministratorPasskeyUsed',
      {
        readonly userId: string;
        readonly passkeyId: string;
        readonly counter: number;
        /** SHA-256, hex. */
        readonly challengeDigest: string;
      }
    >
  | NewEvent<'AdministratorPasskeyRemoved', { readonly userId: string; readonly passkeyId: string }>;

export interface AdministratorPasskeyAdded {
  readonly userId: string;
  readonly passkeyId: string;
  readonly enrolmentId: string;
  readonly counter: number;
  /**
   * Encrypted `{ credentialId, publicKey, device, name }` in base64url. The browser chooses `device`, and the
   * administrator chooses `name`.
   */
  readonly sealed: string;
}

export interface SecondFactorEnrolled {
  readonly userId: string;
  /** Id of the enrolment. A repeated confirmation has the same id. */
  readonly enrolmentId: string;
  /** TOTP step of the code that confirmed the enrolment. A step is 30 s, counted since 1970. */
  readonly step: number;
  /**
   * Encrypted `{ secret, recoveryDigests }`. `secret` is in Base32. `recoveryDigests` are the keyed digests of
   * ten recovery codes.
   */
  readonly sealed: string;
}

export const administratorStream = (userId: string): string => `administrator-${userId}`;

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
