import { eventReader, type NewEvent } from '../../../infra/event-store/event-store.js';
import type { Permission } from '../../contracts/admin/administrators.contract.js';

/** On which side of the administrators somebody is, and what they may there. */
export interface Access {
  readonly role: 'admin' | 'auditor';
  /** None of an auditor. */
  readonly permissions: readonly Permission[];
}

/** How somebody is asked. */
export interface InvitationLink {
  /** What the token of the link is made of, together with a key of the installation. */
  readonly linkId: string;
  /** SHA-256 of that token, hex: nothing stored opens the door. */
  readonly digest: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** The owner who sent it: it is worth something only while they are one. */
  readonly inviterId: string;
  /** `{ email, firstName, lastName }`, for whoever mails it. */
  readonly sealed: string;
}

/** Somebody is asked to become an administrator or auditor. `userId` is who they will be; nobody until they accept. */
export interface AdministratorInvited extends InvitationLink {
  readonly userId: string;
  /** Names the form of the owner: the same form is the same invitation. */
  readonly inviteId: string;
  /** Keyed digest of the email: one open invitation for each. */
  readonly emailMac: string;
  readonly access: Access;
  readonly was: null;
}

/**
 * What owners decide about each other's access, all of it in one stream: two who decide at the same moment conflict, and the second
 * decides again on what the first has left. What was so before the first decision about somebody is in their own streams.
 */
export type AccessEvent =
  | NewEvent<'AdministratorInvited', AdministratorInvited>
  /** With another link: those of before open nothing any more. Whoever sent it answers for it. */
  | NewEvent<'InvitationSentAgain', InvitationLink & { readonly userId: string }>
  | NewEvent<'InvitationWithdrawn', { readonly userId: string }>
  /** Comes before the account, and is what the account is made by. */
  | NewEvent<'InvitationAccepted', { readonly userId: string; readonly access: Access; readonly was: null }>
  | NewEvent<
      'AdministratorAccessChanged',
      { readonly userId: string; readonly access: Access; readonly was: Access }
    >
  | NewEvent<'AdministratorSuspended', { readonly userId: string; readonly reason: string }>
  | NewEvent<'AdministratorReinstated', { readonly userId: string; readonly reason: string }>
  /** One browser of theirs; `sessionId` is the handle that owners know it by. */
  | NewEvent<'AdministratorSessionEnded', { readonly userId: string; readonly sessionId: string }>
  /** That of this enrolment proves nothing any more. */
  | NewEvent<
      'SecondFactorReset',
      { readonly userId: string; readonly enrolmentId: string; readonly reason: string }
    >
  /** Too many wrong codes after the right password: whoever entered them knows it. The actor is who they say they are, and from where. */
  | NewEvent<'SecondFactorLocked', SecondFactorLocked>;

export interface SecondFactorLocked {
  readonly userId: string;
  /** The lock is of this enrolment: another one begins afresh. */
  readonly enrolmentId: string;
  /** Of the password that was shown with the wrong codes. */
  readonly epoch: number;
  /** ISO 8601. */
  readonly lockedUntil: string;
}

/** What a decision stores; ids, times and actor are added by who appends. */
export type AccessFact = AccessEvent extends infer Event
  ? Event extends AccessEvent
    ? Pick<Event, 'type' | 'data'>
    : never
  : never;

export const ACCESS_STREAM = 'administrators';

/** The event with the shape its type says; undefined for a type that this version does not know. */
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
