import { Body, Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { EventContext } from '../../../../infra/event-store/event-context.js';
import type { CatalogChange } from '../../../catalog/catalog.decider.js';
import type { PlanDetails } from '../../../catalog/catalog.events.js';
import { ChangeCatalog } from '../../../catalog/change-catalog.handler.js';
import { type ListedPlans, ListPlans } from '../../../catalog/prices/list-plans.query.js';
import { labelOf, planCodeOf } from '../../../catalog/prices/offered-plans.state.js';
import { daysOfPlan } from '../../../catalog/prices/plan-after.decider.js';
import type { PricedService } from '../../../contracts/admin/prices.contract.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { RuleBroken } from '../../../contracts/errors.js';
import { isEntryOf, ownEntry } from '../../../contracts/own-entry.js';
import { CABLE_PROVIDERS } from '../../../contracts/cable.contract.js';
import { PLAN_TYPES, type PlanTypeCode } from '../../../contracts/data.contract.js';
import { NETWORKS, type NetworkCode } from '../../../contracts/fields/codes.js';
import { AdministratorContext } from '../../guards/caller.js';
import { Serves } from '../../guards/route-rules.js';
import { WrittenPositions } from '../../written-positions.js';
import { SetPrices } from '../../../money-desk/alone/set-prices.handler.js';
import { nairaFromKobo } from '../../../contracts/money.js';
import { PRICE_WAITS, pricesInNaira } from './one-price.js';

const NOT_SOLD_THERE = '-';

@Controller()
export class PlansController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly written: WrittenPositions,
  ) {}

  @Serves('plans')
  async list(): Promise<CallAnswer<'plans'>> {
    const { version, plans, places } = await this.queries.execute(new ListPlans());
    return { status: true, version, plans: plans.map(rowOf), places: places.map((place) => ({ ...place })) };
  }

  @Serves('setPlan')
  async set(
    @AdministratorContext() context: EventContext,
    @Body() body: CallInput<'setPlan'>,
  ): Promise<CallAnswer<'setPlan'>> {
    const { category: service, plan_code: code, price, affiliate_price: affiliates, cost } = body;
    const wanted = {
      service,
      code,
      ...(price !== undefined && { price: String(price) }),
      ...(affiliates !== undefined && { affiliatePrice: String(affiliates) }),
      ...(cost !== undefined && { cost: String(cost) }),
      details: detailsOf(body),
    };
    const asked = { wanted: [wanted], seen: body.version, belowCost: body.allow_below_cost === true };
    const change = { type: 'PricePlans', ...asked } as const;
    const changed = await this.commands.execute(new SetPrices(change, context, body.confirm === true));
    this.written.note(context.actor.id);
    if (changed === 'waiting') return { status: true, message: PRICE_WAITS };
    return { status: true, message: `${await this.nameOf(service, code)} is on the list.` };
  }

  @Serves('switchPlan')
  async switch(
    @AdministratorContext() context: EventContext,
    @Body() { category: service, plan_code: code, on }: CallInput<'switchPlan'>,
  ): Promise<CallAnswer<'switchPlan'>> {
    await this.change({ type: 'SwitchPlan', service, code, on }, context);
    const name = await this.nameOf(service, code);
    return { status: true, message: on ? `${name} is sold.` : `${name} is not sold any more.` };
  }

  @Serves('retirePlan')
  async retire(
    @AdministratorContext() context: EventContext,
    @Body() { category, plan_code: code }: CallInput<'retirePlan'>,
  ): Promise<CallAnswer<'retirePlan'>> {
    const service = planned(category);
    const name = await this.nameOf(service, code);
    await this.change({ type: 'RetirePlan', service, code }, context);
    return { status: true, message: `${name} is off the list.` };
  }

  @Serves('switchPlanAtVendor')
  async switchAtVendor(
    @AdministratorContext() context: EventContext,
    @Body() { category, plan_code: code, vendor, on, reason = '' }: CallInput<'switchPlanAtVendor'>,
  ): Promise<CallAnswer<'switchPlanAtVendor'>> {
    const plan = { service: planned(category), code, vendor };
    await this.change(
      on ? { type: 'StartPlanAtVendor', ...plan } : { type: 'StopPlanAtVendor', ...plan, reason },
      context,
    );
    const name = await this.nameOf(plan.service, code);
    return { status: true, message: `${name} is ${on ? 'sold' : 'stopped'} at vendor ${vendor}.` };
  }

  private async change(change: CatalogChange, context: EventContext): Promise<void> {
    await this.commands.execute(new ChangeCatalog(change, context));
    this.written.note(context.actor.id);
  }

  private async nameOf(service: PricedService, code: number): Promise<string> {
    const { plans } = await this.queries.execute(new ListPlans());
    const found = plans.find(({ offered }) => offered.service === service && planCodeOf(offered) === code);
    return found ? labelOf(found.offered) : `Plan ${code}`;
  }
}

