import { may, type Permission } from '../../contracts/admin/administrators.contract.js';
import { RuleBroken } from '../../contracts/errors.js';
import { evolveInvitation, type Invitation } from '../invitations/invitation.state.js';
import type { Access, AccessFact, SecondFactorLocked } from './access.events.js';

/** Decisions of owners about one administrator. */
export interface Decided {
  readonly access?: Access;
  readonly suspended: boolean;
  readonly resetEnrolment?: string;
  readonly endedSessions?: ReadonlySet<string>;
  readonly locked?: SecondFactorLocked & { readonly atMs: number };
  readonly invitation?: Invitation;
  /** Time (ISO 8601) at which each permission was given. Empty for permissions that `create-admin` gave. */
  readonly given?: ReadonlyMap<Permission, string>;
  /** ISO 8601. */
  readonly reinstatedAt?: string;
  /** Newest owner who gave a permission to this person, who was no owner before. `at` is ISO 8601. */
  readonly givenBy?: { readonly by: string; readonly at: string };
  /** Newest decision that suspended this person or took the permission `owner`. */
  readonly lost?: Lost;
}

interface Lost {
  /** ISO 8601. */
  readonly at: string;
  /** `handOf` this person before the decision. */
  readonly hand: string;
  readonly wasOwner: boolean;
}

export type AccessBook = ReadonlyMap<string, Decided>;

const UNDECIDED: Decided = { suspended: false };

export const decidedOf = (book: AccessBook, userId: string): Decided => book.get(userId) ?? UNDECIDED;

export function evolveBook(
  book: AccessBook,
  event: AccessFact & { readonly at: string; readonly actor?: { readonly id: string } },
): AccessBook {
  const { type, data, at, actor } = event;
  const decided = decidedOf(book, data.userId);
  const losing = (wasOwner: boolean): Lost => {
    const hand = handOf(book, data.userId, Date.parse(at));
    return { at, hand, wasOwner: wasOwner || decided.lost?.wasOwner === true };
  };
  const put = (changed: Partial<Decided>): AccessBook =>
    new Map(book).set(data.userId, { ...decided, ...changed });
  switch (type) {
    case 'AdministratorInvited':
    case 'InvitationSentAgain':
    case 'InvitationWithdrawn':
    case 'InvitationAccepted': {
      const invitation = evolveInvitation(decided.invitation, event, event.at);
      if (!invitation) return book;
      const { acceptedAt, inviterId } = invitation;
      return type === 'InvitationAccepted' && acceptedAt !== undefined
        ? put({
            invitation,
            given: new Map(data.access.permissions.map((one) => [one, acceptedAt])),
            givenBy: { by: inviterId, at: acceptedAt },
          })
        : put({ invitation });
    }
    case 'AdministratorAccessChanged': {
      const { access, was } = data;
      const [isOwnerNow, wasOwner] = [access, was].map(({ permissions }) => may({ permissions }, ['owner']));
      const gains = !wasOwner && access.permissions.some((one) => !was.permissions.includes(one));
      return put({
        ...(gains && actor && { givenBy: { by: actor.id, at } }),
        ...(wasOwner && !isOwnerNow && { lost: losing(true) }),
        // Keep `lost` as long as `givenBy`. Otherwise, an owner who is demoted and promoted would count as one
        // with the owner who did both.
        ...(!wasOwner && isOwnerNow && decided.lost && { lost: { ...decided.lost, at } }),
        access,
        given: new Map(
          data.access.permissions.map((one) => [
            one,
            data.was.permissions.includes(one) ? (decided.given?.get(one) ?? '') : event.at,
          ]),
        ),
      });
    }
    case 'AdministratorSuspended':
    case 'AdministratorReinstated':
      return type === 'AdministratorSuspended'
        ? put({ suspended: true, lost: losing(false) })
        : put({ suspended: false, reinstatedAt: event.at });
    case 'AdministratorSessionEnded':
      return put({ endedSessions: new Set(decided.endedSessions).add(data.sessionId) });
    case 'SecondFactorReset':
      return put({ resetEnrolment: data.enrolmentId });
    case 'SecondFactorLocked':
      return put({ locked: { ...data, atMs: Date.parse(event.at) } });
  }
}

/**
 * Returns since when (ISO 8601) the person has had one of the `wanted` permissions. Undefined for a permission
 * from `create-admin`.
 */
