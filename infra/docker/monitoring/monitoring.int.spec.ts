import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { ALERT_RULES } from '../../../services/alerts/alert.events.js';
import { RequestMetrics } from '../../../services/api/http/request-metrics.js';
import { projectorHealth, type ProjectorParts } from '../../../services/projector/projector-health.js';
import { pagesOf } from '../../../services/runtime/health/health-pages.js';
import { logFacts } from '../../../services/runtime/health/log-facts.js';
import { PurchaseMetrics } from '../../../services/telemetry/purchase-metrics.js';
import { workerHealth, type WorkerParts } from '../../../services/worker/worker-health.js';

/** Every metric of a chart or rule must be one that a process exports. */
const folder = new URL('../../../../infra/docker/monitoring/', import.meta.url);
const file = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) })),
});
const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({ alert: z.string(), expr: z.string(), annotations: z.object({ summary: z.string() }) }),
      ),
    }),
  ),
});

/** Names of metrics in an expression, without functions, labels and keywords. */
function metricsIn(expr: string): string[] {
  const bare = expr
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ');
  const names = bare.match(/[a-zA-Z_:][\w:]*(?!\w*\s*\()/g) ?? [];
  return names.filter((name) => !['and', 'or', 'unless', 'bool', 'offset'].includes(name));
}

const namesShown = (text: string): string[] =>
  Array.from(text.matchAll(/^([a-zA-Z_:][\w:]*)(?:\{| )/gm), ([, name]) => name!);

const shown = new Set(['up']);
/** Metrics in the expressions that no process exports. */
const missingIn = (exprs: readonly string[]): string[] =>
  exprs.flatMap(metricsIn).filter((name) => !shown.has(name));

const lease = { held: () => true };
const answering = { problems: () => [] };
const eventStore = {
  lateMs: () => 0,
  counts: () => ({ appends: 0, conflicts: 0, looks: 0, drops: 0 }),
};
const worker = {
  eventStore,
  answering,
  fundings: lease,
  moneyDesk: lease,
  notices: lease,
  wallets: { unreadableCount: 0 },
  counts: new PurchaseMetrics(),
  worker: {
    health: () => ({
      follows: true,
      openPurchases: 0,
      oldestOpenAt: undefined,
      queues: [],
      waiting: [],
      attempts: [],
      position: 0,
      underWay: 0,
      inFlight: 0,
      faults: 0,
    }),
  },
} satisfies WorkerParts;
const projector: ProjectorParts = {
  eventStore,
  answering,
  projecting: { health: () => [] },
  standsBy: () => false,
  seals: () => ({}),
  projection: { problems: () => [], lastPosition: 0, projected: 0 },
};

beforeAll(async () => {
  const api = new RequestMetrics({
    liveConnections: () => 0,
    progress: {
      audits: { known: () => undefined, everyMs: 0 },
      ready: () => true,
      oldestOpenMs: () => Promise.resolve(undefined),
      parked: () => 0,
      lastPosition: () => Promise.resolve(0),
      projected: () => 0,
      dispatching: () => undefined,
      log: () => logFacts(eventStore),
    },
  });
  api.tallyOf('POST', '/api/buycard/', 'buyAirtime').note(200, 1);
  worker.counts.settled('airtime', 'captured', 1);
  const texts = [
    await api.registry.metrics(),
    await pagesOf(workerHealth(worker)).metrics(),
    await pagesOf(projectorHealth(projector)).metrics(),
  ];
  for (const text of texts) for (const name of namesShown(text)) shown.add(name);
});
afterAll(() => shown.clear());

describe('monitoring', () => {
  const dashboard = Dashboard.parse(JSON.parse(file('dashboard.json')));
  const rules = Rules.parse(parse(file('alerts.yml'))).groups.flatMap((group) => group.rules);
  const exprs = [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...rules.map(({ expr }) => expr),
  ];

  it('uses no metric that no process exports', () => {
    expect(exprs.length).toBeGreaterThan(20);
    for (const expr of exprs) expect([expr, metricsIn(expr).length]).not.toEqual([expr, 0]);
    expect(missingIn(exprs)).toEqual([]);
  });

  it.each([
    'max(ledger_oldest_open_purchase_second) > 1',
    'sum by (job) (ledger_ready) - on (job) nobody_shows_this{job="api"}',
    'histogram_quantile(0.5, sum by (le) (rate(http_request_duration_seconds_buckets[5m])))',
  ])('notices a wrong name: %s', (expr) => expect(missingIn([expr]).length).toBe(1));

  it('names every rule and chart once', () => {
    for (const names of [rules.map(({ alert }) => alert), dashboard.panels.map(({ title }) => title)])
      expect(new Set(names).size).toBe(names.length);
  });

  it('has a section of the runbook for each alert of the product, and names every rule there', () => {
    const runbook = file('../../../docs/operating/runbook.md');
    const lacking = ALERT_RULES.filter((rule) => !runbook.includes(`\n## ${rule}\n`));
    const unnamed = rules.filter(({ alert }) => !new RegExp(`\\b${alert}\\b`).test(runbook));
    expect([lacking, unnamed.map(({ alert }) => alert)]).toEqual([[], []]);
  });

  it('mounts only existing files', () => {
    const mounted = Array.from(
      file('docker-compose.yml').matchAll(/monitoring\/([\w.-]+):/g),
      ([, name]) => name!,
    );
    expect(mounted.length).toBe(5);
    for (const name of mounted) expect(file(name).length).toBeGreaterThan(0);
  });
});
