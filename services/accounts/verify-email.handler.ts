import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Users } from './users.js';
import { fact, type Story } from './write-stream.js';

/** Records that the person reads mail at their address. Nothing when that is known. */
export class VerifyEmail extends Command<void> {
  constructor(
    readonly userId: string,
    readonly story: Story,
  ) {
    super();
  }
}

@CommandHandler(VerifyEmail)
export class VerifyEmailHandler implements ICommandHandler<VerifyEmail> {
  constructor(private readonly users: Users) {}

  async execute({ userId, story }: VerifyEmail): Promise<void> {
    await this.users.change(userId, (user) =>
      user.emailVerified ? [] : [fact('EmailVerified', { userId }, story)],
    );
  }
}
