import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { nowMs } from '../../../infra/host/clock.js';
import { AUDIT_FACTS, auditFacts, type AuditReader } from '../../audit/scheduled/audit-reader.js';
import { LOG_FACTS } from '../../runtime/health/log-facts.js';
import { LIMIT_POLICIES, type LimitPolicy } from '../../rate-limits/call-budgets.js';
import { SHED_REASONS, type ShedReason } from '../admission/overload.js';
import { SEAL_FACTS, sealFacts, type SealsHealth } from '../../audit/seals/seal-health.js';

const BUCKETS_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface AnswerMetrics {
  readonly answers: Counter<'method' | 'route' | 'status'>;
  readonly seconds: Histogram<'method' | 'route'>;
}

export class RouteTally {
  private readonly seconds: Histogram.Internal<'method' | 'route'>;
  private readonly answers: Counter.Internal[] = [];

  constructor(
    private readonly labels: { readonly method: string; readonly route: string },
    private readonly metrics: AnswerMetrics,
  ) {
    this.seconds = metrics.seconds.labels(labels);
  }

  note(statusCode: number, elapsedMs: number): void {
    const hundred = Math.trunc(statusCode / 100);
    this.answers[hundred] ??= this.metrics.answers.labels({ ...this.labels, status: `${hundred}xx` });
    this.answers[hundred].inc();
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
  readonly dispatching: () => { readonly openPurchases: number; readonly position: number } | undefined;
}

export class RequestMetrics {
  readonly registry = new Registry();
  private readonly ofAnswers: AnswerMetrics;
  private readonly sheds: Counter<'reason'>;
  private readonly limits: Counter<'policy'>;

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
      name: 'http_answers_total',
      help: 'Answers by route and class of status.',
      labelNames: ['method', 'route', 'status'],
      registers,
    });
    const seconds = new Histogram({
      name: 'http_answer_seconds',
      help: 'Time spent answering, seconds.',
      labelNames: ['method', 'route'],
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
    // Create every counter with the value 0. Otherwise a rate would miss the first increase.
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

  tallyOf(method: string, route: string): RouteTally {
    return new RouteTally({ method, route }, this.ofAnswers);
  }
}
