import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SYSTEM } from '../../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../../infra/event-store/event-store.js';
import { LIMITS, type Limits } from '../../../infra/limits/limits.js';
import { RuleBroken } from '../../contracts/errors.js';
import { EventContexts, type Origin } from '../../customers/event-contexts.js';
import { consumeLimit } from '../../rate-limits/consume-limit.js';
import { refuseGuessable } from '../../customers/login/guessable-passwords.js';
import { networkPrefixOf } from '../../customers/login/subnet-of.js';
import { CreateUser } from '../../customers/registration/create-user.handler.js';
import { MarkEmailVerified } from '../../customers/registration/verify-email.handler.js';
import { freeEmail } from '../../customers/email-claims.js';
import { Users } from '../../customers/users.js';
import { decidedOf } from '../access/access.decider.js';
import { Administrators } from '../administrators.js';
import { invitationDigest } from './invitation-link.js';
import { decideAcceptance, invitationByDigest } from './invitation.decider.js';
import type { Invitation } from './invitation.state.js';
import { type Invitee, Invitations } from './invitations.js';

export class LookAtInvitation extends Command<Invitee & { readonly invitation: Invitation }> {
  constructor(
    readonly token: string,
    readonly address: string,
    readonly now: Date,
  ) {
    super();
  }
}

export class AcceptInvitation extends Command<void> {
  constructor(
    readonly token: string,
    readonly password: string,
    readonly origin: Origin,
    readonly now: Date,
  ) {
    super();
  }
}

/**
 * Limit for wrong invitation links per network. The limit only saves work, because tokens cannot be guessed.
 */
const WRONG_LINKS = { max: 60, windowMs: 15 * 60_000 };

@CommandHandler(LookAtInvitation)
export class LookAtInvitationHandler implements ICommandHandler<LookAtInvitation> {
  constructor(
    private readonly invitations: Invitations,
    @Inject(LIMITS) private readonly limits: Limits,
  ) {}

  /** @throws RuleBroken(RATE_LIMITED | INVITATION_INVALID | INVITATION_EXPIRED | INVITATION_USED) */
  async execute({ token, address, now }: LookAtInvitation) {
    const key = `invitation:${networkPrefixOf(address)}`;
    await consumeLimit(this.limits, key, WRONG_LINKS, 'RATE_LIMITED');
    const found = await this.invitations.ofToken(token, now);
    await this.limits.giveBack(key);
    return found;
  }
}

@CommandHandler(AcceptInvitation)
export class AcceptInvitationHandler implements ICommandHandler<AcceptInvitation> {
  constructor(
    private readonly administrators: Administrators,
    private readonly invitations: Invitations,
    private readonly look: LookAtInvitationHandler,
    private readonly users: Users,
    private readonly contexts: EventContexts,
    private readonly commands: CommandBus,
    @Inject(EVENT_STORE) private readonly store: Pick<EventStore, 'append' | 'readStream'>,
  ) {}

  /**
   * Stores the acceptance, then the permissions, then the account, so that no account ever has more access than
   * was offered. A repeat finishes an interrupted call.
   * @throws RuleBroken(RATE_LIMITED | INVITATION_INVALID | INVITATION_EXPIRED | INVITATION_USED | EMAIL_TAKEN |
   * PASSWORD_GUESSABLE)
   */
  async execute({ token, password, origin, now }: AcceptInvitation): Promise<void> {
    const found = await this.look.execute(new LookAtInvitation(token, origin.address, now));
    const { email, firstName, lastName } = found;
    // Check the password before storing the acceptance, because the person has to send the form again.
    refuseGuessable(password, { email, firstName, lastName, phone: '' });
    const { userId, access } = found.invitation;
    const { role } = access;
    const owner = await this.users.emails.ownerOf(email);
    if (owner !== userId && (await this.users.emails.isTaken(email))) throw new RuleBroken('EMAIL_TAKEN');
    const context = { ...(await this.contextOf(found.invitation, token, origin, now)), now };
    const digest = invitationDigest(token);
    const isNobody = !(await this.users.wasRegistered(userId));
    await this.administrators.decideInvitation(
      (book, inviter) => decideAcceptance({ digest, isNobody }, book, inviter, now.toISOString()),
      (book) => {
        const inviterId = invitationByDigest(book, digest)?.inviterId;
        return inviterId === undefined ? undefined : { userId: inviterId, role: 'admin' };
      },
      context,
    );
    const following = { ...context, actor: SYSTEM };
    await this.administrators.setPermissions(userId, access.permissions, following);
    const person = { email, password, firstName, lastName, phone: '', role, tier: 'regular' } as const;
    const registered = await this.commands
      .execute(new CreateUser(person, following, undefined, userId))
      .catch(async (error: unknown) => {
        const { invitation } = decidedOf(await this.administrators.book(), userId);
        if (invitation?.state !== 'withdrawn') throw error;
      });
    if (registered && registered.userId !== userId) throw new RuleBroken('EMAIL_TAKEN');
    // A missing account means that an owner withdrew the invitation meanwhile.
    if (!(await this.users.wasRegistered(userId))) {
      await freeEmail(this.store, found.invitation.emailMac, userId, following);
      throw new RuleBroken('INVITATION_INVALID');
    }
    // A customer may have registered with the invited email at the same time. The customer's account has the
    // `userId` of the invitation, but another role.
    if ((await this.users.current(userId))?.role !== role) throw new RuleBroken('EMAIL_TAKEN');
    await this.commands.execute(new MarkEmailVerified(userId, following));
    if (!registered?.isNew) throw new RuleBroken('INVITATION_USED');
  }

  private async contextOf({ userId, access }: Invitation, token: string, origin: Origin, now: Date) {
    try {
      return await this.contexts.of({ userId, role: access.role }, origin);
    } catch (error) {
      await this.invitations.ofToken(token, now);
      throw error;
    }
  }
}
