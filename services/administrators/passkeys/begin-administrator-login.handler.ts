import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { now as currentTime } from '../../../infra/host/clock.js';
import { PasswordDoor, type Visitor } from '../../customers/login/password-door.js';
import { SecondFactors } from '../second-factor/second-factors.js';
import type { LoginChallenge } from './administrator-passkeys.js';

export class BeginAdministratorLogin extends Command<LoginChallenge> {
  constructor(
    readonly visitor: Omit<Visitor, 'roles'>,
    /** Identifies the only browser that can use the signature. */
    readonly attempt: string,
    readonly now: Date = currentTime(),
  ) {
    super();
  }
}

@CommandHandler(BeginAdministratorLogin)
export class BeginAdministratorLoginHandler implements ICommandHandler<BeginAdministratorLogin> {
  constructor(
    private readonly door: PasswordDoor,
    private readonly secondFactors: SecondFactors,
  ) {}

  /**
   * @throws RuleBroken(LOGIN_FAILED | LOGIN_LOCKED | ADMINISTRATOR_SUSPENDED | SIGN_IN_DEVICE_NOT_FOUND |
   *   PASSKEYS_UNAVAILABLE)
   */
  async execute({ visitor, attempt, now }: BeginAdministratorLogin): Promise<LoginChallenge> {
    const recognised = await this.door.recognise({ ...visitor, roles: ['admin', 'auditor'] });
    // Take back the guess that `recognise` counted, because the password was correct.
    await this.door.takeBack(recognised);
    return this.secondFactors.challenge(recognised.user, attempt, now);
  }
}
