import { Registry } from 'prom-client';
import { RequestMetrics } from '../../api/http/request-metrics.js';
import { PROJECTOR_FACTS } from '../../projector/projector-health.js';
import { logFacts } from '../../runtime/health/log-facts.js';
import { READY } from '../../runtime/health/health-pages.js';
import { PurchaseMetrics } from '../../telemetry/purchase-metrics.js';
import { WORKER_FACTS } from '../../worker/worker-health.js';
import { code, page, paragraph, table } from './markdown.js';

const INTRO = `Each process answers \`/metrics\` on \`HEALTH_PORT\`, in the text format of Prometheus. The api and the
standalone server also do so on \`PORT\`. In production a request needs
\`Authorization: Bearer <METRICS_TOKEN>\`, except from the same machine.`;
const NOTES = `A number that a process does not know is \`NaN\`. A standalone server has no
\`ledger_log_…\`. \`purchases_total\` and \`purchase_settle_seconds\` are shown by the process that settles: the standalone server, or
the worker that follows purchases. Each process also has the metrics of its Node process:
\`process_…\` and \`nodejs_…\`. \`HEALTH_PORT\` adds \`ledger_metrics_age_seconds\`: while a process is too busy to
make its metrics, the last ones are shown, and this is their age. With \`OTEL_EXPORTER_OTLP_ENDPOINT\` a process sends the same metrics to a collector once
a minute, \`http_request_duration_seconds\` as \`http.server.request.duration\`.`;
const HEADS = ['metric', 'type', 'labels', 'meaning'];

export function metricsPage(): string {
  return page(
    'Metrics',
    paragraph(INTRO),
    paragraph(NOTES),
    '## api and standalone server',
    table(HEADS, apiRows()),
    '## worker',
    table(
      HEADS,
      [['ready', READY] as const, ...Object.entries(WORKER_FACTS)].map(gauge).concat(rowsOf(purchases())),
    ),
    '## projector',
    table(HEADS, [['ready', READY] as const, ...Object.entries(PROJECTOR_FACTS)].map(gauge)),
  );
}

const gauge = ([name, meaning]: readonly [string, string]): string[] => [
  code(`ledger_${name}`),
  'gauge',
  '',
  meaning,
];

interface Registered {
  readonly name: string;
  readonly help: string;
  readonly type: unknown;
  readonly labelNames?: readonly string[];
}

function purchases(): Registry {
  const registry = new Registry();
  for (const metric of new PurchaseMetrics().all) registry.registerMetric(metric);
  return registry;
}

function apiRows(): string[][] {
  const { registry } = new RequestMetrics({
    liveConnections: () => 0,
    progress: {
      ready: () => true,
      oldestOpenMs: () => Promise.resolve(undefined),
      parked: () => 0,
      lastPosition: () => Promise.resolve(0),
      projected: () => 0,
      log: () =>
        logFacts({ lateMs: () => 0, counts: () => ({ appends: 0, conflicts: 0, looks: 0, drops: 0 }) }),
      audits: { known: () => undefined, everyMs: 0 },
      seals: () => ({}),
      dispatching: () => undefined,
      purchases: () => undefined,
    },
  });
  return rowsOf(registry);
}

function rowsOf(registry: Registry): string[][] {
  const metrics: readonly Registered[] = registry.getMetricsAsArray();
  return metrics
    .filter(({ name }) => !/^(?:process|nodejs)_/.test(name))
    .map(({ name, help, type, labelNames = [] }) => [
      code(name),
      String(type),
      labelNames.map(code).join(', '),
      help,
    ]);
}
