import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RuleBroken } from '../contracts/errors.js';
import { Codes } from './codes.js';
import type { User } from './user.state.js';
import { Users } from './users.js';
import { VerifyEmail, VerifyEmailHandler } from './verify-email.handler.js';
import type { Story } from './write-stream.js';

/** A person shows the code that was mailed to them. */
export class VerifyEmailCode extends Command<User> {
  constructor(
    readonly userId: string,
    readonly code: string,
    readonly story: Story,
  ) {
    super();
  }
}

@CommandHandler(VerifyEmailCode)
export class VerifyEmailCodeHandler implements ICommandHandler<VerifyEmailCode> {
  constructor(
    private readonly users: Users,
    private readonly codes: Codes,
    private readonly verify: VerifyEmailHandler,
  ) {}

  /** @throws RuleBroken(CODE_INCORRECT | CODE_USED_UP) */
  async execute({ userId, code, story }: VerifyEmailCode): Promise<User> {
    const user = await this.users.byId(userId);
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    if (user.emailVerified) return user;
    const newest = user.codes?.findLast(({ purpose }) => purpose === 'email')?.codeId ?? userId;
    const claim = { purpose: 'email', shown: code, subject: newest } as const;
    await this.codes.check(user, claim, 'otp_code', story.now);
    await this.verify.execute(new VerifyEmail(userId, story));
    return { ...user, emailVerified: true };
  }
}
