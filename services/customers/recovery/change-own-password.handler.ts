import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RuleBroken } from '../../contracts/errors.js';
import { CodeLimits } from '../login/code-limits.js';
import { ChangePassword } from './change-password.js';
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

/** A mailed code, and the browser that shows it. */
export interface ShownCode {
  readonly code: string;
  /** The `recovery` cookie, when the browser has asked for a code. */
  readonly cookie: string | undefined;
  /** Where the call comes from; limits guesses. */
  readonly address: string;
  /** The device cookie, when the browser has one. */
  readonly device: string | undefined;
}

/** A signed-in customer takes another password, and has to sign in with it. */
export class ChangeOwnPassword extends Command<string> {
  constructor(
    readonly userId: string,
    readonly proof: PasswordProof,
    readonly password: string,
    readonly context: EventContext,
    /** Of the session that asks. */
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
    private readonly changePassword: ChangePassword,
    private readonly devices: KnownDevices,
  ) {}

  /** Answers what the device cookie of this browser is from now on. @throws RuleBroken(PASSWORD_INCORRECT | LOGIN_LOCKED | RECOVERY_REQUIRED | CODE_INCORRECT | CODE_USED_UP | RATE_LIMITED) */
  async execute({ userId, proof, password, context, epoch }: ChangeOwnPassword): Promise<string> {
    const user = await this.users.byId(userId);
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
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
    // Counted with the guesses of strangers: whoever sits at an open session is not yet its owner.
    const account = this.requests.accountOf(user.email);
    const { address, device } = recovery;
    const visitor = { address, deviceId: this.devices.recognise(user, device) };
    await this.limits.takeGuess(account, visitor);
    await this.codes.check(user, claim, 'resetCode', context.now);
    await this.changePassword.to(userId, password, { how: 'recovery', codeId }, context, epoch);
    await this.limits.guessedRight(account, visitor);
    return this.deviceOf(user);
  }

  private async deviceOf(user: User): Promise<string> {
    return this.devices.issue((await this.users.current(user.userId)) ?? user);
  }
}
