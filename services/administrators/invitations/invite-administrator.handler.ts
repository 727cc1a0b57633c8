import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { KEY_VAULT, type KeyVault } from '../../../infra/crypto/key-vault.js';
import { appendSurely } from '../../../infra/event-store/decide-and-append.js';
import { type EventContext, fact, SYSTEM } from '../../../infra/event-store/event-context.js';
import {
  EVENT_STORE,
  type EventStore,
  NO_STREAM,
  RevisionConflict,
} from '../../../infra/event-store/event-store.js';
import { randomUUID } from '../../../infra/host/chance.js';
import { RuleBroken } from '../../contracts/errors.js';
import { userStream } from '../../customers/user.events.js';
import { freeEmail, normaliseEmail } from '../../customers/email-claims.js';
import { Users } from '../../customers/users.js';
import { type AccessBook, decidedOf, mustBeOwner } from '../access/access.decider.js';
import type { Access } from '../access/access.events.js';
import { actorOf, Administrators } from '../administrators.js';
import { decideInvitation, type InvitationCommand, invitationWhere } from './invitation.decider.js';
import { type Invitee, Invitations } from './invitations.js';

/** Invites a person. Does nothing when the same `inviteId` was used before. */
export class InviteAdministrator extends Command<void> {
  constructor(
    readonly inviteId: string,
    readonly person: Invitee,
    readonly access: Access,
    readonly context: EventContext,
  ) {
    super();
  }
}

/** Mails a new link to an invited person. Does nothing when the number of sent links is no longer `sends`. */
export class SendInvitation extends Command<void> {
  constructor(
    readonly userId: string,
    readonly sends: number,
    readonly context: EventContext,
  ) {
    super();
  }
}

export class WithdrawInvitation extends Command<void> {
  constructor(
    readonly userId: string,
    readonly context: EventContext,
  ) {
    super();
  }
}

@CommandHandler(InviteAdministrator)
export class InviteAdministratorHandler implements ICommandHandler<InviteAdministrator> {
  constructor(
    private readonly administrators: Administrators,
    private readonly invitations: Invitations,
    private readonly users: Users,
    @Inject(KEY_VAULT) private readonly vault: Pick<KeyVault, 'createKey' | 'loadKeys' | 'seal' | 'forget'>,
  ) {}

  /** @throws RuleBroken(PERMISSION_MISSING | EMAIL_TAKEN | INVITATION_OPEN | CHANGE_CONFLICT) */
  async execute({ inviteId, person, access, context }: InviteAdministrator): Promise<void> {
    const email = normaliseEmail(person.email);
    const before = await this.administrators.book();
    const sentBefore = invitationWhere(before, (one) => one.inviteId === inviteId) !== undefined;
    // For a repeated form, the invited person may own the email already.
    if (!sentBefore && (await this.users.emails.isTaken(email)))
      throw new RuleBroken('EMAIL_TAKEN', { field: 'email' });
    const userId = randomUUID();
    await this.vault.createKey(userId);
    await this.vault.loadKeys([userId]);
    const { firstName, lastName } = person;
    const sealed = this.vault.seal(userId, {
      email,
      firstName: firstName.trim(),
      lastName: lastName.trim(),
    });
    const link = this.invitations.newLink(userId, context.actor.id, sealed, context.now);
    const emailMac = this.users.emails.mac(email);
    const command = { type: 'Invite', userId, inviteId, emailMac, access, link } as const;
    try {
      const book = await decideAsOwner(this.administrators, command, context);
      if (!decidedOf(book, userId).invitation) await this.vault.forget(userId);
    } catch (error) {
      // Delete the person's key only after a refusal. After any other error, the invitation may be stored and
      // needs the key.
      if (error instanceof RuleBroken) await this.vault.forget(userId);
      throw error;
    }
  }
}

@CommandHandler(SendInvitation)
export class SendInvitationHandler implements ICommandHandler<SendInvitation> {
  constructor(
    private readonly administrators: Administrators,
    private readonly invitations: Invitations,
    @Inject(Users) private readonly users: Pick<Users, 'accountUnder'>,
  ) {}

  /** @throws RuleBroken(PERMISSION_MISSING | INVITATION_NOT_FOUND | INVITATION_USED) */
  async execute({ userId, sends, context }: SendInvitation): Promise<void> {
    const known = decidedOf(await this.administrators.book(), userId).invitation;
    if (!known) throw new RuleBroken('INVITATION_NOT_FOUND');
    const link = this.invitations.newLink(userId, context.actor.id, known.sealed, context.now);
    const account = await this.users.accountUnder(userId);
    const [isNobody, isKeptOut] = [account !== 'made', account === 'never'];
    const command = { type: 'SendAgain', userId, sends, link, isNobody, isKeptOut } as const;
    await decideAsOwner(this.administrators, command, context);
  }
}

@CommandHandler(WithdrawInvitation)
export class WithdrawInvitationHandler implements ICommandHandler<WithdrawInvitation> {
  constructor(
    private readonly administrators: Administrators,
    @Inject(Users) private readonly users: Pick<Users, 'wasRegistered'>,
    @Inject(EVENT_STORE) private readonly store: Pick<EventStore, 'append' | 'readStream'>,
    @Inject(KEY_VAULT) private readonly vault: Pick<KeyVault, 'forget'>,
  ) {}

  /** @throws RuleBroken(PERMISSION_MISSING | INVITATION_NOT_FOUND | INVITATION_USED) */
  async execute({ userId, context }: WithdrawInvitation): Promise<void> {
    const following = { ...context, actor: SYSTEM };
    const { invitation } = decidedOf(await this.administrators.book(), userId);
    const isNobody = invitation !== undefined && (await this.keepOut(userId, context));
    await decideAsOwner(this.administrators, { type: 'Withdraw', userId, isNobody }, context);
    // Free the email for other accounts.
    if (invitation) await freeEmail(this.store, invitation.emailMac, userId, following);
    await this.vault.forget(userId);
  }

  /**
   * Appends `PersonForgotten` as the first event of the user's stream, so that a concurrent acceptance fails.
   * @returns true when the person has no account and cannot get an account
   */
  private async keepOut(userId: string, context: EventContext): Promise<boolean> {
    mustBeOwner(await this.administrators.standing(actorOf(context)));
    const end = fact('PersonForgotten', { userId }, { ...context, actor: SYSTEM });
    try {
      await appendSurely(this.store, userStream(userId), NO_STREAM, [end]);
      return true;
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
      return !(await this.users.wasRegistered(userId));
    }
  }
}

const decideAsOwner = (
  administrators: Administrators,
  command: InvitationCommand,
  context: EventContext,
): Promise<AccessBook> =>
  administrators.decideInvitation(
    (book, by) => decideInvitation(command, book, by!),
    actorOf(context),
    context,
  );
