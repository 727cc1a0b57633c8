import { Body, Controller, Headers, Inject } from '@nestjs/common';
import { BET_AMOUNT_MAX, BET_AMOUNT_MIN } from '../../contracts/bet.js';
import { IDEMPOTENCY_HEADER, type CallAnswer, type CallInput } from '../../contracts/calls.js';
import { FundBet } from '../../purchases/bet/fund-bet.handler.js';
import { Serves } from '../access.js';
import { API_DEPS, type ApiDeps } from '../api-deps.js';
import { CallerOf, type Caller } from '../caller.js';
import { Purchasing } from '../purchasing.js';

/** Betting accounts: which can be funded, whose one is, and funding it. */
@Controller()
export class BetController {
  constructor(
    @Inject(API_DEPS) private readonly deps: Pick<ApiDeps, 'banking'>,
    private readonly purchasing: Purchasing,
  ) {}

  @Serves('betPlatforms')
  platforms(): CallAnswer<'betPlatforms'> {
    const platforms = [...this.deps.banking.quotes.platforms()];
    return { status: true, platforms, minimum: BET_AMOUNT_MIN, maximum: BET_AMOUNT_MAX };
  }

  @Serves('validateBetCustomer')
  async validate(
    @CallerOf() { userId }: Caller,
    @Body() { betPlatform, clientId }: CallInput<'validateBetCustomer'>,
  ): Promise<CallAnswer<'validateBetCustomer'>> {
    const name = await this.deps.banking.bets.nameOf(userId, betPlatform, clientId);
    const message =
      name === '' ? `${betPlatform} does not tell names. Check the customer id.` : 'The customer was found.';
    return { status: true, name, message };
  }

  @Serves('betQuote')
  async quote(
    @CallerOf() caller: Caller,
    @Body() { amount, betPlatform: platform }: CallInput<'betQuote'>,
  ): Promise<CallAnswer<'betQuote'>> {
    const { userId, tier } = await this.purchasing.userOf(caller);
    return this.purchasing.quoted(userId, this.deps.banking.quotes.bet({ platform, amount, tier }));
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
      (order) => new FundBet({ ...order, amount, platform, clientId }),
    );
  }
}
