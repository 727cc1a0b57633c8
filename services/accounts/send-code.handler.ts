import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RuleBroken } from '../contracts/errors.js';
import { AccountLimits } from './account-limits.js';
import { Codes } from './codes.js';
import { Users } from './users.js';
import type { Story } from './write-stream.js';

/** A signed-in person asks for a code: again for the email, or for a forgotten PIN. */
export class SendCode extends Command<{ readonly sent: boolean }> {
  constructor(
    readonly userId: string,
    readonly purpose: 'email' | 'pin',
    readonly address: string,
    readonly story: Story,
  ) {
    super();
  }
}

@CommandHandler(SendCode)
export class SendCodeHandler implements ICommandHandler<SendCode> {
  constructor(
    private readonly users: Users,
    private readonly codes: Codes,
    private readonly limits: AccountLimits,
  ) {}

  /** Nothing is sent for an email that is verified. @throws RuleBroken(RATE_LIMITED | PIN_NOT_SET | SESSION_EXPIRED) */
  async execute({ userId, purpose, address, story }: SendCode): Promise<{ readonly sent: boolean }> {
    const user = await this.users.byId(userId);
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    if (purpose === 'email' && user.emailVerified) return { sent: false };
    if (purpose === 'pin' && user.pinMac === undefined) throw new RuleBroken('PIN_NOT_SET');
    await this.limits.takeMail('code', user.email, address);
    await this.users.change(userId, () => [this.codes.issue(userId, purpose, story)]);
    return { sent: true };
  }
}
