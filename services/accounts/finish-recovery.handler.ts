import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RuleBroken } from '../contracts/errors.js';
import { AccountLimits } from './account-limits.js';
import { ChangePassword } from './change-password.js';
import { Codes, type CodeClaim } from './codes.js';
import { LoginLimits } from './login-limits.js';
import { RecoveryRequests } from './recovery-requests.js';
import { inTheSameTime } from './same-time.js';
import { Stories, type Origin } from './stories.js';
import type { User } from './user.state.js';
import { normaliseEmail, Users } from './users.js';

export interface RecoveryProof {
  /** The `recovery` cookie, when the browser has one. */
  readonly cookie: string | undefined;
  /** Wanted without the cookie. */
  readonly email: string | undefined;
  readonly code: string;
}

/** Somebody without their password shows the code they were mailed, and gets another password. */
export class FinishRecovery extends Command<void> {
  constructor(
    readonly proof: RecoveryProof,
    readonly password: string,
    readonly origin: Origin,
    readonly now: Date,
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
    private readonly limits: AccountLimits,
    private readonly loginLimits: LoginLimits,
    private readonly changePassword: ChangePassword,
    private readonly stories: Stories,
  ) {}

  /** @throws RuleBroken(CODE_INCORRECT | CODE_USED_UP | RATE_LIMITED | VALIDATION_FAILED) */
  async execute({ proof, password, origin, now }: FinishRecovery): Promise<void> {
    const request = proof.cookie === undefined ? undefined : this.requests.open(proof.cookie);
    if (!request && !proof.email)
      throw new RuleBroken('VALIDATION_FAILED', { field: 'email', reason: 'must say whose code this is' });
    await this.limits.takeTry(origin.address);
    await inTheSameTime(async () => {
      const found = request
        ? await this.users.byId(request.userId)
        : await this.users.byEmail(proof.email ?? '');
      const user: User | undefined = found?.role === 'user' ? found : undefined;
      // The two doors are counted apart: a stranger who guesses by email cannot use up the tries of the right browser.
      const claim: CodeClaim = {
        ...{ purpose: 'recovery', shown: proof.code },
        ...(request
          ? { codeId: request.codeId, subject: request.codeId }
          : { subject: `email:${normaliseEmail(proof.email ?? '')}` }),
      };
      await this.codes.check(user, claim, 'resetCode', now);
      if (!user) throw new RuleBroken('CODE_INCORRECT', { field: 'resetCode' });
      const codeId = claim.codeId;
      const story = { ...(await this.stories.of(user, origin)), now };
      await this.changePassword.to(user.userId, password, { how: 'recovery', codeId }, story);
      await this.loginLimits.giveBack(user.email, origin.address);
    });
  }
}
