import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CodeLimits, withConstantDuration } from '../login/code-limits.js';
import { Codes } from '../mailed-codes/codes.js';
import { KnownDevices } from '../login/known-devices.js';
import { RecoveryRequests } from './recovery-requests.js';
import { Users } from '../users.js';
import type { Role } from '../../contracts/services.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';

export interface StartedRecovery {
  /**
   * Value of the cookie `recovery`, which is HttpOnly. Only the browser with this cookie can use
   * the code.
   */
  readonly cookie: string;
}

/** The answer and its duration are the same for every email. */
export class StartRecovery extends Command<StartedRecovery> {
  constructor(
    readonly email: string,
    readonly address: string,
    readonly context: EventContext,
    readonly device?: string,
    readonly roles: readonly Role[] = ['user'],
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
    private readonly limits: CodeLimits,
    private readonly devices: KnownDevices,
  ) {}

  /** @throws RuleBroken(RATE_LIMITED) */
  async execute({ email, address, context, device, roles }: StartRecovery): Promise<StartedRecovery> {
    return withConstantDuration(async () => {
      const user = await this.users.byEmail(email);
      await this.limits.takeMail('code', email, { address, deviceId: this.devices.recognise(user, device) });
      if (!user || !roles.includes(user.role))
        return { cookie: this.requests.seal(this.requests.decoy(email)) };
      const { userId } = user;
      const code = this.codes.create('recovery', context.now);
      await this.users.handle(userId, { type: 'IssueCode', code }, context);
      return { cookie: this.requests.seal({ userId, codeId: code.codeId }) };
    });
  }
}
