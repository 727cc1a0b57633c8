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
  /** `sends` is how often it had been sent as the form showed it. */
  | {
      readonly type: 'SendAgain';
      readonly userId: string;
      readonly sends: number;
      readonly link: InvitationLink;
      /** There is no account by it, also where it was accepted: a fault cut that short. */
      readonly isNobody: boolean;
      /** There is none, and never will be: a withdrawal was begun. */
      readonly isKeptOut: boolean;
    }
  /** `isNobody`: there is no account by it, and never will be. */
  | { readonly type: 'Withdraw'; readonly userId: string; readonly isNobody: boolean };

/**
 * What an owner decides about who is no administrator yet. Everything is decided on one stream, so of two who invite the same
 * address at once the second is refused on what the first has left. `[]` when it is so already.
 * @param actor as they stand at the very revision that is decided on
 * @throws RuleBroken PERMISSION_MISSING, CHANGE_CONFLICT, INVITATION_OPEN, INVITATION_NOT_FOUND, INVITATION_USED
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
  // Whatever its state: one that is sent again is open, and whoever had accepted it before may be making the account just then.
  if (!command.isNobody) throw new RuleBroken('INVITATION_USED');
  if (command.type === 'Withdraw')
    return invitation.state === 'withdrawn' ? [] : [{ type: 'InvitationWithdrawn', data: { userId } }];
  // A link by which nobody can make an account is not sent.
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
 * Somebody shows the link. Accepted once: whoever comes after it finds it accepted, and `[]`, so that what a fault cut short can
 * be finished. Until there is an account somebody has to answer for it.
 * @param inviter who answers for it, as they stand now @param now ISO 8601
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

/** That of the newest link. */
export const invitationByDigest = (book: AccessBook, digest: string): Invitation | undefined =>
  invitationWhere(book, (one) => one.digest === digest);

export function invitationWhere(
  book: AccessBook,
  isIt: (invitation: Invitation) => boolean,
): Invitation | undefined {
  for (const { invitation } of book.values()) if (invitation && isIt(invitation)) return invitation;
  return undefined;
}
