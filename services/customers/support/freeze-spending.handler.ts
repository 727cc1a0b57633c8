import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { RuleBroken } from '../../contracts/errors.js';
import { WalletStreams } from '../../wallet/wallet.streams.js';
import { Users } from '../users.js';

export class SetSpending extends Command<{ readonly changed: boolean }> {
  constructor(
    readonly userId: string,
    readonly frozen: boolean,
    readonly reason: string,
    readonly context: EventContext,
    /** Id of the newest freeze that the administrator has seen. Absent when there was no freeze. */
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
   * Freezes or allows the spending of a customer. After a freeze, the promise resolves when all
   * accepted orders are stored and this process accepts no new order. Other processes accept orders
   * until they read the event.
   * @throws RuleBroken USER_NOT_FOUND
   * @throws RuleBroken STALE_EDIT when there is a newer freeze than `seen`
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
