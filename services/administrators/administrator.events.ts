import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { Permission } from '../contracts/admin/administrators.contract.js';

/**
 * Facts of one administrator, in stream `administrator-<userId>`. The account itself is in `user-<userId>`.
 */
export type AdministratorEvent =
  | NewEvent<
      'PermissionsChanged',
      {
        readonly userId: string;
        readonly permissions: readonly Permission[];
        readonly was: readonly Permission[];
      }
    >
  /** Also a replacement. */
  | NewEvent<'SecondFactorEnrolled', SecondFactorEnrolled>
  /** Authenticator code used at sign-in or to change the factor. Codes of this `step` and older are void. */
  | NewEvent<'SecondFactorUsed', { readonly userId: string; readonly step: number }>
  | NewEvent<'RecoveryCodeUsed', { readonly userId: string; readonly digest: string }>
  | NewEvent<'SecondFactorRemoved', { readonly userId: string }>
  /** Device accepted in place of a code. It belongs to its `enrolmentId` and ends with that enrolment. */
  | NewEvent<'AdministratorPasskeyAdded', AdministratorPasskeyAdded>
  /** `{ name }` is sealed: device names often contain personal names. */
  | NewEvent<
      'AdministratorPasskeyNamed',
      { readonly userId: string; readonly passkeyId: string; readonly sealed: string }
    >
  /** Signature accepted in place of a code. The challenge is void afterwards. */
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
  /** 0 without a counter. */
  readonly counter: number;
  /**
   * `{ credentialId, publicKey, device, name }`. The first two are base64url, `device` is named by the
   * browser and `name` is chosen by the owner.
   */
  readonly sealed: string;
}

export interface SecondFactorEnrolled {
  readonly userId: string;
  /** Id created when the enrolment starts. A repeated confirmation is recognised by this id. */
  readonly enrolmentId: string;
  /** TOTP step (30 s since 1970) of the confirming code. */
  readonly step: number;
  /** `{ secret, recoveryDigests }`: the secret in base 32 and ten keyed digests. */
  readonly sealed: string;
}

export const administratorStream = (userId: string): string => `administrator-${userId}`;

/** `undefined` for an event type this version does not know. */
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
