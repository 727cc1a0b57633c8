import { eventReader, type NewEvent } from '../../../infra/event-store/event-store.js';
import type { Permission } from '../../contracts/admin/administrators.contract.js';

export interface Access {
  readonly role: 'admin' | 'auditor';
  /** Empty for an auditor. */
  readonly permissions: readonly Permission[];
}

export interface InvitationLink {
  /** Random id. `invitationToken` derives the token from this id and a key of the installation. */
  readonly linkId: string;
  /**
   * SHA-256 of the token, hex. The token itself is stored nowhere, so no stored text opens the invitation.
   */
  readonly digest: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** Owner who sent the link. The link is void when this person stops being an owner. */
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
 * Decisions about all administrators, in the one stream `ACCESS_STREAM`. When two are made at once, the
 * second conflicts and is decided again. Access given at creation is in the administrators' own streams.
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
  /**
   * Lock after too many wrong codes that followed a correct password. The event's actor has the account's
   * `id` and the origin of the attempt.
   */
  | NewEvent<'SecondFactorLocked', SecondFactorLocked>;

export interface SecondFactorLocked {
  readonly userId: string;
  /** Locked second factor. Replacing or removing it ends the lock. */
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
