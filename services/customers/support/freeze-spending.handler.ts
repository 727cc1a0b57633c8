import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { RuleBroken } from '../../contracts/errors.js';
import { WalletStreams } from '../../wallet/wallet.streams.js';
import { Users } from '../users.js';

/** An administrator stops a customer's spending, or allows it again. */
export class SetSpending extends Command<{ readonly changed: boolean }> {
  constructor(
    readonly userId: string,
    readonly frozen: boolean,
    readonly reason: string,
    readonly context: EventContext,
    /** Which freeze whoever allows it was shown as the newest; absent where they were shown none. */
    readonly seen?: string,
  ) {
    super();
  }
}

@CommandHandler(SetSpending)
export class SetSpendingHandler implements ICommandHandler<SetSpending> {
  constructor(
    private readonly users: Users,
    private readonly wallets: WalletStreams,
  ) {}

  /**
   * Orders that passed the check before are durable when this answers, and through this process none is accepted after it; through
   * another one, none from when it has heard of it. @throws RuleBroken USER_NOT_FOUND, STALE_EDIT when it was stopped for something else since
   */
  async execute({
    userId,
    frozen,
    reason,
    context,
    seen,
  }: SetSpending): Promise<{ readonly changed: boolean }> {
    const before = await this.users.current(userId);
    if (before?.role !== 'user') throw new RuleBroken('USER_NOT_FOUND');
    await this.users.handle(userId, { type: 'SetSpending', frozen, reason, seen }, context);
    await this.wallets.load(userId);
    return { changed: (before.frozen ?? false) !== frozen };
  }
}
