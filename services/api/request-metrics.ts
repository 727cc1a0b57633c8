import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

const BUCKETS_MS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000] as const;

/** What one route has answered. Plain numbers: a request pays for two additions, and the scrape does the rest. */
export class RouteTally {
  /** By hundreds of the status code. */
  readonly answers = [0, 0, 0, 0, 0, 0];
  /** Answers that took at most so long, one per bucket and one for the rest. */
  readonly slots = new Array<number>(BUCKETS_MS.length + 1).fill(0);
  totalMs = 0;

  constructor(
    readonly method: string,
    readonly route: string,
  ) {}

  note(statusCode: number, elapsedMs: number): void {
    this.answers[Math.min(5, Math.trunc(statusCode / 100))]! += 1;
    this.totalMs += elapsedMs;
    let slot = 0;
    while (slot < BUCKETS_MS.length && elapsedMs > BUCKETS_MS[slot]!) slot += 1;
    this.slots[slot]! += 1;
  }
}

/** How far what follows the log is, told when somebody asks. */
export interface Progress {
  /** Whether requests can be taken. */
  readonly ready: () => boolean;
  /** Age of the oldest purchase that is not settled, milliseconds. */
  readonly oldestOpenMs: () => Promise<number | undefined>;
  readonly lastPosition: () => Promise<number>;
  readonly projected: () => number;
  readonly vending: () => { readonly openPurchases: number; readonly position: number } | undefined;
}

/** Numbers of the HTTP layer for Prometheus, beside those of the process and of what follows the log. */
export class RequestMetrics {
  readonly registry = new Registry();
  private readonly tallies: RouteTally[] = [];

  constructor({
    liveConnections,
    progress,
  }: {
    readonly liveConnections: () => number;
    readonly progress: Progress;
  }) {
    collectDefaultMetrics({ register: this.registry });
    const registers = [this.registry];
    const { tallies } = this;
    new Counter({
      ...{ name: 'http_answers_total', help: 'Answers by route and class of status.', registers },
      labelNames: ['method', 'route', 'status'],
      collect() {
        this.reset();
        for (const { method, route, answers } of tallies)
          answers.forEach(
            (count, hundred) => count && this.inc({ method, route, status: `${hundred}xx` }, count),
          );
      },
    });
    new Counter({
      ...{ name: 'http_answer_seconds_bucket', help: 'Answers that took at most `le` seconds.', registers },
      labelNames: ['method', 'route', 'le'],
      collect() {
        this.reset();
        for (const { method, route, slots } of tallies) {
          let within = 0;
          slots.forEach((count, slot) => {
            within += count;
            const le = slot < BUCKETS_MS.length ? String(BUCKETS_MS[slot]! / 1_000) : '+Inf';
            if (within > 0) this.inc({ method, route, le }, within);
          });
        }
      },
    });
    new Counter({
      ...{ name: 'http_answer_seconds_sum', help: 'Time spent answering, seconds.', registers },
      labelNames: ['method', 'route'],
      collect() {
        this.reset();
        for (const { method, route, totalMs } of tallies)
          if (totalMs > 0) this.inc({ method, route }, totalMs / 1_000);
      },
    });
    new Gauge({
      ...{ name: 'live_connections', help: 'Browsers that watch their lists.', registers },
      collect() {
        this.set(liveConnections());
      },
    });
    this.showProgress(progress);
  }

  private showProgress({ ready, oldestOpenMs, lastPosition, projected, vending }: Progress): void {
    const registers = [this.registry];
    new Gauge({
      ...{ name: 'ledger_ready', help: '1 when requests can be taken; /readyz says why not.', registers },
      collect() {
        this.set(Number(ready()));
      },
    });
    new Gauge({
      ...{ name: 'ledger_oldest_open_purchase_seconds', help: 'Age of the oldest open purchase.', registers },
      async collect() {
        const oldest = await oldestOpenMs();
        this.set(oldest === undefined ? Number.NaN : oldest / 1_000);
      },
    });
    new Gauge({
      ...{ name: 'ledger_projection_lag_events', help: 'Events that lists do not show yet.', registers },
      async collect() {
        this.set(Math.max(0, (await lastPosition()) - projected()));
      },
    });
    new Gauge({
      ...{ name: 'ledger_reaction_lag_events', help: 'Events that vending has not reacted to.', registers },
      async collect() {
        const reached = vending()?.position;
        this.set(reached === undefined ? Number.NaN : Math.max(0, (await lastPosition()) - reached));
      },
    });
    new Gauge({
      ...{ name: 'ledger_open_purchases', help: 'Purchases whose end vending waits for.', registers },
      collect() {
        this.set(vending()?.openPurchases ?? Number.NaN);
      },
    });
  }

  tallyOf(method: string, route: string): RouteTally {
    const tally = new RouteTally(method, route);
    this.tallies.push(tally);
    return tally;
  }
}
