import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { RuleBroken } from '../../contracts/errors.js';
import { SendCode } from '../mailed-codes/send-code.handler.js';
import { Users } from '../users.js';

export class SendUserCode extends Command<{ readonly sent: boolean }> {
  constructor(
    readonly userId: string,
    readonly context: EventContext,
  ) {
    super();
  }
}

@CommandHandler(SendUserCode)
export class SendUserCodeHandler implements ICommandHandler<SendUserCode> {
  constructor(
    private readonly users: Users,
    private readonly commands: CommandBus,
  ) {}

  /** @throws RuleBroken(USER_NOT_FOUND | RATE_LIMITED) */
  async execute({ userId, context }: SendUserCode): Promise<{ readonly sent: boolean }> {
    if ((await this.users.byId(userId))?.role !== 'user') throw new RuleBroken('USER_NOT_FOUND');
    return this.commands.execute(new SendCode(userId, 'email', context));
  }
}
