import { Body, Controller, Headers } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ListCablePlans } from '../../../catalog/price-list.queries.js';
import { IDEMPOTENCY_HEADER, type CallAnswer, type CallInput } from '../../../contracts/calls.js';
import { normalisePhone } from '../../../contracts/fields/phones.js';
import { PlaceOrder } from '../../../purchases/accept/place-order.handler.js';
import { QuoteOrder } from '../../../purchases/accept/quote-order.handler.js';
import { Serves } from '../../guards/route-rules.js';
import { CustomerLookups } from '../../../purchases/lookup/customer-lookups.js';
import { BuyerIdOf, CallerOf, type Caller } from '../../guards/caller.js';
import { Purchasing } from '../../purchasing.js';

const NO_PLANS = 'No Cable plans available for the selected provider.';
/** Phone number that is sent to the cable provider when the customer has no valid phone number. */
const NO_PHONE = '+2348000000000';

@Controller()
export class CableController {
  constructor(
    private readonly queries: QueryBus,
    private readonly lookups: CustomerLookups,
    private readonly purchasing: Purchasing,
  ) {}

  @Serves('cablePlans')
  async plans(
    @CallerOf() caller: Caller,
    @Body() { cablenetwork: provider }: CallInput<'cablePlans'>,
  ): Promise<CallAnswer<'cablePlans'>> {
    const { tier } = await this.purchasing.userOf(caller);
    const plans = await this.queries.execute(new ListCablePlans(provider, tier));
    return { status: true, cable_plans: [...plans], message: plans.length === 0 ? NO_PLANS : '' };
  }

  @Serves('cablePrices')
  async price(
    @CallerOf() caller: Caller,
    @Body() { cable_plan_code: plan }: CallInput<'cablePrices'>,
  ): Promise<CallAnswer<'cablePrices'>> {
    const { price, discount } = await this.purchasing.price(
      caller,
      (tier) => new QuoteOrder('cable', { plan, tier }),
    );
    return { status: true, cable_plans_price: price, discount };
  }

  @Serves('validateIuc')
  async validate(
    @BuyerIdOf() userId: string,
    @Body() { iuc, cablenetwork: provider }: CallInput<'validateIuc'>,
  ): Promise<CallAnswer<'validateIuc'>> {
    const owner = await this.lookups.find(userId, { kind: 'smartcard', provider, number: iuc });
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
    return this.purchasing.quote(caller, (tier) => new QuoteOrder('cable', { plan, provider, tier }));
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
      return new PlaceOrder('cable', order, { provider, plan, iuc, phone });
    });
  }
}
