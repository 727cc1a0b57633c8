import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RuleBroken } from '../../contracts/errors.js';
import type { Role } from '../../contracts/services.js';
import { unlessOverloaded } from '../login/bounded-work.js';
import { CodeLimits, withConstantDuration } from '../login/code-limits.js';
import { refuseGuessable } from '../login/guessable-passwords.js';
import { ReplacePassword } from './replace-password.js';
import { Codes, type CodeClaim } from '../mailed-codes/codes.js';
import { KnownDevices } from '../login/known-devices.js';
import { LoginLimits } from '../login/login-limits.js';
import { RecoveryRequests, type RecoveryRequest } from './recovery-requests.js';
import { EventContexts, type Origin } from '../event-contexts.js';
import type { User } from '../user.state.js';
import { normaliseEmail } from '../email-claims.js';
import { Users } from '../users.js';

export interface RecoveryProof {
  readonly cookie: string | undefined;
  readonly email: string | undefined;
  readonly code: string;
}

export class FinishRecovery extends Command<string> {
  constructor(
    readonly proof: RecoveryProof,
    readonly password: string,
    readonly origin: Origin,
    readonly now: Date,
    readonly device?: string,
    readonly roles: readonly Role[] = ['user'],
  ) {
    super();
  }
}

@CommandHandler(FinishRecovery)
export class FinishRecoveryHandler implements ICommandHandler<FinishRecovery> {
  constructor(
    private readonly users: Users,
    private readonly codes: Codes,
    private readonly requests: RecoveryRequests,
    private readonly limits: CodeLimits,
    private readonly loginLimits: LoginLimits,
    private readonly changePassword: ReplacePassword,
    private readonly contexts: EventContexts,
    private readonly devices: KnownDevices,
  ) {}

  /**
   * @returns the new device cookie
   * @throws RuleBroken(CODE_INCORRECT | CODE_USED_UP | RATE_LIMITED | OVERLOADED | VALIDATION_FAILED |
   *   PASSWORD_GUESSABLE)
   */
  async execute({ proof, password, origin, now, device, roles }: FinishRecovery): Promise<string> {
    // Refuse the password before counting a guess of the code, because the person has to send the form again.
    refuseGuessable(password);
    const request = proof.cookie === undefined ? undefined : this.requests.open(proof.cookie);
    if (!request && !proof.email)
      throw new RuleBroken('VALIDATION_FAILED', { field: 'email', reason: 'must say whose code this is' });
    return withConstantDuration(async () => {
      const found = request
        ? await this.users.byId(request.userId)
        : await this.users.byEmail(proof.email ?? '');
      const user: User | undefined = found && roles.includes(found.role) ? found : undefined;
      // Count guesses from the browser with the cookie separately. Otherwise, strangers who know the email
      // could use up the tries of this browser.
      const claim: CodeClaim = {
        purpose: 'recovery',
        shown: proof.code,
        ...(request
          ? { codeId: request.codeId, subject: request.codeId }
          : { subject: `email:${normaliseEmail(proof.email ?? '')}` }),
      };
      const account = this.accountOf(request, found, proof.email);
      const visitor = { address: origin.address, deviceId: this.devices.recognise(found, device) };
      await this.limits.takeGuess(account, visitor);
      const codeId = await this.codes.check(user, claim, 'resetCode', now);
      if (!user) throw new RuleBroken('CODE_INCORRECT', { field: 'resetCode' });
      const giveBack = (): Promise<unknown> =>
        Promise.all([this.codes.giveBack(claim), this.limits.giveBackGuess(account, visitor)]);
      try {
        refuseGuessable(password, user);
      } catch (error) {
        await giveBack();
        throw error;
      }
      const context = { ...(await this.contexts.of(user, origin)), now };
      await unlessOverloaded(
        this.changePassword.to(user.userId, password, { how: 'recovery', codeId }, context),
        giveBack,
      );
      await this.limits.guessedRight(account, visitor);
      await this.loginLimits.startAfresh(user.email, origin.address);
      return this.devices.issue((await this.users.current(user.userId)) ?? user);
    });
  }

  private accountOf(
    request: RecoveryRequest | undefined,
    found: User | undefined,
    email: string | undefined,
  ): string {
    if (found) return this.requests.accountOf(found.email);
    return request?.userId ?? this.requests.accountOf(email ?? '');
  }
}
