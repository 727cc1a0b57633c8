import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { RuleBroken } from '../../contracts/errors.js';
import { Users } from '../users.js';

export class SetCallLimit extends Command<void> {
  constructor(
    readonly userId: string,
    /** Calls per second that the customer may make. Null restores the usual limits. */
    readonly perSecond: number | null,
    readonly context: EventContext,
  ) {
    super();
  }
}

@CommandHandler(SetCallLimit)
export class SetCallLimitHandler implements ICommandHandler<SetCallLimit> {
  constructor(private readonly users: Users) {}

  /** @throws RuleBroken(USER_NOT_FOUND) */
  async execute({ userId, perSecond, context }: SetCallLimit): Promise<void> {
    if ((await this.users.current(userId))?.role !== 'user') throw new RuleBroken('USER_NOT_FOUND');
    await this.users.handle(userId, { type: 'SetCallLimit', perSecond }, context);
  }
}
