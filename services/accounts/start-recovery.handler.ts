import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AccountLimits } from './account-limits.js';
import { Codes } from './codes.js';
import { RecoveryRequests } from './recovery-requests.js';
import { inTheSameTime } from './same-time.js';
import { Users } from './users.js';
import type { Story } from './write-stream.js';

export interface StartedRecovery {
  /** For the HttpOnly `recovery` cookie: the code is good for this browser. */
  readonly cookie: string;
}

/** Somebody forgot their password. The answer is the same for every email, and so is the time it takes. */
export class StartRecovery extends Command<StartedRecovery> {
  constructor(
    readonly email: string,
    readonly address: string,
    readonly story: Story,
  ) {
    super();
  }
}

@CommandHandler(StartRecovery)
export class StartRecoveryHandler implements ICommandHandler<StartRecovery> {
  constructor(
    private readonly users: Users,
    private readonly codes: Codes,
    private readonly requests: RecoveryRequests,
    private readonly limits: AccountLimits,
  ) {}

  /** Only customers: administrators are given a new password by whoever runs the machine. @throws RuleBroken(RATE_LIMITED) */
  async execute({ email, address, story }: StartRecovery): Promise<StartedRecovery> {
    await this.limits.takeMail('code', email, address);
    return inTheSameTime(async () => {
      const user = await this.users.byEmail(email);
      if (user?.role !== 'user') return { cookie: this.requests.seal(this.requests.decoy()) };
      const issued = this.codes.issue(user.userId, 'recovery', story);
      await this.users.change(user.userId, () => [issued]);
      return { cookie: this.requests.seal(issued.data) };
    });
  }
}
