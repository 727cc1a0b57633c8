import { randomUUID } from 'node:crypto';
import { Body, Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { UpgradeToAffiliate } from '../../accounts/upgrade/upgrade.handler.js';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import { koboFromNaira, nairaFromKobo } from '../../contracts/money.js';
import { Serves } from '../access.js';
import { API_DEPS, type ApiDeps } from '../api-deps.js';
import { CallerOf, type Caller } from '../caller.js';
import { Purchasing } from '../purchasing.js';
import { WrittenPositions } from '../written-positions.js';

/** The API program for resellers: what it costs, and joining it. */
@Controller()
export class UpgradeController {
  constructor(
    @Inject(API_DEPS) private readonly deps: Pick<ApiDeps, 'wallets' | 'config'>,
    private readonly commands: CommandBus,
    private readonly purchasing: Purchasing,
    private readonly written: WrittenPositions,
  ) {}

  @Serves('upgradeQuote')
  async quote(@CallerOf() caller: Caller): Promise<CallAnswer<'upgradeQuote'>> {
    const { userId, tier } = await this.purchasing.userOf(caller);
    const fee = koboFromNaira(this.deps.config.AFFILIATE_FEE_NAIRA)!;
    const { available } = await this.deps.wallets.load(userId);
    return {
      ...{ status: true, tier, fee: nairaFromKobo(fee) },
      balance_after: nairaFromKobo(tier === 'affiliate' ? available : available - fee),
    };
  }

  @Serves('upgradeApi')
  async upgrade(
    @CallerOf() caller: Caller,
    @Body() { transaction_pin: pin }: CallInput<'upgradeApi'>,
  ): Promise<CallAnswer<'upgradeApi'>> {
    const user = await this.purchasing.userOf(caller);
    const actor = { kind: 'user', id: user.userId } as const;
    await this.commands.execute(new UpgradeToAffiliate({ user, pin, actor, correlationId: randomUUID() }));
    this.written.note(user.userId);
    return { status: true, message: 'Welcome to the API program. Affiliate prices apply from now on.' };
  }
}
