import { eventReader, type NewEvent } from '../../../infra/event-store/event-store.js';
import type { Permission } from '../../contracts/admin/administrators.contract.js';

export interface Access {
  readonly role: 'admin' | 'auditor';
  readonly permissions: readonly Permission[];
}

export interface InvitationLink {
  /**
   * Random id of the invitation link. `invitationToken` derives the token from this id and a key of the
   * installation.
   */
  readonly linkId: string;
  /**
   * SHA-256 of the token, hex. The token itself is never stored. A reader of the log therefore cannot accept
   * the invitation.
   */
  readonly digest: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** Owner who sent the link. The link becomes invalid when this person is no longer an owner. */
  readonly inviterId: string;
  /** Encrypted `{ email, firstName, lastName }` */
  readonly sealed: string;
}

/** `userId` is the id of the future account. The account is created when the invitation is accepted. */
export interface AdministratorInvited extends InvitationLink {
  readonly userId: string;
  readonly inviteId: string;
  /** Keyed digest of the email. For each email, at most one invitation is `open`. */
  readonly emailMac: string;
  readonly access: Access;
  readonly was: null;
}

/**
 * Decisions about all administrators, in the single stream `ACCESS_STREAM`. When two decisions are made at the
 * same time, the later one fails and is retried. The access that an administrator got at creation is in the
 * administrator's own stream.
 */
export type AccessEvent =
  | NewEvent<'AdministratorInvited', AdministratorInvited>
  /** Replaces the invitation link. The administrator who sends the new link becomes `inviterId`. */
  | NewEvent<'InvitationSentAgain', InvitationLink & { readonly userId: string }>
  | NewEvent<'InvitationWithdrawn', { readonly userId: string }>
  /** Accepts an invitation. This event is stored before the account is created. */
  | NewEvent<'InvitationAccepted', { readonly userId: string; readonly access: Access; readonly was: null }>
  | NewEvent<
      'AdministratorAccessChanged',
      { readonly userId: string; readonly access: Access; readonly was: Access }
    >
  | NewEvent<'AdministratorSuspended', { readonly userId: string; readonly reason: string }>
  | NewEvent<'AdministratorReinstated', { readonly userId: string; readonly reason: string }>
  | NewEvent<'AdministratorSessionEnded', { readonly userId: string; readonly sessionId: string }>
  /** Ends the second factor that has the id `enrolmentId`. */
  | NewEvent<
      'SecondFactorReset',
      { readonly userId: string; readonly enrolmentId: string; readonly reason: string }
    >
  /**
   * Locks a second factor after too many wrong codes with the correct password. The actor is the locked
   * account, and the origin is that of the last wrong code.
   */
  | NewEvent<'SecondFactorLocked', SecondFactorLocked>;

export interface SecondFactorLocked {
  readonly userId: string;
  /** Id of the locked second factor. The lock ends when this second factor is replaced or removed. */
  readonly enrolmentId: string;
  /** The account's `credentialEpoch` when the person entered the password. */
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
