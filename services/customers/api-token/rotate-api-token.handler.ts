import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RuleBroken } from '../../contracts/errors.js';
import { ApiTokens } from './api-tokens.js';
import { ConfirmPassword } from '../login/passwords.js';
import { Users } from '../users.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';

export class RotateApiToken extends Command<string> {
  constructor(
    readonly userId: string,
    readonly password: string,
    readonly context: EventContext,
    readonly epoch?: number,
  ) {
    super();
  }
}

@CommandHandler(RotateApiToken)
export class RotateApiTokenHandler implements ICommandHandler<RotateApiToken> {
  constructor(
    private readonly users: Users,
    private readonly confirm: ConfirmPassword,
    private readonly apiTokens: ApiTokens,
  ) {}

  /** @throws RuleBroken(PASSWORD_INCORRECT | LOGIN_LOCKED | EMAIL_NOT_VERIFIED | SESSION_EXPIRED) */
  async execute({ userId, password, context, epoch }: RotateApiToken): Promise<string> {
    const user = await this.users.byId(userId);
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    await this.confirm.of(user, password, 'password');
    return this.apiTokens.issue(userId, context, { epoch, confirmedEpoch: user.credentialEpoch });
  }
}
