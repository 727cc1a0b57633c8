import type { EventContext } from '../../../infra/event-store/event-context.js';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import { BroadcastStreams } from '../../broadcasts/broadcast.handlers.js';
import type { CatalogChange } from '../../catalog/catalog.decider.js';
import type { PricedService } from '../../contracts/admin/prices.contract.js';
import type { PriceList } from '../../products/product.js';
import type { Due } from '../../purchases/demo/demo-ledger.js';
import { DAY_MS, formOf, type WorkingDays } from './working-days.js';

export interface DemoShopDeps {
  readonly eventStore: EventStore;
  readonly prices: PriceList;
  readonly changeCatalog: (change: CatalogChange, context: EventContext) => Promise<unknown>;
}

export class DemoShop {
  constructor(
    private readonly deps: DemoShopDeps,
    private readonly days: WorkingDays,
  ) {}

  plans(): readonly Due[] {
    const { changeCatalog, eventStore, prices } = this.deps;
    const { dataPlans, cablePlans, exams } = prices.state;
    const [first, second] = [...dataPlans.values()];
    const [bouquet] = [...cablePlans.values()];
    const [exam] = [...exams];
    if (!first || !second || !bouquet || !exam) throw new Error('there is nothing to sell');
    const dearer = (price: string, percent: bigint): string =>
      String((BigInt(price) * (100n + percent)) / 100n);
    const schedule = (service: PricedService, code: number, price: string, days: number): Due =>
      this.days.at(50, (now) =>
        changeCatalog(
          {
            type: 'SchedulePrices',
            wanted: [{ service, code, price: dearer(price, 5n) }],
            seen: { price },
            belowCost: false,
            now: now.getTime(),
            at: this.days.end.getTime() + days * DAY_MS,
          },
          this.days.by('owner', now),
        ),
      );
    const changed = this.days.at(260, (now) =>
      changeCatalog(
        { type: 'PriceDataPlan', code: first.code, prices: { price: dearer(first.price, 2n) } },
        this.days.by('owner', now),
      ),
    );
    const broadcasts = new BroadcastStreams(eventStore);
    const tell = (title: string, message: string, hours: number): Due =>
      this.days.at(hours, (now) => {
        const broadcastId = formOf(title);
        const told = { type: 'Create', broadcastId, title, message } as const;
        return broadcasts.handle(broadcastId, told, this.days.by('owner', now));
      });
    return [
      changed,
      tell('Maintenance tonight', 'Electricity tokens may take some minutes between 1 am and 2 am.', 410),
      this.days.at(380, (now) =>
        broadcasts.handle(
          formOf('Maintenance tonight'),
          { type: 'Switch', active: false },
          this.days.by('owner', now),
        ),
      ),
      tell('New prices next week', 'Some data plans and bouquets change next week.', 48),
      schedule('data', second.code, second.price, 3),
      schedule('cable', bouquet.code, bouquet.price, 7),
      schedule('exams', exam[0], exam[1].price, 14),
    ];
  }
}
