import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { boundedCache } from '../../../infra/limits/bounded-cache.js';
import { Users } from '../../customers/users.js';
import { FUNDING, type FundingService } from '../funding.service.js';

const ASKED_MAX = 10_000;
/** Minimum milliseconds between two `ReserveMissingAccount` commands for the same customer. */
const ASK_AGAIN_AFTER_MS = 3_600_000;

/**
 * Reserves a missing account when the customer loads the page that shows it. The account may be missing because
 * a process crashed before storing `AccountReserved`.
 */
export class ReserveMissingAccount extends Command<void> {
  constructor(readonly userId: string) {
    super();
  }
}

@CommandHandler(ReserveMissingAccount)
export class ReserveMissingAccountHandler implements ICommandHandler<ReserveMissingAccount> {
  private readonly asked = boundedCache<string, true>(ASKED_MAX, { ttl: ASK_AGAIN_AFTER_MS });

  constructor(
    @Inject(Users) private readonly users: Pick<Users, 'byId'>,
    @Inject(FUNDING) private readonly funding: Pick<FundingService, 'lacking' | 'reserveAccount'>,
  ) {}

  async execute({ userId }: ReserveMissingAccount): Promise<void> {
    const user = await this.users.byId(userId);
    if (!user?.emailVerified || this.asked.has(userId) || this.funding.lacking(user).length === 0) return;
    if (user.email === '' && user.reservedAccounts.length === 0) return;
    this.asked.set(userId, true);
    void this.funding.reserveAccount(user);
  }
}
