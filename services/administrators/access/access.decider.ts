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
  /**
   * Owners who invited this person, or gave them a permission when they were no owner. Value: latest time per
   * owner, ISO 8601.
   */
  readonly givers?: ReadonlyMap<string, string>;
  /** Newest decision that suspended this person or took away their permission `owner`. */
  readonly lost?: Lost;
}

interface Lost {
  /** ISO 8601. */
  readonly at: string;
  /** Result of `handsOf` for this person before the decision. */
  readonly hands: Hands;
  readonly wasOwner: boolean;
}

/** Ids that `handsOf` returns. Two administrators count as one when their sets share an id. */
export type Hands = ReadonlySet<string>;

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
    const hands = handsOf(book, data.userId, Date.parse(at));
    return { at, hands, wasOwner: wasOwner || decided.lost?.wasOwner === true };
  };
  const put = (changed: Partial<Decided>): AccessBook =>
    new Map(book).set(data.userId, { ...decided, ...changed });
  const givenBy = (id: string): Pick<Decided, 'givers'> => ({
    givers: new Map(decided.givers).set(id, at),
  });
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
            // Use `acceptedAt` for every sender of the invitation, because the permissions begin at this
            // time.
            givers: new Map(Array.from(decided.givers ?? [], ([by]) => [by, acceptedAt])),
          })
        : put({ invitation, ...givenBy(inviterId) });
    }
    case 'AdministratorAccessChanged': {
      const { access, was } = data;
      const [isOwnerNow, wasOwner] = [access, was].map(({ permissions }) => may({ permissions }, ['owner']));
      const gains = !wasOwner && access.permissions.some((one) => !was.permissions.includes(one));
      return put({
        ...(gains && actor && givenBy(actor.id)),
        ...(wasOwner && !isOwnerNow && { lost: losing(true) }),
        // Let `lost` last as long as `givers`. Otherwise, an owner whom another owner demotes and promotes
        // would count as one with that owner.
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
 * Returns the time (ISO 8601) from which the person has held one of the `wanted` permissions. Undefined for a
 * permission from `create-admin`.
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
 * For this many milliseconds after getting a permission, an administrator neither moves money alone nor
 * approves nor makes `settled` acts.
 */
export const NEW_FOR_MS = 24 * 3_600_000;

/**
 * Milliseconds for which two administrators count as one, after one of them gave the other a permission.
 * Otherwise, an owner could invite an account of their own and approve their requests with this account.
 */
export const ONE_HAND_FOR_MS = 30 * 24 * 3_600_000;

const isRecent = (at: string, nowMs: number): boolean => nowMs - Date.parse(at) < ONE_HAND_FOR_MS;

/**
 * The administrator, the persons who gave them a permission within `ONE_HAND_FOR_MS`, the givers of these
 * persons, and so on. All givers count, because a second giver could otherwise hide the first.
 */
export function handsOf(book: AccessBook, userId: string, nowMs: number): Hands {
  const hands = new Set([userId]);
  // The loop also visits ids that are added inside it.
  for (const id of hands)
    for (const [by, at] of decidedOf(book, id).givers ?? []) if (isRecent(at, nowMs)) hands.add(by);
  return hands;
}

export const sharedHands = (one: Hands, other: Hands): readonly string[] =>
  Array.from(one).filter((id) => other.has(id));

export interface StandingAccess extends Access {
  readonly userId: string;
  readonly suspended: boolean;
  readonly enrolmentId?: string | undefined;
  readonly endedSessions?: ReadonlySet<string> | undefined;
}

export type AccessCommand =
  | { readonly type: 'ChangeAccess'; readonly wanted: Access; readonly seen?: Access | undefined }
  | { readonly type: 'EndSession'; readonly sessionId: string }
  | { readonly type: 'SignOut' }
  | { readonly type: 'Suspend' | 'Reinstate' | 'ResetSecondFactor'; readonly reason: string };

/**
 * Decides an owner's command about another administrator. An owner cannot decide about their own access, so
 * at least one owner always remains. Returns `[]` when nothing changes.
 * @param actor deciding owner, read just before the append
 * @param hands `handsOf` the actor, who could otherwise lock out the owner who made them one
 * @throws RuleBroken PERMISSION_MISSING, ACCESS_OWN, ACCESS_OF_GIVER, STALE_EDIT
 */
export function decideAccess(
  command: AccessCommand,
  actor: StandingAccess,
  person: StandingAccess,
  hands: Hands,
): readonly AccessFact[] {
  mustBeOwner(actor);
  const { userId, role, permissions, suspended, enrolmentId } = person;
  if (userId === actor.userId) throw new RuleBroken('ACCESS_OWN');
  if (hands.has(userId) && command.type !== 'Reinstate') throw new RuleBroken('ACCESS_OF_GIVER');
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
    case 'SignOut':
      return [];
    case 'ResetSecondFactor':
      return enrolmentId === undefined
        ? []
        : [{ type: 'SecondFactorReset', data: { userId, enrolmentId, reason: command.reason } }];
  }
}

/** Person and original role of the account. Decisions in `AccessBook` may have changed the role. */
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
 * True when one of `staff` is an owner whose hands do not contain `userId`. An owner who is suspended or loses
 * the permission `owner` still counts for `ONE_HAND_FOR_MS`.
 *
 * Not symmetric: otherwise a new owner could act alone against the owner who made them one.
 */
export function hasOtherOwner(
  book: AccessBook,
  staff: readonly StandingAccess[],
  userId: string,
  nowMs: number,
): boolean {
  return staff.some((person) => {
    const { lost } = decidedOf(book, person.userId);
    if (lost && isRecent(lost.at, nowMs) && (lost.wasOwner || may(person, ['owner'])))
      return !lost.hands.has(userId);
    return isOwner(person) && !handsOf(book, person.userId, nowMs).has(userId);
  });
}
