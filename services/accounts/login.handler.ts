import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RuleBroken } from '../contracts/errors.js';
import type { Role } from '../contracts/services.js';
import { LoginLimits } from './login-limits.js';
import { Passwords } from './passwords.js';
import { Sessions, type StartedSession } from './sessions.js';
import type { User } from './user.state.js';
import { Users } from './users.js';

export interface LoggedIn extends StartedSession {
  readonly user: User;
}

/** Signs a person in at one of the two doors: customers at one, administrators and auditors at the other. */
export class Login extends Command<LoggedIn> {
  constructor(
    readonly email: string,
    readonly password: string,
    readonly roles: readonly Role[],
    /** Where the call comes from; limits failures. */
    readonly address: string,
  ) {
    super();
  }
}

@CommandHandler(Login)
export class LoginHandler implements ICommandHandler<Login> {
  constructor(
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly limits: LoginLimits,
  ) {}

  /** Unknown email, wrong password and wrong door answer the same, in the same time. @throws RuleBroken(LOGIN_FAILED | LOGIN_LOCKED) */
  async execute({ email, password, roles, address }: Login): Promise<LoggedIn> {
    await this.limits.take(email, address);
    const user = await this.users.byEmail(email);
    const right = await this.passwords.verify(user?.passwordHash, password);
    if (!user || !right || !roles.includes(user.role)) throw new RuleBroken('LOGIN_FAILED');
    await this.limits.giveBack(email, address);
    return { user, ...(await this.sessions.start(user)) };
  }
}
