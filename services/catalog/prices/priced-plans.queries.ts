import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { PricedService } from '../../contracts/admin/prices.contract.js';
import { RuleBroken } from '../../contracts/errors.js';
import { Catalog } from '../catalog.js';
import type { CatalogState } from '../catalog.state.js';
import { OwnCatalogStream } from '../change-catalog.handler.js';
import { everyPlan } from './offered-plans.state.js';
import { type PricedPlan, pricedPlan, pricedPlans } from './priced-plans.state.js';

export class ListPricedPlans extends Query<readonly PricedPlan[]> {}

@QueryHandler(ListPricedPlans)
export class ListPricedPlansHandler implements IQueryHandler<ListPricedPlans> {
  constructor(private readonly catalog: Catalog) {}

  execute(): Promise<readonly PricedPlan[]> {
    return Promise.resolve(pricedPlans(this.catalog.state));
  }
}

export class ListAmountTerms extends Query<CatalogState['amountTerms']> {}

@QueryHandler(ListAmountTerms)
export class ListAmountTermsHandler implements IQueryHandler<ListAmountTerms> {
  constructor(private readonly catalog: Catalog) {}

  execute(): Promise<CatalogState['amountTerms']> {
    return Promise.resolve(this.catalog.state.amountTerms);
  }
}

export interface PriceConfirmation {
  readonly confirmed: boolean;
  readonly version: number;
  readonly plans: number;
}

export class GetPriceConfirmation extends Query<PriceConfirmation> {}

@QueryHandler(GetPriceConfirmation)
export class GetPriceConfirmationHandler implements IQueryHandler<GetPriceConfirmation> {
  constructor(
    private readonly catalog: Catalog,
    private readonly stream: OwnCatalogStream,
  ) {}

  async execute(): Promise<PriceConfirmation> {
    await this.stream.catchUp();
    const { state } = this.catalog;
    const plans = everyPlan(state).filter(({ plan }) => plan.on).length;
    return { confirmed: state.pricesConfirmed, version: state.priceVersion, plans };
  }
}

export class GetPricedPlan extends Query<PricedPlan> {
  constructor(
    readonly service: PricedService,
    readonly code: number,
  ) {
    super();
  }
}

@QueryHandler(GetPricedPlan)
export class GetPricedPlanHandler implements IQueryHandler<GetPricedPlan> {
  constructor(private readonly catalog: Catalog) {}

  /** @throws RuleBroken(PLAN_NOT_FOUND) */
  async execute({ service, code }: GetPricedPlan): Promise<PricedPlan> {
    const plan = pricedPlan(this.catalog.state, service, code);
    if (!plan) throw new RuleBroken('PLAN_NOT_FOUND');
    return plan;
  }
}
