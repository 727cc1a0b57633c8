import type { Actor } from '../../../infra/event-store/event-store.js';
import { now } from '../../../infra/host/clock.js';
import { ChangeCatalog } from '../../catalog/change-catalog.handler.js';
import type { CatalogChange } from '../../catalog/catalog.decider.js';
import type { ApiProcess } from '../processes.js';
import type { World } from '../world.js';
import { PLAN, type PlannedShopChange } from './shop-plan.js';

const PEOPLE: readonly Actor[] = [
  { kind: 'admin', id: 'dada' },
  { kind: 'admin', id: 'efe' },
];
const SERVICES = ['airtime', 'data'] as const;
const DISCOUNTS_BP = [0, 50, 150, 300, 1_000];
const PRICES = [97_00n, 100_00n, 105_00n, 120_00n, 250_00n];
const SOON_MS = 25_000;

export class Shopkeepers {
  constructor(private readonly world: World) {}

  plan(changes: readonly PlannedShopChange[]): void {
    for (const change of changes)
      this.world.scheduler.in(change.atMs, undefined, `shop ${change.kind}`, () => this.#change(change));
  }

  #change(planned: PlannedShopChange): void {
    const { scheduler, story, coverage } = this.world;
    for (const [index, actor] of PEOPLE.slice(0, planned.people).entries()) {
      const role = scheduler.random.pick(this.world.up());
      if (!role) return;
      scheduler.in(scheduler.random.fraction() * 40, role.process, 'shopkeeper', () => {
        const { api } = role;
        const change = api && changeOf(api, planned.kind, planned.choice + index);
        if (!change) return;
        story.tell(actor.id, () => `at ${role.process.name}: ${textOf(change)}`);
        coverage.fault(`shop ${planned.kind}`);
        const context = { actor, now: now(), correlationId: `shop-${planned.choice}` };
        api.changes.execute(new ChangeCatalog(change, context)).then(
          (events) => story.tell(actor.id, () => `hears that ${events} are stored`),
          (error: unknown) => story.tell(actor.id, () => `hears ${String(error)}`),
        );
      });
    }
  }
}

function changeOf(
  { catalog }: ApiProcess,
  kind: PlannedShopChange['kind'],
  choice: number,
): CatalogChange | undefined {
  const service = SERVICES[choice % 2]!;
  const plan = catalog.state.dataPlans.get(PLAN.code)!;
  const price = String(PRICES[choice % PRICES.length]);
  const { code, network } = PLAN;
  switch (kind) {
    case 'price':
      return { type: 'PriceDataPlan', code, network, prices: { price }, seen: { price: plan.price } };
    case 'schedule':
      return {
        type: 'SchedulePrices',
        wanted: [{ service: 'data', code, price }],
        belowCost: false,
        now: now().getTime(),
        at: now().getTime() + 1 + (choice % SOON_MS),
        seen: { price: plan.price },
      };
    case 'cancel': {
      const [id] = catalog.state.scheduled.keys();
      return id === undefined ? undefined : { type: 'CancelPriceChange', id };
    }
    case 'discount': {
      const basisPoints = DISCOUNTS_BP[choice % DISCOUNTS_BP.length]!;
      return { type: 'SetDiscount', service, tier: 'regular', basisPoints };
    }
    case 'belowCost':
      return { type: 'AllowBelowCost', service, allowed: choice % 3 > 0 };
    case 'network':
      return { type: 'SwitchNetwork', network, on: choice % 3 > 0 };
    case 'vendors': {
      const sellers = catalog.sellersOf(service);
      const seen = catalog.vendorsInTurn(service).map((vendor) => vendor.code);
      const first = [1, 3, 5, 7][choice % 4]!;
      return { type: 'OrderVendors', service, vendors: [first], sellers, seen };
    }
  }
}

const textOf = (change: CatalogChange): string =>
  JSON.stringify(change, (name, value: unknown) => (name === 'sellers' ? undefined : value));
