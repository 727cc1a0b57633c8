import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { OwnCatalogStream } from '../change-catalog.handler.js';
import { Catalog } from '../catalog.js';
import { stopKey } from '../catalog.state.js';
import { everyPlan, inPlace, type OfferedPlan, planCodeOf } from './offered-plans.state.js';
import { codeField } from './plan-changes.js';

export interface ListedPlans {
  readonly version: number;
  readonly plans: readonly {
    readonly offered: OfferedPlan;
    readonly stopped: readonly { readonly vendor: number; readonly reason: string }[];
  }[];
  readonly places: readonly { readonly at: string; readonly name: string }[];
}

export class ListPlans extends Query<ListedPlans> {}

@QueryHandler(ListPlans)
export class ListPlansHandler implements IQueryHandler<ListPlans> {
  constructor(
    private readonly catalog: Catalog,
    private readonly stream: OwnCatalogStream,
  ) {}

  async execute(): Promise<ListedPlans> {
    await this.stream.catchUp();
    const { state } = this.catalog;
    const rows = this.catalog.vendors().filter(({ services }) => sellsPlans(services));
    const plans = everyPlan(state).toSorted(
      (one, other) =>
        ORDER.indexOf(one.service) - ORDER.indexOf(other.service) || inPlace(placed(one), placed(other)),
    );
    return {
      version: state.priceVersion,
      plans: plans.map((offered) => ({
        offered,
        stopped: rows.flatMap(({ code: vendor }) => {
          const reason = state.plansStopped.get(stopKey(offered.service, planCodeOf(offered), vendor));
          return reason === undefined ? [] : [{ vendor, reason }];
        }),
      })),
      places: [
        ...[...new Set(rows.map(({ adapter }) => adapter))].map((at) => ({ at, name: codeField(at) })),
        ...rows.map(({ code, name }) => ({ at: String(code), name: `${codeField(String(code))}, ${name}` })),
      ],
    };
  }
}

const ORDER: readonly OfferedPlan['service'][] = ['data', 'cable', 'exams'];

const placed = (offered: OfferedPlan) => ({
  code: planCodeOf(offered),
  ...(offered.plan.place !== undefined && { place: offered.plan.place }),
});

const sellsPlans = (services: readonly string[]): boolean =>
  services.includes('data') || services.includes('cable');
