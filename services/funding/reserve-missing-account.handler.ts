import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LRUCache } from 'lru-cache';
import { Users } from '../customers/users.js';
import { FUNDING, type FundingService } from './funding.service.js';

const ASKED_MAX = 10_000;
/** The provider is asked again by itself for as long as this process lives. */
const ASK_AGAIN_AFTER_MS = 3_600_000;

/**
 * Somebody looks at their page. What was to reserve their account number may have died on the way: whoever has none is
 * served again.
 */
export class ReserveMissingAccount extends Command<void> {
  constructor(readonly userId: string) {
    super();
  }
}

@CommandHandler(ReserveMissingAccount)
export class ReserveMissingAccountHandler implements ICommandHandler<ReserveMissingAccount> {
  private readonly asked = new LRUCache<string, true>({ max: ASKED_MAX, ttl: ASK_AGAIN_AFTER_MS });

  constructor(
    @Inject(Users) private readonly users: Pick<Users, 'byId'>,
    @Inject(FUNDING) private readonly funding: Pick<FundingService, 'reserveAccount'>,
  ) {}

  /** Waits for nobody: the provider may take its time. */
  async execute({ userId }: ReserveMissingAccount): Promise<void> {
    const user = await this.users.byId(userId);
    if (!user?.emailVerified || user.reservedAccounts.length > 0 || this.asked.has(userId)) return;
    this.asked.set(userId, true);
    void this.funding.reserveAccount(user);
  }
}
