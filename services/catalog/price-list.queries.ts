import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { CableCode } from '../contracts/cable.contract.js';
import type { PlanTypeCode } from '../contracts/data.contract.js';
import { nairaFromKobo } from '../contracts/money.js';
import type { Tier } from '../contracts/services.js';
import type { NetworkCode } from '../contracts/fields/codes.js';
import { Catalog } from './catalog.js';
import { InstallationPrices } from './installation-prices.js';
import {
  listCablePlans,
  listCatalogue,
  listDataPlans,
  listPricedPlans,
  planTypeIsOn,
  type ListedPlan,
} from './price-list.js';

type Offered = ReturnType<typeof listCatalogue> & {
  /** Price in naira of one page of an SMS to one recipient. */
  readonly sms: { readonly page_price: number };
};

export class ListCatalog extends Query<Offered> {
  constructor(readonly tier: Tier) {
    super();
  }
}

@QueryHandler(ListCatalog)
export class ListCatalogHandler implements IQueryHandler<ListCatalog> {
  constructor(
    private readonly catalog: Catalog,
    private readonly prices: InstallationPrices,
  ) {}

  execute({ tier }: ListCatalog): Promise<Offered> {
    const sms = { page_price: nairaFromKobo(this.prices.pagePrice) };
    return Promise.resolve({ ...listCatalogue(this.catalog, tier), sms });
  }
}

export interface DataPlans {
  readonly plans: ReturnType<typeof listDataPlans>;
  readonly on: boolean;
}

/** @param tier tier whose prices are listed. Default: list prices */
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