/** @throws RuleBroken(PLAN_NOT_FOUND) for exam pins, because administrators cannot add or remove exam pins */
function planned(service: PricedService): 'data' | 'cable' {
  if (service === 'exams') throw new RuleBroken('PLAN_NOT_FOUND');
  return service;
}

function detailsOf(body: CallInput<'setPlan'>): PlanDetails {
  const { category, network, plan_type: planType, size, days, place, codes, costs } = body;
  return {
    ...(network !== undefined && networkOf(category, network)),
    ...(planType !== undefined && { planType: entry(PLAN_TYPES, planType, 'plan_type') as PlanTypeCode }),
    ...(size !== undefined && { size }),
    ...(days !== undefined && { days }),
    ...(place !== undefined && { place: place === 0 ? null : place }),
    ...(costs && {
      costs: Object.fromEntries(costs.map(({ at, cost }) => [at, cost === '' ? null : String(cost)])),
    }),
    ...(codes && {
      codes: Object.fromEntries(
        codes.map(({ at, code }) => [at, code === '' ? null : code === NOT_SOLD_THERE ? '' : code]),
      ),
    }),
  };
}

function networkOf(category: PricedService, network: number): PlanDetails {
  if (category !== 'cable') return { network: entry(NETWORKS, network, 'network') as NetworkCode };
  return { provider: entry(CABLE_PROVIDERS, network, 'network') as keyof typeof CABLE_PROVIDERS };
}

/** @throws RuleBroken(VALIDATION_FAILED) */
function entry(table: Readonly<Record<number, string>>, code: number, field: string): number {
  if (isEntryOf(table, code)) return code;
  const words = Object.entries(table).map(([known, name]) => `${known} (${name})`);
  throw new RuleBroken('VALIDATION_FAILED', { field, reason: `must be one of ${words.join(', ')}` });
}

function rowOf({ offered, stopped }: ListedPlans['plans'][number]): CallAnswer<'plans'>['plans'][number] {
  const { service, plan } = offered;
  const { price, affiliatePrice, cost } = pricesInNaira(plan);
  const days = service === 'data' ? daysOfPlan(plan) : undefined;
  const codes = service === 'exams' ? {} : plan.codes;
  return {
    service,
    code: planCodeOf(offered),
    plan: labelOf(offered),
    ...(service === 'data' && { network: plan.network, plan_type: plan.planType }),
    ...(service === 'cable' && { network: plan.provider }),
    ...(days !== undefined && { days }),
    on: plan.on,
    ...(plan.place !== undefined && { place: plan.place }),
    price,
    affiliate_price: affiliatePrice,
    cost,
    codes: Object.keys(codes).map((at) => ({ at, code: ownEntry(codes, at) || NOT_SOLD_THERE })),
    costs: Object.entries(plan.costs ?? {}).map(([at, own]) => ({ at, cost: nairaFromKobo(BigInt(own)) })),
    stopped: stopped.map((stop) => ({ ...stop })),
  };
}
