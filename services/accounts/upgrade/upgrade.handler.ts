import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../../infra/config/config.js';
import { EVENT_STORE, type Actor, type EventStore } from '../../../infra/event-store/event-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import { koboFromNaira } from '../../contracts/money.js';
import { WalletStreams } from '../../wallet/wallet.streams.js';
import { Pins } from '../pins.js';
import { userStream } from '../user.events.js';
import type { User } from '../user.state.js';
import { Users } from '../users.js';
import { raiseTier, tierNow } from './raise-tier.js';

export interface UpgradeOrder {
  readonly user: User;
  /** Checked where it is given. */
  readonly pin: string | undefined;
  readonly correlationId: string;
  readonly actor: Actor;
}

/** Makes an affiliate of a customer, for the current fee. */
export class UpgradeToAffiliate extends Command<void> {
  constructor(
    readonly order: UpgradeOrder,
    readonly now: Date = new Date(),
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
    @Inject(CONFIG) private readonly settings: Pick<Config, 'AFFILIATE_FEE_NAIRA'>,
  ) {}

  /**
   * The charge is what decides: it is taken once however often and however many at once ask, and whoever follows the log
   * raises the tier should this process end right after it. @throws RuleBroken EMAIL_NOT_VERIFIED, PIN_*, ALREADY_AFFILIATE, INSUFFICIENT_FUNDS
   */
  async execute({ order, now }: UpgradeToAffiliate): Promise<void> {
    const { user, pin, actor, correlationId } = order;
    const { userId } = user;
    if (!user.emailVerified) throw new RuleBroken('EMAIL_NOT_VERIFIED');
    if (user.pinMac === undefined) throw new RuleBroken('PIN_NOT_SET');
    if (pin !== undefined) await this.pins.check(user, pin, now.getTime());
    const { tier, changes } = tierNow(await this.store.readStream(userStream(userId)));
    if (tier === 'affiliate') throw new RuleBroken('ALREADY_AFFILIATE');
    const chargeId = String(changes);
    const amount = koboFromNaira(this.settings.AFFILIATE_FEE_NAIRA)!;
    await this.wallets.execute(
      userId,
      { type: 'ChargeOnce', kind: 'upgrade', chargeId, amount },
      { actor, correlationId, causationId: correlationId, now },
    );
    await raiseTier(this.store, { userId, chargeId }, { actor, correlationId, now });
    // Read again: prices are those of the new tier from the next call on.
    await this.users.change(userId, () => []);
  }
}
