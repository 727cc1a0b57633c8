import { Body, Controller, Headers, Inject } from '@nestjs/common';
import { listCablePlans } from '../../catalog/price-list.js';
import { quoteCable } from '../../catalog/quotes.js';
import { IDEMPOTENCY_HEADER, type CallAnswer, type CallInput } from '../../contracts/calls.js';
import { nairaFromKobo } from '../../contracts/money.js';
import { normalisePhone } from '../../contracts/phones.js';
import { PayCable } from '../../purchases/cable/pay-cable.handler.js';
import { Serves } from '../access.js';
import { API_DEPS, type ApiDeps } from '../api-deps.js';
import { CallerOf, type Caller } from '../caller.js';
import { Purchasing } from '../purchasing.js';

const NO_PLANS = 'No Cable plans available for the selected provider.';
/** For customers whose own number is not one that a provider takes. */
const NO_PHONE = '+2348000000000';

/** Cable TV: bouquets, whose a smartcard is, and paying. */
@Controller()
export class CableController {
  constructor(
    @Inject(API_DEPS) private readonly deps: Pick<ApiDeps, 'catalog' | 'lookups'>,
    private readonly purchasing: Purchasing,
  ) {}

  @Serves('cablePlans')
  async plans(
    @CallerOf() caller: Caller,
    @Body() { cablenetwork: provider }: CallInput<'cablePlans'>,
  ): Promise<CallAnswer<'cablePlans'>> {
    const { tier } = await this.purchasing.userOf(caller);
    const plans = listCablePlans(this.deps.catalog, provider, tier);
    return { status: true, cable_plans: [...plans], message: plans.length === 0 ? NO_PLANS : '' };
  }

  @Serves('cablePrices')
  async price(
    @CallerOf() caller: Caller,
    @Body() { cable_plan_code: plan }: CallInput<'cablePrices'>,
  ): Promise<CallAnswer<'cablePrices'>> {
    const { tier } = await this.purchasing.userOf(caller);
    const { price, discount } = quoteCable(this.deps.catalog, { plan, tier });
    return { status: true, cable_plans_price: nairaFromKobo(price), discount: nairaFromKobo(discount) };
  }

  @Serves('validateIuc')
  async validate(
    @CallerOf() { userId }: Caller,
    @Body() { iuc, cablenetwork: provider }: CallInput<'validateIuc'>,
  ): Promise<CallAnswer<'validateIuc'>> {
    const owner = await this.deps.lookups.find(userId, { kind: 'smartcard', provider, number: iuc });
    return {
      status: true,
      name: owner.name,
      ...(owner.currentPlan !== undefined && { current_plan: owner.currentPlan }),
      ...(owner.dueDate !== undefined && { due_date: owner.dueDate }),
    };
  }

  @Serves('cableQuote')
  async quote(
    @CallerOf() caller: Caller,
    @Body() { cablenetwork: provider, selectedcablePlan: plan }: CallInput<'cableQuote'>,
  ): Promise<CallAnswer<'cableQuote'>> {
    const { userId, tier } = await this.purchasing.userOf(caller);
    return this.purchasing.quoted(userId, quoteCable(this.deps.catalog, { plan, provider, tier }));
  }

  @Serves('payCable')
  buy(
    @CallerOf() caller: Caller,
    @Body() body: CallInput<'payCable'>,
    @Headers(IDEMPOTENCY_HEADER) idempotencyKey: string | undefined,
  ): Promise<CallAnswer<'payCable'>> {
    const { cablenetwork: provider, selectedcablePlan: plan, iuc } = body;
    return this.purchasing.buy(caller, body, idempotencyKey, (order) => {
      const phone = normalisePhone(order.user.phone) ?? NO_PHONE;
      return new PayCable({ ...order, provider, plan, iuc, phone });
    });
  }
}
