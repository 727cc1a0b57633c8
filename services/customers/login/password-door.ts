import { Injectable } from '@nestjs/common';
import { systemContext } from '../../../infra/event-store/event-context.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Role } from '../../contracts/services.js';
import { normalisePhone } from '../../contracts/fields/phones.js';
import { normaliseEmail } from '../email-claims.js';
import type { User } from '../user.state.js';
import { Users } from '../users.js';
import { KnownDevices } from './known-devices.js';
import { LoginLimits, type LoginSource } from './login-limits.js';
import { Passwords } from './passwords.js';

export interface Visitor {
  /** Email or phone. */
  readonly email: string;
  readonly password: string;
  readonly roles: readonly Role[];
  readonly address: string;
  readonly device?: string | undefined;
}

/**
 * User who has typed the right password on the right login page. Until `giveBack` is called, the
 * login is counted as a failed try.
 */
export interface Recognised {
  readonly user: User;
  readonly source: LoginSource;
}

@Injectable()
export class PasswordDoor {
  constructor(
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly limits: LoginLimits,
    private readonly devices: KnownDevices,
  ) {}

  /**
   * Checks email or phone, password and role. The answer and its duration do not reveal which of them was wrong.
   * @throws RuleBroken(LOGIN_FAILED | LOGIN_LOCKED | OVERLOADED)
   */
  async recognise({ email, password, roles, address, device }: Visitor): Promise<Recognised> {
    const user = await this.users.bySignInName(email);
    const source = {
      account: accountOf(user, email),
      address,
      deviceId: this.devices.recognise(user, device),
    };
    await this.limits.take(source);
    const right = await this.passwords.verify(user?.passwordHash, password).catch(async (error: unknown) => {
      await this.limits.takeBack(source);
      throw error;
    });
    if (!user || !right || !roles.includes(user.role)) throw new RuleBroken('LOGIN_FAILED');
    await this.hashAgain(user, password);
    return { user, source };
  }

  /** Replaces the password hash of an older system by a hash of our kind. */
  private async hashAgain({ userId, passwordHash: was }: User, password: string): Promise<void> {
    if (!this.passwords.isOld(was)) return;
    try {
      const passwordHash = await this.passwords.hash(password);
      await this.users.handle(userId, { type: 'RehashPassword', was, passwordHash }, systemContext());
    } catch {
      // Ignore the error, because the next login tries again.
    }
  }

  async takeBack({ source }: Recognised): Promise<void> {
    await this.limits.takeBack(source);
  }

  async giveBack({ source }: Recognised): Promise<void> {
    await this.limits.giveBack(source);
  }
}

/** Counts all tries of a person together, however the person writes the email or phone. */
const accountOf = (user: User | undefined, typed: string): string =>
  (user?.email || normalisePhone(typed)) ?? normaliseEmail(typed);
