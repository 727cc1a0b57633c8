import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AccountLimits } from './account-limits.js';
import { Codes } from './codes.js';
import { RegisterUser, RegisterUserHandler, type NewPerson } from './register-user.handler.js';
import { inTheSameTime } from './same-time.js';
import { Users } from './users.js';
import { fact, type Story } from './write-stream.js';

/** A visitor becomes a customer and is mailed a code. Whose email has an account is mailed that, and told nothing here. */
export class SignUp extends Command<void> {
  constructor(
    readonly person: Omit<NewPerson, 'role' | 'tier'>,
    readonly address: string,
    readonly story: Story,
  ) {
    super();
  }
}

@CommandHandler(SignUp)
export class SignUpHandler implements ICommandHandler<SignUp> {
  constructor(
    private readonly users: Users,
    private readonly register: RegisterUserHandler,
    private readonly codes: Codes,
    private readonly limits: AccountLimits,
  ) {}

  /** @throws RuleBroken(RATE_LIMITED) */
  async execute({ person, address, story }: SignUp): Promise<void> {
    await this.limits.takeMail('registration', person.email, address);
    await inTheSameTime(async () => {
      const newcomer = { ...person, role: 'user', tier: 'regular' } as const;
      const verification = (userId: string) => [this.codes.issue(userId, 'email', story)];
      const { userId, isNew } = await this.register.execute(new RegisterUser(newcomer, story, verification));
      if (!isNew) await this.users.change(userId, () => [fact('RegistrationRepeated', { userId }, story)]);
    });
  }
}
