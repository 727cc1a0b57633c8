import { EndPush } from '../../customers/push/push-devices.handlers.js';
import { hash } from 'node:crypto';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RuleBroken } from '../../contracts/errors.js';
import type { Role } from '../../contracts/services.js';
import { Login, type LoggedIn } from '../../customers/login/login.handler.js';
import type { Sessions } from '../../customers/login/sessions.js';
import type { User } from '../../customers/user.state.js';

export const STUB_PASSWORD = 'Demo-pass-1';
export const STUB_API_TOKEN = `nl_${'a'.repeat(43)}`;
export const STUB_AFFILIATE_API_TOKEN = `nl_${'b'.repeat(43)}`;
/** Users by their API token. */
export const STUB_TOKEN_OWNERS: ReadonlyMap<string, string> = new Map([[STUB_API_TOKEN, 'customer']]).set(
  STUB_AFFILIATE_API_TOKEN,
  'affiliate',
);

/** Stub user. All stub users share one password. */
export const stubUser = (userId: string, role: Role = 'user', tier: User['tier'] = 'regular'): User => ({
  userId,
  role,
  tier,
  emailVerified: true,
  firstName: 'Ada',
  lastName: 'Obi',
  email: `${userId}@demo.test`,
  phone: '08031234567',
  passwordHash: '',
  pinMac: 'mac',
  credentialEpoch: 0,
  apiTokenDigest: hash('sha256', STUB_API_TOKEN, 'hex'),
  apiTokenLastFour: 'aaaa',
  reservedAccounts: [],
});

@CommandHandler(Login)
export class StubLogin implements ICommandHandler<Login> {
  constructor(
    private readonly people: ReadonlyMap<string, User>,
    private readonly sessions: Sessions,
  ) {}

  async execute({ email, password, roles }: Login): Promise<LoggedIn> {
    const user = [...this.people.values()].find((person) => person.email === email);
    if (!user || password !== STUB_PASSWORD || !roles.includes(user.role))
      throw new RuleBroken('LOGIN_FAILED');
    return { user, ...(await this.sessions.start(user)), device: 'd' };
  }
}

/** Tests send no push messages. */
@CommandHandler(EndPush)
export class StubEndPush implements ICommandHandler<EndPush> {
  execute(): Promise<void> {
    return Promise.resolve();
  }
}
