import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { CableCode } from '../contracts/cable.contract.js';
import type { PlanTypeCode } from '../contracts/data.contract.js';
import type { NetworkCode, Tier } from '../contracts/services.js';
import { Catalog } from './catalog.js';
import {
  listCablePlans,
  listCatalogue,
  listDataPlans,
  listPricedPlans,
  planTypeIsOn,
  type ListedPlan,
} from './price-list.js';

/** Everything the selects of the forms offer. */
export class ListCatalogue extends Query<ReturnType<typeof listCatalogue>> {
  constructor(readonly tier: Tier) {
    super();
  }
}

@QueryHandler(ListCatalogue)
export class ListCatalogueHandler implements IQueryHandler<ListCatalogue> {
  constructor(private readonly catalog: Catalog) {}

  execute({ tier }: ListCatalogue): Promise<ReturnType<typeof listCatalogue>> {
    return Promise.resolve(listCatalogue(this.catalog, tier));
  }
}

/** Data plans of a network and type, and whether data of this type is sold for it at all. */
export interface DataPlans {
  readonly plans: ReturnType<typeof listDataPlans>;
  readonly on: boolean;
}

/** @param tier who asks; without one, every plan at its list price, sold now or not */
export class ListDataPlans extends Query<DataPlans> {
  constructor(
    readonly network: NetworkCode,
    readonly planType: PlanTypeCode,
    readonly tier?: Tier,
  ) {
    super();
  }
}

@QueryHandler(ListDataPlans)
export class ListDataPlansHandler implements IQueryHandler<ListDataPlans> {
  constructor(private readonly catalog: Catalog) {}

  execute({ network, planType, tier }: ListDataPlans): Promise<DataPlans> {
    const plans =
      tier === undefined
        ? listPricedPlans(this.catalog, network, planType)
        : listDataPlans(this.catalog, network, planType, tier);
    return Promise.resolve({ plans, on: planTypeIsOn(this.catalog, network, planType) });
  }
}

/** Bouquets of a provider that can be bought now. */
export class ListCablePlans extends Query<readonly ListedPlan[]> {
  constructor(
    readonly provider: CableCode,
    readonly tier: Tier,
  ) {
    super();
  }
}

@QueryHandler(ListCablePlans)
export class ListCablePlansHandler implements IQueryHandler<ListCablePlans> {
  constructor(private readonly catalog: Catalog) {}

  execute({ provider, tier }: ListCablePlans): Promise<readonly ListedPlan[]> {
    return Promise.resolve(listCablePlans(this.catalog, provider, tier));
  }
}
