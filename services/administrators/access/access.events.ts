import { eventReader, type NewEvent } from '../../../infra/event-store/event-store.js';
import type { Permission } from '../../contracts/admin/administrators.contract.js';

export interface Access {
  readonly role: 'admin' | 'auditor';
  readonly permissions: readonly Permission[];
}

export interface InvitationLink {
  /** Random id. `invitationToken` derives the token from it with a key of the installation. */
  readonly linkId: string;
  /**
   * SHA-256 of the token, hex. The token is never stored, so a reader of the log cannot accept the
   * invitation.
   */
  readonly digest: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** Owner who sent the link. The link becomes void when this person stops being an owner. */
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
 * Decisions about all administrators. They share `ACCESS_STREAM`, so that the later of two concurrent
 * decisions fails and is retried. Access given at creation is in the administrators' own streams.
 */
export type AccessEvent =
  | NewEvent<'AdministratorInvited', AdministratorInvited>
  /** Replaces the link. The sender becomes `inviterId`. */
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
  /** Ends the second factor that `enrolmentId` names. */
  | NewEvent<
      'SecondFactorReset',
      { readonly userId: string; readonly enrolmentId: string; readonly reason: string }
    >
  /**
   * Lock after too many wrong codes that followed a correct password. The actor is the locked account, with
   * the origin of the attempt.
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
