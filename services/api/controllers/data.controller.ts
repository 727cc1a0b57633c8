import { Body, Controller, Headers, Inject } from '@nestjs/common';
import { listDataPlans, planTypeIsOn } from '../../catalog/price-list.js';
import { quoteData } from '../../catalog/quotes.js';
import { IDEMPOTENCY_HEADER, type CallAnswer, type CallInput } from '../../contracts/calls.js';
import { nairaFromKobo } from '../../contracts/money.js';
import { BuyData } from '../../purchases/data/buy-data.handler.js';
import { Serves } from '../access.js';
import { API_DEPS, type ApiDeps } from '../api-deps.js';
import { CallerOf, type Caller } from '../caller.js';
import { Purchasing } from '../purchasing.js';

const NO_PLANS = 'No data plans available for the selected network.';

/** Data: plans, what one costs, and buying it. */
@Controller()
export class DataController {
  constructor(
    @Inject(API_DEPS) private readonly deps: Pick<ApiDeps, 'catalog'>,
    private readonly purchasing: Purchasing,
  ) {}

  @Serves('dataPlans')
  async plans(
    @CallerOf() caller: Caller,
    @Body() { datanetwork: network, selectedPlanType: planType }: CallInput<'dataPlans'>,
  ): Promise<CallAnswer<'dataPlans'>> {
    const { catalog } = this.deps;
    const { tier } = await this.purchasing.userOf(caller);
    const plans = listDataPlans(catalog, network, planType, tier);
    const message = plans.length === 0 ? NO_PLANS : '';
    return {
      status: true,
      data_plans: [...plans],
      planstatus: planTypeIsOn(catalog, network, planType),
      planMessage: message,
      message,
    };
  }

  @Serves('dataPlansAlias')
  plansAlias(
    @CallerOf() caller: Caller,
    @Body() body: CallInput<'dataPlansAlias'>,
  ): Promise<CallAnswer<'dataPlansAlias'>> {
    return this.plans(caller, body);
  }

  @Serves('dataPlanPrices')
  async price(
    @CallerOf() caller: Caller,
    @Body() { selectedDataPlan: plan }: CallInput<'dataPlanPrices'>,
  ): Promise<CallAnswer<'dataPlanPrices'>> {
    const { tier } = await this.purchasing.userOf(caller);
    const { price, discount } = quoteData(this.deps.catalog, { plan, tier });
    return { status: true, price: nairaFromKobo(price), discount: nairaFromKobo(discount) };
  }

  @Serves('dataPriceAlias')
  priceAlias(
    @CallerOf() caller: Caller,
    @Body() body: CallInput<'dataPriceAlias'>,
  ): Promise<CallAnswer<'dataPriceAlias'>> {
    return this.price(caller, body);
  }

  @Serves('dataQuote')
  async quote(
    @CallerOf() caller: Caller,
    @Body() { datanetwork: network, selectedDataPlan: plan }: CallInput<'dataQuote'>,
  ): Promise<CallAnswer<'dataQuote'>> {
    const { userId, tier } = await this.purchasing.userOf(caller);
    return this.purchasing.quoted(userId, quoteData(this.deps.catalog, { plan, network, tier }));
  }

  @Serves('buyData')
  buy(
    @CallerOf() caller: Caller,
    @Body() body: CallInput<'buyData'>,
    @Headers(IDEMPOTENCY_HEADER) idempotencyKey: string | undefined,
  ): Promise<CallAnswer<'buyData'>> {
    const { datanetwork: network, selectedDataPlan: plan, phone } = body;
    return this.purchasing.buy(
      caller,
      body,
      idempotencyKey,
      (order) => new BuyData({ ...order, network, plan, phone }),
    );
  }
}
