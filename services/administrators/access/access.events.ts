import { eventReader, type NewEvent } from '../../../infra/event-store/event-store.js';
import type { Permission } from '../../contracts/admin/administrators.contract.js';

export interface Access {
  readonly role: 'admin' | 'auditor';
  /** Empty for an auditor. */
  readonly permissions: readonly Permission[];
}

export interface InvitationLink {
  /** `invitationToken` is derived from it and a key of the installation. */
  readonly linkId: string;
  /** SHA-256 of the token, hex: nothing stored opens the invitation. */
  readonly digest: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** Void when they stop being an owner. */
  readonly inviterId: string;
  /** `{ email, firstName, lastName }` */
  readonly sealed: string;
}

/** `userId` has no account until the invitation is accepted. */
export interface AdministratorInvited extends InvitationLink {
  readonly userId: string;
  /** Idempotency key. */
  readonly inviteId: string;
  /** Keyed digest of the email; at most one invitation per email is `open`. */
  readonly emailMac: string;
  readonly access: Access;
  readonly was: null;
}

/**
 * All decisions share `ACCESS_STREAM`: of two concurrent ones the second conflicts and is decided again.
 * Earlier access is in the administrators' own streams.
 */
export type AccessEvent =
  | NewEvent<'AdministratorInvited', AdministratorInvited>
  /** Replaces the link, and the sender becomes `inviterId`. Older links are void. */
  | NewEvent<'InvitationSentAgain', InvitationLink & { readonly userId: string }>
  | NewEvent<'InvitationWithdrawn', { readonly userId: string }>
  /** Precedes the account. */
  | NewEvent<'InvitationAccepted', { readonly userId: string; readonly access: Access; readonly was: null }>
  | NewEvent<
      'AdministratorAccessChanged',
      { readonly userId: string; readonly access: Access; readonly was: Access }
    >
  | NewEvent<'AdministratorSuspended', { readonly userId: string; readonly reason: string }>
  | NewEvent<'AdministratorReinstated', { readonly userId: string; readonly reason: string }>
  /** `sessionId` is the session's handle. */
  | NewEvent<'AdministratorSessionEnded', { readonly userId: string; readonly sessionId: string }>
  /** Voids this enrolment. */
  | NewEvent<
      'SecondFactorReset',
      { readonly userId: string; readonly enrolmentId: string; readonly reason: string }
    >
  /** Too many wrong codes after a correct password. The actor has the claimed `id` and the origin. */
  | NewEvent<'SecondFactorLocked', SecondFactorLocked>;

export interface SecondFactorLocked {
  readonly userId: string;
  /** The lock ends with it. */
  readonly enrolmentId: string;
  /** `credentialEpoch` of the password used. */
  readonly epoch: number;
  /** ISO 8601. */
  readonly lockedUntil: string;
}

/** A decider's output. The appender adds `id`, `at` and `actor`. */
export type AccessFact = AccessEvent extends infer Event
  ? Event extends AccessEvent
    ? Pick<Event, 'type' | 'data'>
    : never
  : never;

export const ACCESS_STREAM = 'administrators';

/** `undefined` for an event type this version does not know. */
export const accessEvent = eventReader<AccessEvent>({
  AdministratorInvited: true,
  InvitationSentAgain: true,
  InvitationWithdrawn: true,
  InvitationAccepted: true,
  AdministratorAccessChanged: true,
  AdministratorSuspended: true,
  AdministratorReinstated: true,
  AdministratorSessionEnded: true,
  SecondFactorReset: true,
  SecondFactorLocked: true,
});
