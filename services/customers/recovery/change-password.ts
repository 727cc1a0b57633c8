import { Injectable } from '@nestjs/common';
import { Passwords } from '../login/passwords.js';
import { Sessions } from '../login/sessions.js';
import type { PasswordProof } from '../user.decider.js';
import { Users } from '../users.js';
import { type EventContext } from '../../../infra/event-store/event-context.js';

/** The last step of every way to a new password. Who asks has been proven before. */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
  ) {}

  /**
   * Signs out everywhere and revokes the API token. What was proven must still hold when it is stored: a code works once,
   * whoever else tries it at the same time, and an old password only while it is the password.
   * @param epoch of the session that asks, if one does @throws RuleBroken(CODE_INCORRECT | PASSWORD_INCORRECT | SESSION_EXPIRED)
   */
  async to(
    userId: string,
    password: string,
    proven: PasswordProof,
    context: EventContext,
    epoch?: number,
  ): Promise<void> {
    const passwordHash = await this.passwords.hash(password);
    // Before and after: those that are left by a fault in between have the wrong epoch, and are ended by their next use.
    await this.sessions.endAll(userId);
    await this.users.handle(
      userId,
      { type: 'ChangePassword', passwordHash, proven, now: context.now, epoch },
      context,
    );
    await this.sessions.endAll(userId);
  }
}
