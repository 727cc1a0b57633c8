import { Body, Controller, Headers } from '@nestjs/common';
import { IDEMPOTENCY_HEADER, type CallAnswer, type CallInput } from '../../../contracts/calls.js';
import { PlaceOrder } from '../../../purchases/accept/place-order.handler.js';
import { QuoteOrder } from '../../../purchases/accept/quote-order.handler.js';
import { Serves } from '../../guards/route-rules.js';
import { CallerOf, type Caller } from '../../guards/caller.js';
import { Purchasing } from '../../purchasing.js';

@Controller()
export class AirtimeController {
  constructor(private readonly purchasing: Purchasing) {}

  @Serves('airtimeQuote')
  async quote(
    @CallerOf() caller: Caller,
    @Body() { network, amount }: CallInput<'airtimeQuote'>,
  ): Promise<CallAnswer<'airtimeQuote'>> {
    return this.purchasing.quote(caller, (tier) => new QuoteOrder('airtime', { network, amount, tier }));
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
      (order) => new PlaceOrder('airtime', order, { network, amount, phone }),
    );
  }
}
