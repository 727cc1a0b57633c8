import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type ErrorCode, RuleBroken } from '../../contracts/errors.js';
import type { Role } from '../../contracts/services.js';
import { KnownDevices } from './known-devices.js';
import { PasswordDoor, type Recognised } from './password-door.js';
import { Sessions, type StartedSession } from './sessions.js';
import type { User } from '../user.state.js';

export interface LoggedIn extends StartedSession {
  readonly user: User;
  readonly device: string;
}

export type StillProven = () => Promise<boolean>;

/** Logs a person in. `roles` are the roles that may use this login page. */
export class Login extends Command<LoggedIn> {
  constructor(
    readonly email: string,
    readonly password: string,
    readonly roles: readonly Role[],
    readonly address: string,
    readonly device?: string,
    readonly prove?: (user: User) => Promise<StillProven | undefined>,
    readonly sealOrigin?: (user: User) => Promise<string | undefined>,
  ) {
    super();
  }
}

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

  /** @throws RuleBroken(LOGIN_FAILED | LOGIN_LOCKED), and errors of `prove` */
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

  private async provenBy(recognised: Recognised, prove: Login['prove']): Promise<StillProven | undefined> {
    try {
      return await prove?.(recognised.user);
    } catch (error) {
      if (error instanceof RuleBroken && ASKS_FOR_MORE.has(error.code)) await this.door.takeBack(recognised);
      throw error;
    }
  }

  /**
   * Starts a session, and then calls `stillProven` to check that the second factor is still the same. A change
   * of the second factor during the login therefore leaves no valid session.
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

  /**
   * Starts a session. When the password was changed during the login, the typed password is treated
   * as wrong.
   */
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