export function givenAt(
  { given = new Map(), reinstatedAt = '' }: Decided,
  wanted: readonly Permission[],
): string | undefined {
  const times = Array.from(given).flatMap(([one, at]) => (may({ permissions: [one] }, wanted) ? [at] : []));
  const earliest = times.toSorted()[0] ?? '';
  return (earliest > reinstatedAt ? earliest : reinstatedAt) || undefined;
}

/**
 * Milliseconds for which two administrators count as one, after one of them gave the other a permission.
 * Otherwise, an owner could invite an account of their own and approve their requests with this account.
 */
export const ONE_HAND_FOR_MS = 30 * 24 * 3_600_000;

const isRecent = (at: string, nowMs: number): boolean => nowMs - Date.parse(at) < ONE_HAND_FOR_MS;

/**
 * Person from whom the administrator has got power within `ONE_HAND_FOR_MS`, followed back to the first giver.
 * The administrator themselves when there is no such giver. Two administrators with the same result count as
 * one.
 */
export function handOf(book: AccessBook, userId: string, nowMs: number): string {
  const path: string[] = [];
  for (let id = userId; ;) {
    // Two owners who gave each other a permission get the same result.
    if (path.includes(id)) return path.slice(path.indexOf(id)).toSorted()[0]!;
    path.push(id);
    const { givenBy } = decidedOf(book, id);
    if (!givenBy || !isRecent(givenBy.at, nowMs)) return id;
    id = givenBy.by;
  }
}

export interface StandingAccess extends Access {
  readonly userId: string;
  readonly suspended: boolean;
  readonly enrolmentId?: string | undefined;
  readonly endedSessions?: ReadonlySet<string> | undefined;
}

export type AccessCommand =
  | { readonly type: 'ChangeAccess'; readonly wanted: Access; readonly seen?: Access | undefined }
  | { readonly type: 'EndSession'; readonly sessionId: string }
  | { readonly type: 'Suspend' | 'Reinstate' | 'ResetSecondFactor'; readonly reason: string };

/**
 * Decides an owner's command about another administrator. An owner cannot decide about their own access, so
 * at least one owner always remains. Returns `[]` when nothing changes.
 * @param actor deciding owner, read just before the append
 * @throws RuleBroken PERMISSION_MISSING, ACCESS_OWN, STALE_EDIT
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

/** Person with the role from the account's creation. Decisions in `AccessBook` may have changed the role. */
export type Colleague = Pick<StandingAccess, 'userId' | 'role'>;

/** True for an `admin` who is not suspended. Alerts are sent to such a person. */
export function isOnDuty(book: AccessBook, { userId, role }: Colleague): boolean {
  const { suspended, access } = decidedOf(book, userId);
  return !suspended && (access?.role ?? role) === 'admin';
}

export const isOwner = ({ suspended, role, permissions }: StandingAccess): boolean =>
  !suspended && role === 'admin' && may({ permissions }, ['owner']);

/** @throws RuleBroken(PERMISSION_MISSING) */
export function mustBeOwner(actor: StandingAccess): void {
  if (!isOwner(actor)) throw new RuleBroken('PERMISSION_MISSING', { permission: 'owner' });
}

export const plain = ({ role, permissions }: Access): Access => ({
  role,
  permissions: role === 'auditor' ? [] : [...new Set(permissions)],
});

export const isSame = (one: Access, other: Access): boolean =>
  one.role === other.role && one.permissions.toSorted().join() === other.permissions.toSorted().join();

export const accessText = ({ role, permissions }: Access): string =>
  role === 'auditor' ? 'auditor' : `admin with ${permissions.join(', ') || 'no permission'}`;

/**
 * True when one of `staff` is an owner of another hand. An owner counts for `ONE_HAND_FOR_MS` more after another
 * owner suspended them or took this permission.
 */
export const hasOtherOwner = (
  book: AccessBook,
  staff: readonly StandingAccess[],
  hand: string,
  nowMs: number,
): boolean =>
  staff.some((person) => {
    const { lost } = decidedOf(book, person.userId);
    if (lost && isRecent(lost.at, nowMs) && (lost.wasOwner || may(person, ['owner'])))
      return lost.hand !== hand;
    return isOwner(person) && handOf(book, person.userId, nowMs) !== hand;
  });
