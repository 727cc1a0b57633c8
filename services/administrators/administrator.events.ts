import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { Permission } from '../contracts/admin/administrators.contract.js';

/** Facts of one administrator, in stream `administrator-<userId>`. `user-<userId>` has the account. */
export type AdministratorEvent =
  | NewEvent<
      'PermissionsChanged',
      {
        readonly userId: string;
        readonly permissions: readonly Permission[];
        readonly was: readonly Permission[];
      }
    >
  /** First or later enrolment of a second factor. */
  | NewEvent<'SecondFactorEnrolled', SecondFactorEnrolled>
  /**
   * Authenticator code used at sign-in, or to change the factor. Codes of this `step` and older ones are no
   * longer valid.
   */
  | NewEvent<'SecondFactorUsed', { readonly userId: string; readonly step: number }>
  | NewEvent<'RecoveryCodeUsed', { readonly userId: string; readonly digest: string }>
  | NewEvent<'SecondFactorRemoved', { readonly userId: string }>
  /** Device used in place of a code. It is valid until its enrolment `enrolmentId` ends. */
  | NewEvent<'AdministratorPasskeyAdded', AdministratorPasskeyAdded>
  /** `{ name }` is encrypted, because device names often contain personal names. */
  | NewEvent<
      'AdministratorPasskeyNamed',
      { readonly userId: string; readonly passkeyId: string; readonly sealed: string }
    >
  /** Signature accepted in place of a code. Its challenge cannot be used again. */
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
   * Encrypted base64url `{ credentialId, publicKey, device, name }`. The browser names `device`, the
   * administrator chooses `name`.
   */
  readonly sealed: string;
}

export interface SecondFactorEnrolled {
  readonly userId: string;
  /** Enrolment id, by which a repeated confirmation is recognised. */
  readonly enrolmentId: string;
  /** TOTP step (30 s since 1970) of the code that confirmed the enrolment. */
  readonly step: number;
  /** Encrypted `{ secret, recoveryDigests }`: the secret in Base32 and ten keyed digests. */
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
