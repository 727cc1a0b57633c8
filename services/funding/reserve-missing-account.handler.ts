import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LRUCache } from 'lru-cache';
import { Users } from '../customers/users.js';
import { FUNDING, type FundingService } from './funding.service.js';

const ASKED_MAX = 10_000;
/** Milliseconds between two calls for one customer, during which `reserveAccount` retries by itself. */
const ASK_AGAIN_AFTER_MS = 3_600_000;

/**
 * Command sent when a customer opens their page, because an earlier process may have died before
 * `AccountReserved`.
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

  /** Starts the reservation without waiting for the provider. */
  async execute({ userId }: ReserveMissingAccount): Promise<void> {
    const user = await this.users.byId(userId);
    if (
      !user?.emailVerified ||
      user.reservedAccounts.some(({ bankAccounts }) => bankAccounts.length > 0) ||
      this.asked.has(userId)
    )
      return;
    this.asked.set(userId, true);
    void this.funding.reserveAccount(user);
  }
}
