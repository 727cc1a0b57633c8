import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { RuleBroken } from '../../contracts/errors.js';
import { Sessions } from '../login/sessions.js';
import { Users } from '../users.js';

export class SignOutUser extends Command<void> {
  constructor(
    readonly userId: string,
    readonly context: EventContext,
  ) {
    super();
  }
}

@CommandHandler(SignOutUser)
export class SignOutUserHandler implements ICommandHandler<SignOutUser> {
  constructor(
    private readonly users: Users,
    private readonly sessions: Sessions,
  ) {}

  /**
   * Signs a customer out everywhere. Stores the event first, so that a login at the same time fails
   * too.
   * @throws RuleBroken(USER_NOT_FOUND)
   */
  async execute({ userId, context }: SignOutUser): Promise<void> {
    if ((await this.users.current(userId))?.role !== 'user') throw new RuleBroken('USER_NOT_FOUND');
    await this.users.handle(userId, { type: 'SignOut' }, context);
    await this.sessions.endAll(userId);
  }
}
