import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RuleBroken } from '../../contracts/errors.js';
import { CodeLimits } from '../login/code-limits.js';
import { Codes } from './codes.js';
import { wantsCode } from '../user.decider.js';
import { Users } from '../users.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';

export class SendCode extends Command<{ readonly sent: boolean }> {
  constructor(
    readonly userId: string,
    readonly purpose: 'email' | 'pin',
    readonly context: EventContext,
  ) {
    super();
  }
}

@CommandHandler(SendCode)
export class SendCodeHandler implements ICommandHandler<SendCode> {
  constructor(
    private readonly users: Users,
    private readonly codes: Codes,
    private readonly limits: CodeLimits,
  ) {}

  /**
   * Sends nothing when the purpose is `email` and the email is already verified.
   * @throws RuleBroken(RATE_LIMITED | PIN_NOT_SET | SESSION_EXPIRED)
   */
  async execute({ userId, purpose, context }: SendCode): Promise<{ readonly sent: boolean }> {
    const user = await this.users.byId(userId);
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    if (!wantsCode(purpose, user)) return { sent: false };
    await this.limits.takeOwnMail(userId);
    const code = this.codes.create(purpose, context.now);
    await this.users.handle(userId, { type: 'IssueCode', code }, context);
    return { sent: true };
  }
}
