import { Body, Controller, Headers } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ListDataPlans } from '../../../catalog/price-list.queries.js';
import { GetPricedPlan } from '../../../catalog/prices/priced-plans.queries.js';
import { IDEMPOTENCY_HEADER, type CallAnswer, type CallInput } from '../../../contracts/calls.js';
import { PlaceOrder } from '../../../purchases/accept/place-order.handler.js';
import { QuoteOrder } from '../../../purchases/accept/quote-order.handler.js';
import { Serves } from '../../guards/route-rules.js';
import { CallerOf, type Caller } from '../../guards/caller.js';
import { Purchasing } from '../../purchasing.js';
import { pricesInNaira } from '../admin/one-price.js';

const NO_PLANS = 'No data plans available for the selected network.';

@Controller()
export class DataController {
  constructor(
    private readonly queries: QueryBus,
    private readonly purchasing: Purchasing,
  ) {}

  @Serves('dataPlans')
  async plans(
    @CallerOf() caller: Caller,
    @Body() { datanetwork: network, selectedPlanType: planType }: CallInput<'dataPlans'>,
  ): Promise<CallAnswer<'dataPlans'>> {
    const { tier } = await this.purchasing.userOf(caller);
    const { plans, on } = await this.queries.execute(new ListDataPlans(network, planType, tier));
    return plansAnswer(plans, on);
  }

  @Serves('dataPlansAlias')
  async plansAlias(
    @CallerOf() caller: Caller,
    @Body() body: CallInput<'dataPlansAlias'>,
  ): Promise<CallAnswer<'dataPlansAlias'>> {
    if (caller.role === 'user') return this.plans(caller, body);
    const { datanetwork: network, selectedPlanType: planType } = body;
    const { plans, on } = await this.queries.execute(new ListDataPlans(network, planType));
    return plansAnswer(plans, on);
  }

  @Serves('dataPlanPrices')
  async price(
    @CallerOf() caller: Caller,
    @Body() { selectedDataPlan: plan }: CallInput<'dataPlanPrices'>,
  ): Promise<CallAnswer<'dataPlanPrices'>> {
    const shown = await this.purchasing.price(caller, (tier) => new QuoteOrder('data', { plan, tier }));
    return { status: true, ...shown };
  }

  @Serves('dataPriceAlias')
  async priceAlias(
    @CallerOf() caller: Caller,
    @Body() body: CallInput<'dataPriceAlias'>,
  ): Promise<CallAnswer<'dataPriceAlias'>> {
    if (caller.role === 'user') return this.price(caller, body);
    const { prices } = await this.queries.execute(new GetPricedPlan('data', body.selectedDataPlan));
    const { price, affiliatePrice: affiliate_price, cost } = pricesInNaira(prices);
    const { belowCost: below_cost = false } = prices;
    return { status: true, discount: 0, price, affiliate_price, cost, below_cost };
  }

  @Serves('dataQuote')
  async quote(
    @CallerOf() caller: Caller,
    @Body() { datanetwork: network, selectedDataPlan: plan }: CallInput<'dataQuote'>,
  ): Promise<CallAnswer<'dataQuote'>> {
    return this.purchasing.quote(caller, (tier) => new QuoteOrder('data', { plan, network, tier }));
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
      (order) => new PlaceOrder('data', order, { network, plan, phone }),
    );
  }
}

function plansAnswer(
  plans: readonly CallAnswer<'dataPlans'>['data_plans'][number][],
  planstatus: boolean,
): CallAnswer<'dataPlans'> {
  const message = plans.length === 0 ? NO_PLANS : '';
  return { status: true, data_plans: [...plans], planstatus, planMessage: message, message };
}
