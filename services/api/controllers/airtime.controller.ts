import { Body, Controller, Headers, Inject } from '@nestjs/common';
import { IDEMPOTENCY_HEADER, type CallAnswer, type CallInput } from '../../contracts/calls.js';
import { BuyAirtime } from '../../purchases/airtime/buy-airtime.handler.js';
import { Serves } from '../access.js';
import { API_DEPS, type ApiDeps } from '../api-deps.js';
import { CallerOf, type Caller } from '../caller.js';
import { Purchasing } from '../purchasing.js';

/** Airtime: what it would cost, and buying it. */
@Controller()
export class AirtimeController {
  constructor(
    @Inject(API_DEPS) private readonly deps: Pick<ApiDeps, 'catalog'>,
    private readonly purchasing: Purchasing,
  ) {}

  @Serves('airtimeQuote')
  async quote(
    @CallerOf() caller: Caller,
    @Body() { network, amount }: CallInput<'airtimeQuote'>,
  ): Promise<CallAnswer<'airtimeQuote'>> {
    const { userId, tier } = await this.purchasing.userOf(caller);
    return this.purchasing.quoted(userId, this.deps.catalog.quoteAirtime({ network, amount, tier }));
  }

  @Serves('buyAirtime')
  buy(
    @CallerOf() caller: Caller,
    @Body() body: CallInput<'buyAirtime'>,
    @Headers(IDEMPOTENCY_HEADER) idempotencyKey: string | undefined,
  ): Promise<CallAnswer<'buyAirtime'>> {
    const { network, amount, phone } = body;
    return this.purchasing.buy(
      caller,
      body,
      idempotencyKey,
      (order) => new BuyAirtime({ ...order, network, amount, phone }),
    );
  }
}
