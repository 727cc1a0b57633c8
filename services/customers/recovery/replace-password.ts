import { Injectable } from '@nestjs/common';
import { Passwords } from '../login/passwords.js';
import { Sessions } from '../login/sessions.js';
import type { PasswordProof } from '../user.decider.js';
import { Users } from '../users.js';
import { type EventContext } from '../../../infra/event-store/event-context.js';

@Injectable()
export class ReplacePassword {
  constructor(
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
  ) {}

  /**
   * Replaces the password, ends all sessions and revokes the API token. Refuses when the proof is no longer
   * valid at the time of the append.
   * @param epoch `credentialEpoch` of the calling session, if any
   * @throws RuleBroken(CODE_INCORRECT | PASSWORD_INCORRECT | SESSION_EXPIRED)
   */
  async to(
    userId: string,
    password: string,
    proven: PasswordProof,
    context: EventContext,
    epoch?: number,
  ): Promise<void> {
    const passwordHash = await this.passwords.hash(password);
    // End all sessions before the change, and again after it. When a crash prevents the second step, each
    // session with the old `epoch` ends at its next use.
    await this.sessions.endAll(userId);
    await this.users.handle(
      userId,
      { type: 'ChangePassword', passwordHash, proven, now: context.now, epoch },
      context,
    );
    await this.sessions.endAll(userId);
  }
}
