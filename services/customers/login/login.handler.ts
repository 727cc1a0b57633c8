import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type ErrorCode, RuleBroken } from '../../contracts/errors.js';
import type { Role } from '../../contracts/services.js';
import { KnownDevices } from './known-devices.js';
import { PasswordDoor, type Recognised } from './password-door.js';
import { Sessions, type StartedSession } from './sessions.js';
import type { User } from '../user.state.js';

export interface LoggedIn extends StartedSession {
  readonly user: User;
  /** For the HttpOnly device cookie: this browser has signed in to this account. */
  readonly device: string;
}

/** Whether what proved the person is still all that is asked of them. */
export type StillProven = () => Promise<boolean>;

/** Signs a person in at one of the two doors: customers at one, administrators and auditors at the other. */
export class Login extends Command<LoggedIn> {
  constructor(
    readonly email: string,
    readonly password: string,
    readonly roles: readonly Role[],
    /** Where the call comes from; limits failures. */
    readonly address: string,
    /** The device cookie, when the browser has one. */
    readonly device?: string,
    /** What else proves the person, looked at once the password was right; throws when it does not. */
    readonly prove?: (user: User) => Promise<StillProven | undefined>,
    /** From where, sealed for the person; noted with the session. */
    readonly sealOrigin?: (user: User) => Promise<string | undefined>,
  ) {
    super();
  }
}

/** Refusals that say what else is wanted, or that it came too late: they tell no guess from another. */
const ASKS_FOR_MORE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'SECOND_FACTOR_REQUIRED',
  'PASSKEY_OR_CODE_REQUIRED',
  'PASSKEY_EXPIRED',
]);

@CommandHandler(Login)
export class LoginHandler implements ICommandHandler<Login> {
  constructor(
    private readonly door: PasswordDoor,
    private readonly sessions: Sessions,
    private readonly devices: KnownDevices,
  ) {}

  /** @throws RuleBroken(LOGIN_FAILED | LOGIN_LOCKED), and whatever `prove` throws */
  async execute({ email, password, roles, address, device, prove, sealOrigin }: Login): Promise<LoggedIn> {
    const recognised = await this.door.recognise({ email, password, roles, address, device });
    const { user, source } = recognised;
    const stillProven = await this.provenBy(recognised, prove);
    await this.door.giveBack(recognised);
    return {
      user,
      ...(await this.startProven(user, stillProven, await sealOrigin?.(user))),
      device: this.devices.issue(user, source.deviceId),
    };
  }

  /** A wrong code counts like a wrong password. To be asked for one, after the right password, counts nothing. */
  private async provenBy(recognised: Recognised, prove: Login['prove']): Promise<StillProven | undefined> {
    try {
      return await prove?.(recognised.user);
    } catch (error) {
      if (error instanceof RuleBroken && ASKS_FOR_MORE.has(error.code)) await this.door.takeBack(recognised);
      throw error;
    }
  }

  /**
   * Asked once the session is stored: who turned a second factor on meanwhile either ended this session with all others, or is seen
   * here, before anybody is given its token.
   */
  private async startProven(
    user: User,
    stillProven: StillProven | undefined,
    origin: string | undefined,
  ): Promise<StartedSession> {
    const started = await this.startFor(user, origin);
    try {
      if (stillProven === undefined || (await stillProven())) return started;
    } catch (error) {
      await this.sessions.end(started.token).catch(() => undefined);
      throw error;
    }
    await this.sessions.end(started.token);
    throw new RuleBroken('LOGIN_FAILED');
  }

  /** A password that was changed while it was checked was not right. */
  private async startFor(user: User, origin: string | undefined): Promise<StartedSession> {
    try {
      return await this.sessions.start(user, undefined, origin);
    } catch (error) {
      if (error instanceof RuleBroken && error.code === 'SESSION_EXPIRED')
        throw new RuleBroken('LOGIN_FAILED');
      throw error;
    }
  }
}
