import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { appendSurely } from '../../../infra/event-store/decide-and-append.js';
import { fact, SYSTEM, type EventContext } from '../../../infra/event-store/event-context.js';
import {
  EVENT_STORE,
  RevisionConflict,
  type EventStore,
  type StreamHead,
} from '../../../infra/event-store/event-store.js';
import { CONFIG } from '../../../infra/config/settings.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { CustomerSettings } from '../customer.settings.js';
import { Sessions } from '../login/sessions.js';
import { Codes } from '../mailed-codes/codes.js';
import { endOf } from '../payouts/payout-delay.decider.js';
import type { UserEdit } from '../user.decider.js';
import { emailStream } from '../user.events.js';
import type { User } from '../user.state.js';
import { normaliseEmail } from '../email-claims.js';
import { Users } from '../users.js';

/** Changes the data of a customer. A field that is absent stays as it is. */
export class EditUser extends Command<{ readonly changed: boolean }> {
  constructor(
    readonly userId: string,
    readonly wanted: UserEdit,
    /**
     * Values that the administrator saw. The change is refused when one of these values has changed
     * since.
     */
    readonly seen: UserEdit,
    readonly context: EventContext,
  ) {
    super();
  }
}

const EDITED = ['firstName', 'lastName', 'email', 'tier'] as const satisfies readonly (keyof UserEdit)[];

@CommandHandler(EditUser)
export class EditUserHandler implements ICommandHandler<EditUser> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly codes: Codes,
    @Inject(CONFIG) private readonly settings: Pick<CustomerSettings, 'PAYOUT_DELAY'>,
  ) {}

  /**
   * Changes a customer. A new email is claimed before the change, and the old email is freed after
   * the change. No other person can therefore get either email in between. A slow change that has
   * lost its claim is refused. Repeating the command finishes an interrupted change.
   * @throws RuleBroken USER_NOT_FOUND, EMAIL_TAKEN, STALE_EDIT
   */
  async execute({ userId, wanted, seen, context }: EditUser): Promise<{ readonly changed: boolean }> {
    const before = await this.users.current(userId);
    if (before?.role !== 'user') throw new RuleBroken('USER_NOT_FOUND');
    const email = wanted.email === undefined ? before.email : normaliseEmail(wanted.email);
    const left = new Set([before.email, normaliseEmail(seen.email ?? before.email)]);
    left.delete(email);
    // Read the claims of the former emails before the change. Only these claims are freed later.
    const claims = await Promise.all(
      Array.from(left, async (old) => ({ old, ...(await this.users.emails.claimOf(old)) })),
    );
    if (email !== before.email) await this.claim(email, userId, context);
    const after = await this.edit(
      before,
      { ...wanted, ...(wanted.email !== undefined && { email }) },
      seen,
      context,
    );
    if (after.email === email) {
      if (email !== before.email) await this.sessions.endAll(userId);
      for (const claim of claims)
        if (
          claim.owner === userId &&
          (claim.old === before.email || (await this.isLeft(claim.old, userId, context)))
        )
          await this.freeAt(claim.old, claim.head, userId, context);
    }
    const changed = EDITED.some((field) => after[field] !== before[field]);
    return { changed };
  }

  private async edit(before: User, wanted: UserEdit, seen: UserEdit, context: EventContext): Promise<User> {
    const { userId, emailClaimsVoided: claimsVoided = 0 } = before;
    const code = this.codes.create('email', context.now);
    const payoutsFrom = endOf(this.settings.PAYOUT_DELAY, context.now);
    const command = { type: 'Edit', wanted, seen, code, claimsVoided, payoutsFrom } as const;
    try {
      return await this.users.handle(userId, command, context);
    } catch (error) {
      // Free the new email again when the change is refused.
      if (error instanceof RuleBroken && wanted.email !== undefined && wanted.email !== before.email)
        await this.freeUnlessTheirs(wanted.email, userId, context);
      throw error;
    }
  }

  /**
   * Stores an event even when the user already has the claim, so that a parallel claim of another user fails.
   * @throws RuleBroken(EMAIL_TAKEN)
   */
  private async claim(email: string, userId: string, context: EventContext): Promise<void> {
    const { owner, head } = await this.users.emails.toClaim(email, context, userId);
    if (owner !== undefined && owner !== userId) throw new RuleBroken('EMAIL_TAKEN', { field: 'email' });
    try {
      const stream = emailStream(this.users.emails.mac(email));
      await appendSurely(this.store, stream, head, [fact('EmailClaimed', { userId }, context)]);
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
      if ((await this.users.emails.ownerOf(email)) !== userId)
        throw new RuleBroken('EMAIL_TAKEN', { field: 'email' });
    }
  }

  /**
   * Frees an email, unless another administrator has given this email to the same user meanwhile.
   */
  private async freeUnlessTheirs(email: string, userId: string, context: EventContext): Promise<void> {
    const now = await this.users.current(userId);
    if (now?.email !== email) await this.free(email, userId, context);
  }

  /**
   * Ends the claim of a user for an email. A slow change to this email is then refused.
   * @returns false when the user has this email
   */
  private async isLeft(email: string, userId: string, context: EventContext): Promise<boolean> {
    const command = { type: 'VoidEmailClaim', email } as const;
    const { email: theirs } = await this.users.handle(userId, command, { ...context, actor: SYSTEM });
    return theirs !== email;
  }

  private async free(email: string, userId: string, context: EventContext): Promise<void> {
    const { owner, head } = await this.users.emails.claimOf(email);
    if (owner === userId) await this.freeAt(email, head, userId, context);
  }

  private async freeAt(
    email: string,
    head: StreamHead,
    userId: string,
    context: EventContext,
  ): Promise<void> {
    try {
      const stream = emailStream(this.users.emails.mac(email));
      await appendSurely(this.store, stream, head, [fact('EmailFreed', { userId }, context)]);
    } catch (error) {
      // Ignore a conflict, because another process has just freed or claimed the email.
      if (!(error instanceof RevisionConflict)) throw error;
    }
  }
}
