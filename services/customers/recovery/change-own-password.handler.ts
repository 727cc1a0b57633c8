import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RuleBroken } from '../../contracts/errors.js';
import { unlessOverloaded } from '../login/bounded-work.js';
import { CodeLimits } from '../login/code-limits.js';
import { refuseGuessable } from '../login/guessable-passwords.js';
import { ReplacePassword } from './replace-password.js';
import { Codes } from '../mailed-codes/codes.js';
import { ConfirmPassword } from '../login/passwords.js';
import { KnownDevices } from '../login/known-devices.js';
import { RecoveryRequests } from './recovery-requests.js';
import type { User } from '../user.state.js';
import { Users } from '../users.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';

export interface PasswordProof {
  readonly oldPassword?: string | undefined;
  readonly recovery?: ShownCode | undefined;
}

export interface ShownCode {
  readonly code: string;
  readonly cookie: string | undefined;
  readonly address: string;
  readonly device: string | undefined;
}

/**
 * Changes the password of a customer. Ends all sessions, so that the customer must sign in again.
 */
export class ChangeOwnPassword extends Command<string> {
  constructor(
    readonly userId: string,
    readonly proof: PasswordProof,
    readonly password: string,
    readonly context: EventContext,
    readonly epoch?: number,
  ) {
    super();
  }
}

@CommandHandler(ChangeOwnPassword)
export class ChangeOwnPasswordHandler implements ICommandHandler<ChangeOwnPassword> {
  constructor(
    private readonly users: Users,
    private readonly codes: Codes,
    private readonly confirm: ConfirmPassword,
    private readonly requests: RecoveryRequests,
    private readonly limits: CodeLimits,
    private readonly changePassword: ReplacePassword,
    private readonly devices: KnownDevices,
  ) {}

  /**
   * @returns the new device cookie
   * @throws RuleBroken(PASSWORD_INCORRECT | LOGIN_LOCKED | RECOVERY_REQUIRED | CODE_INCORRECT | CODE_USED_UP |
   *   RATE_LIMITED | OVERLOADED | PASSWORD_GUESSABLE)
   */
  async execute({ userId, proof, password, context, epoch }: ChangeOwnPassword): Promise<string> {
    const user = await this.users.byId(userId);
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    refuseGuessable(password, user);
    if (proof.oldPassword !== undefined) {
      await this.confirm.of(user, proof.oldPassword, 'old_password');
      const { passwordHash } = user;
      await this.changePassword.to(userId, password, { how: 'old', passwordHash }, context, epoch);
      return this.deviceOf(user);
    }
    const { recovery } = proof;
    const request = recovery?.cookie === undefined ? undefined : this.requests.open(recovery.cookie);
    if (!recovery || request?.userId !== userId)
      throw new RuleBroken('RECOVERY_REQUIRED', { field: 'old_password' });
    const { codeId } = request;
    const claim = { purpose: 'recovery', codeId, subject: codeId, shown: recovery.code } as const;
    // Count these guesses of a code together with the guesses of strangers, because a thief may be
    // using the open session.
    const account = this.requests.accountOf(user.email);
    const { address, device } = recovery;
    const visitor = { address, deviceId: this.devices.recognise(user, device) };
    await this.limits.takeGuess(account, visitor);
    await this.codes.check(user, claim, 'resetCode', context.now);
    await unlessOverloaded(
      this.changePassword.to(userId, password, { how: 'recovery', codeId }, context, epoch),
      () => Promise.all([this.codes.giveBack(claim), this.limits.giveBackGuess(account, visitor)]),
    );
    await this.limits.guessedRight(account, visitor);
    return this.deviceOf(user);
  }

  private async deviceOf(user: User): Promise<string> {
    return this.devices.issue((await this.users.current(user.userId)) ?? user);
  }
}
