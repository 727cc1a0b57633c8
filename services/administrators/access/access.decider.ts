import { may } from '../../contracts/admin/administrators.contract.js';
import { RuleBroken } from '../../contracts/errors.js';
import { evolveInvitation, type Invitation } from '../invitations/invitation.state.js';
import type { Access, AccessFact, SecondFactorLocked } from './access.events.js';

/** What was decided about one administrator; what is absent is as their own streams say. */
export interface Decided {
  readonly access?: Access;
  readonly suspended: boolean;
  /** The newest enrolment of a second factor that was reset. */
  readonly resetEnrolment?: string;
  /** Handles of sessions that colleagues ended: the same one is ended once. */
  readonly endedSessions?: ReadonlySet<string>;
  /** The newest lock of their second factor, and when it was noted, milliseconds since 1970. */
  readonly locked?: SecondFactorLocked & { readonly atMs: number };
  /** How they came to be asked; absent for whoever the command made. */
  readonly invitation?: Invitation;
}

/** What was decided, by administrator. */
export type AccessBook = ReadonlyMap<string, Decided>;

const UNDECIDED: Decided = { suspended: false };

export const decidedOf = (book: AccessBook, userId: string): Decided => book.get(userId) ?? UNDECIDED;

/** The book after the event. */
export function evolveBook(book: AccessBook, event: AccessFact & { readonly at: string }): AccessBook {
  const { type, data } = event;
  const decided = decidedOf(book, data.userId);
  const put = (changed: Partial<Decided>): AccessBook =>
    new Map(book).set(data.userId, { ...decided, ...changed });
  switch (type) {
    case 'AdministratorInvited':
    case 'InvitationSentAgain':
    case 'InvitationWithdrawn':
    case 'InvitationAccepted': {
      const invitation = evolveInvitation(decided.invitation, event, event.at);
      return invitation ? put({ invitation }) : book;
    }
    case 'AdministratorAccessChanged':
      return put({ access: data.access });
    case 'AdministratorSuspended':
    case 'AdministratorReinstated':
      return put({ suspended: type === 'AdministratorSuspended' });
    case 'AdministratorSessionEnded':
      return put({ endedSessions: new Set(decided.endedSessions).add(data.sessionId) });
    case 'SecondFactorReset':
      return put({ resetEnrolment: data.enrolmentId });
    case 'SecondFactorLocked':
      return put({ locked: { ...data, atMs: Date.parse(event.at) } });
  }
}

/** Somebody of the administrators' side as they stand now. */
export interface StandingAccess extends Access {
  readonly userId: string;
  readonly suspended: boolean;
  /** Of their second factor; absent while they have none. */
  readonly enrolmentId?: string | undefined;
  readonly endedSessions?: ReadonlySet<string> | undefined;
}

export type AccessCommand =
  /** `seen` is what the form was filled with. */
  | { readonly type: 'ChangeAccess'; readonly wanted: Access; readonly seen?: Access | undefined }
  /** One browser, by the handle of its session. */
  | { readonly type: 'EndSession'; readonly sessionId: string }
  | { readonly type: 'Suspend' | 'Reinstate' | 'ResetSecondFactor'; readonly reason: string };

/**
 * Only an owner decides, and never about themselves: whatever is decided, whoever decided is an owner after it too. So there is
 * always one. `[]` when it is so already.
 * @param actor as they stand at the very revision that is decided on @throws RuleBroken PERMISSION_MISSING, ACCESS_OWN, STALE_EDIT
 */
export function decideAccess(
  command: AccessCommand,
  actor: StandingAccess,
  person: StandingAccess,
): readonly AccessFact[] {
  mustBeOwner(actor);
  const { userId, role, permissions, suspended, enrolmentId } = person;
  if (userId === actor.userId) throw new RuleBroken('ACCESS_OWN');
  switch (command.type) {
    case 'ChangeAccess': {
      const was = { role, permissions };
      const access = plain(command.wanted);
      if (isSame(access, was)) return [];
      if (command.seen && !isSame(plain(command.seen), was))
        throw new RuleBroken('STALE_EDIT', { what: 'The access', now: accessText(was) });
      return [{ type: 'AdministratorAccessChanged', data: { userId, access, was } }];
    }
    case 'Suspend':
      return suspended ? [] : [{ type: 'AdministratorSuspended', data: { userId, reason: command.reason } }];
    case 'Reinstate':
      return suspended ? [{ type: 'AdministratorReinstated', data: { userId, reason: command.reason } }] : [];
    case 'EndSession': {
      const { sessionId } = command;
      return person.endedSessions?.has(sessionId)
        ? []
        : [{ type: 'AdministratorSessionEnded', data: { userId, sessionId } }];
    }
    case 'ResetSecondFactor':
      return enrolmentId === undefined
        ? []
        : [{ type: 'SecondFactorReset', data: { userId, enrolmentId, reason: command.reason } }];
  }
}

/** Somebody at the administrators' side, as they were made: what owners decided since is in the book. */
export type Colleague = Pick<StandingAccess, 'userId' | 'role'>;

/** Whether they are told of what wants an administrator: whoever is suspended, or is an auditor by now, is not. */
export function isOnDuty(book: AccessBook, { userId, role }: Colleague): boolean {
  const { suspended, access } = decidedOf(book, userId);
  return !suspended && (access?.role ?? role) === 'admin';
}

/** Whether they may decide about others. */
export const isOwner = ({ suspended, role, permissions }: StandingAccess): boolean =>
  !suspended && role === 'admin' && may({ permissions }, ['owner']);

/** @throws RuleBroken(PERMISSION_MISSING) */
export function mustBeOwner(actor: StandingAccess): void {
  if (!isOwner(actor)) throw new RuleBroken('PERMISSION_MISSING', { permission: 'owner' });
}

/** An auditor has no permissions; nobody has one twice. */
export const plain = ({ role, permissions }: Access): Access => ({
  role,
  permissions: role === 'auditor' ? [] : [...new Set(permissions)],
});

export const isSame = (one: Access, other: Access): boolean =>
  one.role === other.role && one.permissions.toSorted().join() === other.permissions.toSorted().join();

const accessText = ({ role, permissions }: Access): string =>
  role === 'auditor' ? 'auditor' : `admin with ${permissions.join(', ') || 'no permission'}`;
