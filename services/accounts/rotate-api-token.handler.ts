import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RuleBroken } from '../contracts/errors.js';
import { ApiTokens } from './api-tokens.js';
import { ConfirmPassword } from './confirm-password.js';
import { Users } from './users.js';
import type { Story } from './write-stream.js';

/** A new API token; the one before it is dead at once. Answers the whole token, this once. */
export class RotateApiToken extends Command<string> {
  constructor(
    readonly userId: string,
    readonly password: string,
    readonly story: Story,
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

  /** @throws RuleBroken(PASSWORD_INCORRECT | LOGIN_LOCKED) */
  async execute({ userId, password, story }: RotateApiToken): Promise<string> {
    const user = await this.users.byId(userId);
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    await this.confirm.of(user, password, 'password');
    return this.apiTokens.issue(userId, story);
  }
}
