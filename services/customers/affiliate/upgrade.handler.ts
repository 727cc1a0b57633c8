import { Inject } from '@nestjs/common';
import {
  Command,
  CommandHandler,
  type ICommandHandler,
  type IQueryHandler,
  Query,
  QueryHandler,
} from '@nestjs/cqrs';
import { CONFIG } from '../../../infra/config/settings.js';
import { nowMs } from '../../../infra/host/clock.js';
import type { CustomerSettings } from '../customer.settings.js';
import { EVENT_STORE, type Actor, type EventStore } from '../../../infra/event-store/event-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import { formatNaira, koboFromNaira, type Kobo } from '../../contracts/money.js';
import { WalletStreams } from '../../wallet/wallet.streams.js';
import { Pins } from '../pin/pins.js';
import { readStanding } from '../standing.js';
import { requireSpending } from '../spending/spending.decider.js';
import { upgradeChargeId } from '../user.standing.decider.js';
import type { User } from '../user.state.js';
import { Users } from '../users.js';
import { raiseTier } from './raise-tier.js';

export interface UpgradeOrder {
  readonly user: User;
  /** Without a PIN, the fee counts towards `PINLESS_DAILY_LIMIT`. */
  readonly pin: string | undefined;
  readonly fee: Kobo;
  /**
   * Fee that the customer saw. The upgrade fails with `PRICE_CHANGED` when the fee has changed
   * since.
   */
  readonly quotedFee?: Kobo | undefined;
  readonly correlationId: string;
  readonly actor: Actor;
}

export class UpgradeToAffiliate extends Command<void> {
  constructor(
    readonly order: UpgradeOrder,
    readonly now: Date = new Date(nowMs()),
  ) {
    super();
  }
}

@CommandHandler(UpgradeToAffiliate)
export class UpgradeToAffiliateHandler implements ICommandHandler<UpgradeToAffiliate> {
  constructor(
    private readonly wallets: WalletStreams,
    private readonly users: Users,
    private readonly pins: Pins,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG)
    private readonly settings: Pick<CustomerSettings, 'PINLESS_DAILY_LIMIT'>,
  ) {}

  /**
   * Charges the fee once, and then raises the tier. When the process crashes before the second step, a process
   * that reads the log raises the tier.
   * @throws RuleBroken EMAIL_NOT_VERIFIED, PIN_*, PINLESS_LIMIT, ALREADY_AFFILIATE, PRICE_CHANGED,
   * INSUFFICIENT_FUNDS
   */
  async execute({ order, now }: UpgradeToAffiliate): Promise<void> {
    const { user, pin, fee: amount, quotedFee = amount, actor, correlationId } = order;
    const { userId } = user;
    if (!user.emailVerified) throw new RuleBroken('EMAIL_NOT_VERIFIED');
    if (user.pinMac === undefined) throw new RuleBroken('PIN_NOT_SET');
    await (pin === undefined
      ? this.pins.requireUnlocked(user, now.getTime())
      : this.pins.check(user, pin, now.getTime()));
    const chargeId = upgradeChargeId((await readStanding(this.store, userId)).standing);
    // Check the freeze once more, because spending may have been frozen while the PIN was checked.
    requireSpending({ frozen: this.users.isFrozen(user) });
    if (quotedFee !== amount) throw new RuleBroken('PRICE_CHANGED', { price: formatNaira(amount) });
    const pinlessLimit = koboFromNaira(this.settings.PINLESS_DAILY_LIMIT)!;
    await this.wallets.handle(
      userId,
      { type: 'ChargeOnce', kind: 'upgrade', chargeId, amount, ...(pin === undefined && { pinlessLimit }) },
      { actor, correlationId, now },
    );
    await raiseTier(this.store, { userId, chargeId }, { actor, correlationId, now });
    // The next call must use the prices of the new tier.
    await this.users.reload(userId);
  }
}

export interface UpgradeQuote {
  readonly fee: Kobo;
  readonly balanceAfter: Kobo;
}

export class GetUpgradeQuote extends Query<UpgradeQuote> {
  constructor(
    readonly user: Pick<User, 'userId' | 'tier'>,
    readonly fee: Kobo,
  ) {
    super();
  }
}

@QueryHandler(GetUpgradeQuote)
export class GetUpgradeQuoteHandler implements IQueryHandler<GetUpgradeQuote> {
  constructor(private readonly wallets: WalletStreams) {}

  async execute({ user: { userId, tier }, fee }: GetUpgradeQuote): Promise<UpgradeQuote> {
    const { available } = await this.wallets.newest(userId);
    return { fee, balanceAfter: tier === 'affiliate' ? available : available - fee };
  }
}
