import { eventReader, type NewEvent } from '../../../infra/event-store/event-store.js';
import type { Permission } from '../../contracts/admin/administrators.contract.js';

export interface Access {
  readonly role: 'admin' | 'auditor';
  readonly permissions: readonly Permission[];
}

export interface InvitationLink {
  /** Random id, from which `invitationToken` derives the token with a key of the installation. */
  readonly linkId: string;
  /**
   * SHA-256 of the token, hex. The token itself is stored nowhere, so a reader of the log cannot accept the
   * invitation.
   */
  readonly digest: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** Owner who sent the link. When this person stops being an owner, the link becomes void. */
  readonly inviterId: string;
  /** Encrypted `{ email, firstName, lastName }` */
  readonly sealed: string;
}

/** `userId` has no account until the invitation is accepted. */
export interface AdministratorInvited extends InvitationLink {
  readonly userId: string;
  readonly inviteId: string;
  /** Keyed digest of the email. At most one invitation per email is `open`. */
  readonly emailMac: string;
  readonly access: Access;
  readonly was: null;
}

/**
 * Decisions about all administrators, in the single stream `ACCESS_STREAM`. The later of two concurrent
 * decisions fails and is made again. Access given at creation is in the administrators' own streams.
 */
export type AccessEvent =
  | NewEvent<'AdministratorInvited', AdministratorInvited>
  /** Replaces the link. The sender becomes `inviterId`, and older links become void. */
  | NewEvent<'InvitationSentAgain', InvitationLink & { readonly userId: string }>
  | NewEvent<'InvitationWithdrawn', { readonly userId: string }>
  /** The acceptance is stored before the account is created. */
  | NewEvent<'InvitationAccepted', { readonly userId: string; readonly access: Access; readonly was: null }>
  | NewEvent<
      'AdministratorAccessChanged',
      { readonly userId: string; readonly access: Access; readonly was: Access }
    >
  | NewEvent<'AdministratorSuspended', { readonly userId: string; readonly reason: string }>
  | NewEvent<'AdministratorReinstated', { readonly userId: string; readonly reason: string }>
  | NewEvent<'AdministratorSessionEnded', { readonly userId: string; readonly sessionId: string }>
  /** Ends the second factor of this enrolment. */
  | NewEvent<
      'SecondFactorReset',
      { readonly userId: string; readonly enrolmentId: string; readonly reason: string }
    >
  /**
   * Lock after too many wrong codes that followed a correct password. The event's actor is the account's id
   * with the origin of the attempt.
   */
  | NewEvent<'SecondFactorLocked', SecondFactorLocked>;

export interface SecondFactorLocked {
  readonly userId: string;
  /** Id of the locked second factor. Replacing or removing that factor ends the lock. */
  readonly enrolmentId: string;
  /** `credentialEpoch` of the password that was entered. */
  readonly epoch: number;
  /** ISO 8601. */
  readonly lockedUntil: string;
}

export type AccessFact = AccessEvent extends infer Event
  ? Event extends AccessEvent
    ? Pick<Event, 'type' | 'data'>
    : never
  : never;

export const ACCESS_STREAM = 'administrators';

/** Parses stored events; `undefined` for types that this version does not know. */
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
