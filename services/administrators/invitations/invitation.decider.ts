import { RuleBroken } from '../../contracts/errors.js';
import {
  type AccessBook,
  decidedOf,
  isOwner,
  isSame,
  mustBeOwner,
  plain,
  type StandingAccess,
} from '../access/access.decider.js';
import type { Access, InvitationLink } from '../access/access.events.js';
import type { Invitation, InvitationFact } from './invitation.state.js';

export type InvitationCommand =
  | {
      readonly type: 'Invite';
      readonly userId: string;
      readonly inviteId: string;
      readonly emailMac: string;
      readonly access: Access;
      readonly link: InvitationLink;
    }
  | {
      readonly type: 'SendAgain';
      readonly userId: string;
      readonly sends: number;
      readonly link: InvitationLink;
      readonly isNobody: boolean;
      readonly isKeptOut: boolean;
    }
  /** `isNobody`: the person `userId` has no account and can get no account. */
  | { readonly type: 'Withdraw'; readonly userId: string; readonly isNobody: boolean };

/**
 * Decides on the invitation of a person who is no administrator yet. Returns no events when nothing changes.
 * @param actor deciding owner, read just before the append
 * @throws RuleBroken PERMISSION_MISSING, CHANGE_CONFLICT, INVITATION_OPEN, INVITATION_NOT_FOUND,
 * INVITATION_USED
 */
export function decideInvitation(
  command: InvitationCommand,
  book: AccessBook,
  actor: StandingAccess,
): readonly InvitationFact[] {
  mustBeOwner(actor);
  if (command.type === 'Invite') return invite(command, book);
  const { userId } = command;
  const invitation = decidedOf(book, userId).invitation;
  if (!invitation) throw new RuleBroken('INVITATION_NOT_FOUND');
  // Refuse even an `open` invitation, because an earlier link may already have created the account.
  if (!command.isNobody) throw new RuleBroken('INVITATION_USED');
  if (command.type === 'Withdraw')
    return invitation.state === 'withdrawn' ? [] : [{ type: 'InvitationWithdrawn', data: { userId } }];
  if (invitation.state === 'withdrawn' || command.isKeptOut) throw new RuleBroken('INVITATION_NOT_FOUND');
  return invitation.sends === command.sends
    ? [{ type: 'InvitationSentAgain', data: { userId, ...command.link } }]
    : [];
}

function invite(
  { userId, inviteId, emailMac, access: wanted, link }: Extract<InvitationCommand, { type: 'Invite' }>,
  book: AccessBook,
): readonly InvitationFact[] {
  const access = plain(wanted);
  const same = invitationWhere(book, (one) => one.inviteId === inviteId);
  if (same) {
    if (same.emailMac !== emailMac || !isSame(same.access, access)) throw new RuleBroken('CHANGE_CONFLICT');
    return [];
  }
  if (invitationWhere(book, (one) => one.emailMac === emailMac && one.state === 'open'))
    throw new RuleBroken('INVITATION_OPEN', { field: 'email' });
  return [{ type: 'AdministratorInvited', data: { userId, inviteId, emailMac, access, ...link, was: null } }];
}

/**
 * Accepts an invitation, or returns `[]` when it is accepted already. Until the account exists, `inviter` must
 * be an owner.
 * @param now ISO 8601
 * @throws RuleBroken INVITATION_INVALID, INVITATION_EXPIRED
 */
export function decideAcceptance(
  { digest, isNobody }: { readonly digest: string; readonly isNobody: boolean },
  book: AccessBook,
  inviter: StandingAccess | undefined,
  now: string,
): readonly InvitationFact[] {
  const invitation = invitationByDigest(book, digest);
  if (!invitation || invitation.state === 'withdrawn') throw new RuleBroken('INVITATION_INVALID');
  if (invitation.expiresAt <= now) throw new RuleBroken('INVITATION_EXPIRED');
  if (invitation.state === 'accepted' && !isNobody) return [];
  if (!inviter || !isOwner(inviter)) throw new RuleBroken('INVITATION_INVALID');
  if (invitation.state === 'accepted') return [];
  const { userId, access } = invitation;
  return [{ type: 'InvitationAccepted', data: { userId, access, was: null } }];
}

export const invitationByDigest = (book: AccessBook, digest: string): Invitation | undefined =>
  invitationWhere(book, (one) => one.digest === digest);

export function invitationWhere(
  book: AccessBook,
  isIt: (invitation: Invitation) => boolean,
): Invitation | undefined {
  for (const { invitation } of book.values()) if (invitation && isIt(invitation)) return invitation;
  return undefined;
}
