import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Users } from '../users.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { RuleBroken } from '../../contracts/errors.js';
import { Codes } from '../mailed-codes/codes.js';
import type { User } from '../user.state.js';

export class MarkEmailVerified extends Command<void> {
  constructor(
    readonly userId: string,
    readonly context: EventContext,
  ) {
    super();
  }
}

@CommandHandler(MarkEmailVerified)
export class MarkEmailVerifiedHandler implements ICommandHandler<MarkEmailVerified> {
  constructor(private readonly users: Users) {}

  async execute({ userId, context }: MarkEmailVerified): Promise<void> {
    await this.users.handle(userId, { type: 'VerifyEmail' }, context);
  }
}

export class VerifyEmailCode extends Command<User> {
  constructor(
    readonly userId: string,
    readonly code: string,
    readonly context: EventContext,
  ) {
    super();
  }
}

@CommandHandler(VerifyEmailCode)
export class VerifyEmailCodeHandler implements ICommandHandler<VerifyEmailCode> {
  constructor(
    private readonly users: Users,
    private readonly codes: Codes,
    private readonly verify: MarkEmailVerifiedHandler,
  ) {}

  /** @throws RuleBroken(CODE_INCORRECT | CODE_USED_UP) */
  async execute({ userId, code, context }: VerifyEmailCode): Promise<User> {
    const user = await this.users.byId(userId);
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    if (user.emailVerified) return user;
    const newest = user.codes?.findLast(({ purpose }) => purpose === 'email')?.codeId ?? userId;
    const claim = { purpose: 'email', shown: code, subject: newest } as const;
    await this.codes.check(user, claim, 'otp_code', context.now);
    await this.verify.execute(new MarkEmailVerified(userId, context));
    return { ...user, emailVerified: true };
  }
}
