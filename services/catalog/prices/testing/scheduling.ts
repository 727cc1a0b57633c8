import type { EventContext } from '../../../../infra/event-store/event-context.js';
import { MemoryEventStore } from '../../../../infra/event-store/testing/memory-event-store.js';
import { RuleBroken } from '../../../contracts/errors.js';
import { quoteData } from '../../../products/data/data.product.js';
import { CatalogStream } from '../../catalog-stream.js';
import type { CatalogChange } from '../../catalog.decider.js';
import { CATALOG_STREAM } from '../../catalog.events.js';
import { Catalog } from '../../catalog.js';
import type { OwnCatalogStream } from '../../change-catalog.handler.js';
import type { SchedulePrices } from '../schedule-prices.decider.js';
import { ListScheduledPricesHandler, type ShownSchedule } from '../scheduled-prices.query.js';

const SETTINGS = {
  VENDORS_FILE: undefined,
  sandboxUrl: 'http://127.0.0.1:4010',
  VTPASS_PUBLIC_KEY: 'p',
  VTPASS_SECRET_KEY: 's',
} as ConstructorParameters<typeof Catalog>[0];
export const NOW = Date.parse('2026-03-01T08:00:00.000Z');
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

const by = (id: string): EventContext => ({
  actor: { kind: 'admin', id },
  now: new Date(NOW),
  correlationId: 'change',
});

/** MTN plan 1301 is sold at ₦500.00 and costs ₦485.00. */
export const schedule = (price: string, at: number, more: Partial<SchedulePrices> = {}): SchedulePrices => ({
  type: 'SchedulePrices',
  wanted: [{ service: 'data', code: 1301, price }],
  seen: { price: '50000' },
  belowCost: false,
  at,
  now: NOW,
  ...more,
});

export class CatalogProcess {
  readonly catalog = new Catalog(SETTINGS);
  readonly stream: CatalogStream;

  constructor(readonly store = new MemoryEventStore()) {
    this.stream = new CatalogStream(this.catalog, store);
  }

  /** Number of appended events, or the error code with the field at fault. */
  change(what: CatalogChange, id = 'ada'): Promise<string> {
    return this.stream.change(what, by(id)).then(
      (events) => `${events}`,
      (error: unknown) =>
        error instanceof RuleBroken ? [error.code, error.details['field']].join(' ').trim() : String(error),
    );
  }

  async facts(): Promise<readonly string[]> {
    return (await this.events()).map(({ type, actor }) => `${type} ${actor.id}`);
  }

  events() {
    return this.store.readStream(CATALOG_STREAM);
  }

  /** Naira. */
  get price(): number {
    return Number(quoteData(this.catalog, { plan: 1301, tier: 'regular' }).amount) / 100;
  }

  async priceAt(at: number): Promise<number> {
    await this.stream.catchUp();
    await this.stream.settleDue(new Date(at));
    return this.price;
  }

  listed(): Promise<readonly ShownSchedule[]> {
    return new ListScheduledPricesHandler(this.catalog, this.stream as OwnCatalogStream).execute();
  }

  async lastId(): Promise<string> {
    return (await this.events()).filter(({ type }) => type === 'PriceChangeScheduled').at(-1)!.id;
  }
}
