import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../../infra/event-store/event-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Tier } from '../../contracts/services.js';
import { handleStanding } from '../standing.js';
import { Users } from '../users.js';

/** Charges no fee. */
export class SetTier extends Command<{ readonly changed: boolean }> {
  constructor(
    readonly userId: string,
    readonly tier: Tier,
    readonly context: EventContext,
  ) {
    super();
  }
}

@CommandHandler(SetTier)
export class SetTierHandler implements ICommandHandler<SetTier> {
  constructor(
    private readonly users: Users,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /**
   * Stores nothing when the customer already has the tier.
   * @throws RuleBroken(USER_NOT_FOUND)
   */
  async execute({ userId, tier, context }: SetTier): Promise<{ readonly changed: boolean }> {
    const user = await this.users.byId(userId);
    if (user?.role !== 'user') throw new RuleBroken('USER_NOT_FOUND');
    const changed = await handleStanding(this.store, userId, { type: 'SetTier', tier }, context);
    // The next call must use the prices of the new tier.
    await this.users.reload(userId);
    return { changed };
  }
}
