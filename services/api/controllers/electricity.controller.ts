import { Body, Controller, Headers, Inject } from '@nestjs/common';
import { ELECTRICITY_RANGE } from '../../catalog/limits.js';
import { quoteElectricity } from '../../catalog/quotes.js';
import { IDEMPOTENCY_HEADER, type CallAnswer, type CallInput } from '../../contracts/calls.js';
import { nairaFromKobo } from '../../contracts/money.js';
import { PayElectricity } from '../../purchases/electricity/pay-electricity.handler.js';
import { Serves } from '../access.js';
import { API_DEPS, type ApiDeps } from '../api-deps.js';
import { CallerOf, type Caller } from '../caller.js';
import { Purchasing } from '../purchasing.js';

/** Electricity: whose a meter is, what it takes, and paying. */
@Controller()
export class ElectricityController {
  constructor(
    @Inject(API_DEPS) private readonly deps: Pick<ApiDeps, 'catalog' | 'lookups'>,
    private readonly purchasing: Purchasing,
  ) {}

  @Serves('validateMeter')
  async validate(
    @CallerOf() { userId }: Caller,
    @Body() { disco_name: disco, meter_number: number, meter_type: meterType }: CallInput<'validateMeter'>,
  ): Promise<CallAnswer<'validateMeter'>> {
    const owner = await this.deps.lookups.find(userId, { kind: 'meter', disco, meterType, number });
    return {
      status: true,
      name: owner.name,
      Address: owner.address ?? '',
      message: 'The meter was found.',
      minimum: nairaFromKobo(owner.minimum ?? ELECTRICITY_RANGE.minimum),
      maximum: nairaFromKobo(owner.maximum ?? ELECTRICITY_RANGE.maximum),
    };
  }

  @Serves('electricityQuote')
  async quote(
    @CallerOf() caller: Caller,
    @Body() { discoName: disco, meterType, amount }: CallInput<'electricityQuote'>,
  ): Promise<CallAnswer<'electricityQuote'>> {
    const { userId, tier } = await this.purchasing.userOf(caller);
    const offer = quoteElectricity(this.deps.catalog, { disco, meterType, amount, tier });
    return this.purchasing.quoted(userId, offer);
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
      (order) => new PayElectricity({ ...order, disco, meterType, meter, amount, phone }),
    );
  }
}
