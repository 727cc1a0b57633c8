import {
  Counter,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client';
import { type Service, SERVICES } from '../contracts/services.js';
import {
  PURCHASE_OUTCOMES,
  type PurchaseOutcome,
  type SettledCounts,
} from '../purchases/settle/settled-purchases.js';

const BUCKETS_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 86_400];

export type MetricValues = MetricObjectWithValues<MetricValue<string>>;

export class PurchaseMetrics implements SettledCounts {
  private readonly outcomes = new Counter({
    name: 'purchases_total',
    help: 'Purchases that were settled, by outcome.',
    labelNames: ['service', 'outcome'],
    registers: [],
  });
  private readonly seconds = new Histogram({
    name: 'purchase_settle_seconds',
    help: 'Time from the acceptance of a purchase to its capture or release.',
    labelNames: ['service'],
    buckets: BUCKETS_SECONDS,
    registers: [],
  });
  readonly all = [this.outcomes, this.seconds] as const;

  constructor() {
    for (const service of SERVICES)
      for (const outcome of PURCHASE_OUTCOMES) this.outcomes.inc({ service, outcome }, 0);
  }

  settled(service: Service, outcome: PurchaseOutcome, seconds: number): void {
    this.outcomes.inc({ service, outcome });
    if (outcome !== 'reversed') this.seconds.observe({ service }, Math.max(0, seconds));
  }

  values(): Promise<MetricValues[]> {
    return Promise.all(this.all.map((metric) => metric.get()));
  }
}

/** Shows the metrics of a worker in another thread, which `read` returns. */
export function showPurchases(registry: Registry, read: () => readonly MetricValues[] | undefined): void {
  for (const metric of new PurchaseMetrics().all) {
    const { name } = metric as unknown as { readonly name: string };
    const shown = Object.create(metric, {
      get: { value: async () => read()?.find((values) => values.name === name) ?? (await metric.get()) },
      getForPromString: { value: undefined },
    }) as typeof metric;
    registry.registerMetric(shown);
  }
}
