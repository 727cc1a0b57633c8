import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventContext } from '../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../infra/event-store/event-store.js';
import { RuleBroken } from '../contracts/errors.js';
import { delaysAt } from '../customers/payouts/payout-delay.decider.js';
import { readStanding } from '../customers/standing.js';
import { Users } from '../customers/users.js';
import { requestApproval } from './approvals.js';

/** Asks a second administrator to end the delay of a customer's payouts. */
export class AllowPayouts extends Command<'applied' | 'waiting'> {
  constructor(
    readonly userId: string,
    readonly reason: string,
    readonly context: EventContext,
    readonly commandId: string,
  ) {
    super();
  }
}

@CommandHandler(AllowPayouts)
export class AllowPayoutsHandler implements ICommandHandler<AllowPayouts> {
  constructor(
    private readonly users: Users,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
  ) {}

  /** @throws RuleBroken USER_NOT_FOUND, PAYOUTS_FREE, CHANGE_CONFLICT, APPROVAL_DECIDED */
  async execute({ userId, reason, context, commandId }: AllowPayouts): Promise<'applied' | 'waiting'> {
    const user = await this.users.current(userId);
    if (user?.role !== 'user') throw new RuleBroken('USER_NOT_FOUND');
    const { payoutDelay } = (await readStanding(this.eventStore, userId)).standing;
    if (!payoutDelay || delaysAt(user, context.now.getTime()).length === 0)
      throw new RuleBroken('PAYOUTS_FREE');
    const work = { type: 'payouts', change: payoutDelay.id } as const;
    return requestApproval(this.eventStore, { approvalId: commandId, userId, reason, work }, context);
  }
}
