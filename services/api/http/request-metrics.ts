import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { nowMs } from '../../../infra/host/clock.js';
import { AUDIT_FACTS, auditFacts, type AuditReader } from '../../audit/scheduled/audit-reader.js';
import type { CallName } from '../../contracts/calls.js';
import { LOG_FACTS } from '../../runtime/health/log-facts.js';
import { LIMIT_POLICIES, type LimitPolicy } from '../../rate-limits/call-budgets.js';
import { type MetricValues, showPurchases } from '../../telemetry/purchase-metrics.js';
import { SHED_REASONS, type ShedReason } from '../admission/overload.js';
import { SEAL_FACTS, sealFacts, type SealsHealth } from '../../audit/seals/seal-health.js';

const REQUEST_DURATION = 'http_request_duration_seconds';
const BUCKETS_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface AnswerMetrics {
  readonly answers: Counter<'operation' | 'status' | 'code'>;
  readonly seconds: Histogram<'operation'>;
}

interface Route {
  readonly method: string;
  readonly route: string;
}

export class RouteTally {
  private readonly seconds: Histogram.Internal<'operation'>;
  private readonly answers = new Map<string | number, Counter.Internal>();

  constructor(
    private readonly operation: string,
    private readonly metrics: AnswerMetrics,
  ) {
    this.seconds = metrics.seconds.labels({ operation });
  }

  /** @param code error code, which has only one status */
  note(statusCode: number, elapsedMs: number, code?: string): void {
    const key = code ?? statusCode;
    let answers = this.answers.get(key);
    if (!answers) {
      const { operation } = this;
      answers = this.metrics.answers.labels({ operation, status: statusCode, code: code ?? '' });
      this.answers.set(key, answers);
    }
    answers.inc();
    this.seconds.observe(elapsedMs / 1_000);
  }
}

export interface Progress {
  readonly ready: () => boolean;
  readonly oldestOpenMs: () => Promise<number | undefined>;
  readonly parked: () => number;
  readonly lastPosition: () => Promise<number>;
  readonly projected: () => number;
  readonly log?: () => Readonly<Record<keyof typeof LOG_FACTS, number>> | undefined;
  readonly audits?: Pick<AuditReader, 'known' | 'everyMs'>;
  readonly seals?: () => SealsHealth | undefined;
  readonly purchases?: () => readonly MetricValues[] | undefined;
  readonly dispatching: () => { readonly openPurchases: number; readonly position: number } | undefined;
}

export class RequestMetrics {
  readonly registry = new Registry();
  private readonly ofAnswers: AnswerMetrics;
  private readonly routes = new Map<string, Route>();
  private readonly sheds: Counter<'reason'>;
  private readonly limits: Counter<'policy'>;
  private readonly limitedWebhooks: Counter;
  /** Unix ms of the newest limited webhook. */
  webhooksLimitedAt: number | null = null;

  constructor({
    liveConnections,
    progress,
  }: {
    readonly liveConnections: () => number;
    readonly progress: Progress;
  }) {
    collectDefaultMetrics({ register: this.registry });
    const registers = [this.registry];
    const answers = new Counter({
      name: 'api_requests_total',
      help: 'Answers by call, status and error code.',
      labelNames: ['operation', 'status', 'code'],
      registers,
    });
    const seconds = new Histogram({
      name: REQUEST_DURATION,
      help: 'Time spent answering.',
      labelNames: ['operation'],
      buckets: BUCKETS_SECONDS,
      registers,
    });
    this.ofAnswers = { answers, seconds };
    this.sheds = new Counter({
      name: 'api_shed_total',
      help: 'Calls refused because the server is overloaded.',
      labelNames: ['reason'],
      registers,
    });
    this.limits = new Counter({
      name: 'rate_limited_total',
      help: 'Calls refused because a caller sends more than allowed.',
      labelNames: ['policy'],
      registers,
    });
    this.limitedWebhooks = new Counter({
      name: 'webhooks_limited_total',
      help: 'Webhooks refused because their address sent too many wrong signatures or paths.',
      registers,
    });
    // Otherwise a rate would miss the first increase.
    for (const reason of SHED_REASONS) this.sheds.inc({ reason }, 0);
    for (const policy of LIMIT_POLICIES) this.limits.inc({ policy }, 0);
    new Gauge({
      name: 'live_connections',
      help: 'Browsers that watch their lists.',
      registers,
      collect() {
        this.set(liveConnections());
      },
    });
    if (progress.purchases) showPurchases(this.registry, progress.purchases);
    this.showProgress(progress);
    this.showSeals(progress);
    this.showAudit(progress);
  }

