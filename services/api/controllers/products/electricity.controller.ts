import { Body, Controller, Headers } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ListAmountTerms } from '../../../catalog/prices/priced-plans.queries.js';
import { rangeFor } from '../../../products/electricity/electricity.product.js';
import { IDEMPOTENCY_HEADER, type CallAnswer, type CallInput } from '../../../contracts/calls.js';
import { nairaFromKobo } from '../../../contracts/money.js';
import { PlaceOrder } from '../../../purchases/accept/place-order.handler.js';
import { QuoteOrder } from '../../../purchases/accept/quote-order.handler.js';
import { Serves } from '../../guards/route-rules.js';
import { CustomerLookups } from '../../../purchases/lookup/customer-lookups.js';
import { BuyerIdOf, CallerOf, type Caller } from '../../guards/caller.js';
import { Purchasing } from '../../purchasing.js';

@Controller()
export class ElectricityController {
  constructor(
    private readonly lookups: CustomerLookups,
    private readonly purchasing: Purchasing,
    private readonly queries: QueryBus,
  ) {}

  @Serves('validateMeter')
  async validate(
    @BuyerIdOf() userId: string,
    @Body() { disco_name: disco, meter_number: number, meter_type: meterType }: CallInput<'validateMeter'>,
  ): Promise<CallAnswer<'validateMeter'>> {
    const owner = await this.lookups.find(userId, { kind: 'meter', disco, meterType, number });
    const terms = await this.queries.execute(new ListAmountTerms());
    const { minimum, maximum } = rangeFor(terms.get('electricity')!, owner);
    return {
      status: true,
      name: owner.name,
      Address: owner.address ?? '',
      message: 'The meter was found.',
      minimum: nairaFromKobo(minimum),
      maximum: nairaFromKobo(maximum),
    };
  }

  @Serves('electricityQuote')
  async quote(
    @CallerOf() caller: Caller,
    @Body() { discoName: disco, meterType, amount }: CallInput<'electricityQuote'>,
  ): Promise<CallAnswer<'electricityQuote'>> {
    return this.purchasing.quote(
      caller,
      (tier) => new QuoteOrder('electricity', { disco, meterType, amount, tier }),
    );
  }

  @Serves('payElectricity')
  buy(
    @CallerOf() caller: Caller,
    @Body() body: CallInput<'payElectricity'>,
    @Headers(IDEMPOTENCY_HEADER) idempotencyKey: string | undefined,
  ): Promise<CallAnswer<'payElectricity'>> {
    const { discoName: disco, meterType, meterNumber: meter, amount, phone } = body;
    return this.purchasing.buy(
      caller,
      body,
      idempotencyKey,
      (order) => new PlaceOrder('electricity', order, { disco, meterType, meter, amount, phone }),
    );
  }
}
