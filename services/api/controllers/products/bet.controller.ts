import { Body, Controller, Headers } from '@nestjs/common';
import { BET_AMOUNT_MAX, BET_AMOUNT_MIN } from '../../../contracts/bet.contract.js';
import { IDEMPOTENCY_HEADER, type CallAnswer, type CallInput } from '../../../contracts/calls.js';
import { PlaceOrder } from '../../../purchases/accept/place-order.handler.js';
import { QuoteOrder } from '../../../purchases/accept/quote-order.handler.js';
import { Serves } from '../../guards/route-rules.js';
import { Catalog } from '../../../catalog/catalog.js';
import { betPlatforms, fundedPlatform } from '../../../products/bet/bet.product.js';
import { PlatformCustomers } from '../../../purchases/lookup/platform-customers.js';
import { BuyerIdOf, CallerOf, type Caller } from '../../guards/caller.js';
import { Purchasing } from '../../purchasing.js';

@Controller()
export class BetController {
  constructor(
    private readonly catalog: Catalog,
    private readonly bets: PlatformCustomers,
    private readonly purchasing: Purchasing,
  ) {}

  @Serves('betPlatforms')
  platforms(): CallAnswer<'betPlatforms'> {
    const platforms = [...betPlatforms(this.catalog)];
    return { status: true, platforms, minimum: BET_AMOUNT_MIN, maximum: BET_AMOUNT_MAX };
  }

  @Serves('validateBetCustomer')
  async validate(
    @BuyerIdOf() userId: string,
    @Body() { betPlatform, clientId }: CallInput<'validateBetCustomer'>,
  ): Promise<CallAnswer<'validateBetCustomer'>> {
    const name = await this.bets.nameOf(userId, fundedPlatform(betPlatform), clientId);
    const message =
      name === '' ? `${betPlatform} does not tell names. Check the customer id.` : 'The customer was found.';
    return { status: true, name, message };
  }

  @Serves('betQuote')
  async quote(
    @CallerOf() caller: Caller,
    @Body() { amount, betPlatform: platform }: CallInput<'betQuote'>,
  ): Promise<CallAnswer<'betQuote'>> {
    return this.purchasing.quote(caller, (tier) => new QuoteOrder('bet', { platform, amount, tier }));
  }

  @Serves('fundBet')
  fund(
    @CallerOf() caller: Caller,
    @Body() body: CallInput<'fundBet'>,
    @Headers(IDEMPOTENCY_HEADER) idempotencyKey: string | undefined,
  ): Promise<CallAnswer<'fundBet'>> {
    const { amount, betPlatform: platform, clientId } = body;
    return this.purchasing.buy(
      caller,
      body,
      idempotencyKey,
      (order) => new PlaceOrder('bet', order, { amount, platform, clientId }),
    );
  }
}