  private showAudit({ audits }: Progress): void {
    if (!audits) return;
    for (const [fact, help] of Object.entries(AUDIT_FACTS) as [keyof typeof AUDIT_FACTS, string][])
      new Gauge({
        name: `ledger_${fact}`,
        help,
        registers: [this.registry],
        collect() {
          this.set(auditFacts(audits.known(), audits.everyMs, nowMs())[fact] ?? Number.NaN);
        },
      });
  }

  private showSeals({ seals, lastPosition }: Progress): void {
    if (!seals) return;
    for (const [fact, help] of Object.entries(SEAL_FACTS) as [keyof typeof SEAL_FACTS, string][])
      new Gauge({
        name: `ledger_${fact}`,
        help,
        registers: [this.registry],
        async collect() {
          const facts = sealFacts(seals() ?? {}, await lastPosition(), nowMs());
          this.set(facts[fact] ?? Number.NaN);
        },
      });
  }

  private showProgress(progress: Progress): void {
    const { ready, oldestOpenMs, parked, lastPosition, projected, dispatching, log } = progress;
    const registers = [this.registry];
    if (log?.() !== undefined)
      for (const [fact, help] of Object.entries(LOG_FACTS) as [keyof typeof LOG_FACTS, string][])
        new Gauge({
          name: `ledger_${fact}`,
          help,
          registers,
          collect() {
            this.set(log()?.[fact] ?? Number.NaN);
          },
        });
    new Gauge({
      name: 'ledger_ready',
      help: '1 when requests can be taken; /readyz says why not.',
      registers,
      collect() {
        this.set(Number(ready()));
      },
    });
    new Gauge({
      name: 'ledger_oldest_open_purchase_seconds',
      help: 'Age of the oldest open purchase.',
      registers,
      async collect() {
        const oldest = await oldestOpenMs();
        this.set(oldest === undefined ? Number.NaN : oldest / 1_000);
      },
    });
    new Gauge({
      name: 'ledger_parked',
      help: 'People and streams whose rows stand still; /readyz says whose.',
      registers,
      collect() {
        this.set(parked());
      },
    });
    new Gauge({
      name: 'ledger_projection_lag_events',
      help: 'Events that lists do not show yet.',
      registers,
      async collect() {
        this.set(Math.max(0, (await lastPosition()) - projected()));
      },
    });
    new Gauge({
      name: 'ledger_reaction_lag_events',
      help: 'Events that dispatching has not reacted to.',
      registers,
      async collect() {
        const reached = dispatching()?.position;
        this.set(reached === undefined ? Number.NaN : Math.max(0, (await lastPosition()) - reached));
      },
    });
    new Gauge({
      name: 'ledger_open_purchases',
      help: 'Purchases whose end dispatching waits for.',
      registers,
      collect() {
        this.set(dispatching()?.openPurchases ?? Number.NaN);
      },
    });
  }

  shed(reason: ShedReason): void {
    this.sheds.inc({ reason });
  }

  limited(policy: LimitPolicy): void {
    this.limits.inc({ policy });
  }

  limitedWebhook(): void {
    this.limitedWebhooks.inc();
    this.webhooksLimitedAt = nowMs();
  }

  tallyOf(method: string, route: string, call?: CallName): RouteTally {
    const operation = call ?? `${method} ${route}`;
    this.routes.set(operation, { method, route });
    return new RouteTally(operation, this.ofAnswers);
  }

  /** With the names of OpenTelemetry's conventions for HTTP. */
  async getMetricsAsJSON(): Promise<MetricValues[]> {
    const metrics: MetricValues[] = await this.registry.getMetricsAsJSON();
    return metrics.map((metric) =>
      metric.name === REQUEST_DURATION ? durationForCollector(metric, this.routes) : metric,
    );
  }
}

function durationForCollector(metric: MetricValues, routes: ReadonlyMap<string, Route>): MetricValues {
  const name = 'http.server.request.duration';
  const values = metric.values.map((value) => {
    const { operation, ...labels } = value.labels as Record<string, string | number>;
    const { method, route } = routes.get(String(operation)) ?? { method: '', route: '' };
    const { metricName = '' } = value as { readonly metricName?: string };
    return {
      ...value,
      metricName: metricName.replace(REQUEST_DURATION, name),
      labels: { ...labels, 'http.request.method': method, 'http.route': route },
    };
  });
  return { ...metric, name, values };
}
