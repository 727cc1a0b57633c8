import { Body, Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { randomUUID } from '../../../infra/host/chance.js';
import { InstallationPrices } from '../../catalog/installation-prices.js';
import { GetUpgradeQuote, UpgradeToAffiliate } from '../../customers/affiliate/upgrade.handler.js';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import { nairaFromKobo } from '../../contracts/money.js';
import { Serves } from '../guards/route-rules.js';
import { CallerOf, type Caller } from '../guards/caller.js';
import { Purchasing } from '../purchasing.js';
import { WrittenPositions } from '../written-positions.js';

@Controller()
export class UpgradeController {
  constructor(
    private readonly prices: InstallationPrices,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly purchasing: Purchasing,
    private readonly written: WrittenPositions,
  ) {}

  @Serves('upgradeQuote')
  async quote(@CallerOf() caller: Caller): Promise<CallAnswer<'upgradeQuote'>> {
    const user = await this.purchasing.userOf(caller);
    const quote = new GetUpgradeQuote(user, this.prices.affiliateFee);
    const { fee, balanceAfter } = await this.queries.execute(quote);
    return {
      status: true,
      tier: user.tier,
      fee: nairaFromKobo(fee),
      balance_after: nairaFromKobo(balanceAfter),
    };
  }

  @Serves('upgradeApi')
  async upgrade(
    @CallerOf() caller: Caller,
    @Body() { transaction_pin: pin, quoted_price: quotedFee }: CallInput<'upgradeApi'>,
  ): Promise<CallAnswer<'upgradeApi'>> {
    const user = await this.purchasing.userOf(caller);
    const actor = { kind: 'user', id: user.userId } as const;
    const fee = this.prices.affiliateFee;
    const order = { user, pin, fee, quotedFee, actor, correlationId: randomUUID() };
    await this.commands.execute(new UpgradeToAffiliate(order));
    this.written.note(user.userId);
    return { status: true, message: 'Welcome to the API program. Affiliate prices apply from now on.' };
  }
}
