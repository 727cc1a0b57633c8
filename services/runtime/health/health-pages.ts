import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { VERSION } from '../../../infra/process/version.js';
import { ownEntry } from '../../contracts/own-entry.js';
import type { Telemetry } from '../../telemetry/telemetry.js';
import type { Health, HealthPages, Readiness } from './health.js';

export const READY = '1 when nothing is in the way; /readyz says what is.';

/** Makes the pages of a process from its `Health`. Prefers the pages that the role makes itself. */
export function pagesOf(health: Health, telemetry?: Pick<Telemetry, 'sendMetrics'>): HealthPages {
  const gauges = new FactGauges(health);
  telemetry?.sendMetrics({ getMetricsAsJSON: () => gauges.filled().getMetricsAsJSON() });
  return {
    readiness: () => health.pages?.readiness() ?? readinessOf(health),
    metrics: () => health.pages?.metrics() ?? gauges.filled().metrics(),
  };
}

function readinessOf(health: Health): Readiness {
  const problems = health.problems();
  return {
    status: problems.length === 0,
    version: VERSION,
    problems,
    ...(health.notes && { notes: health.notes() }),
    ...health.facts(),
  };
}

class FactGauges {
  private registry: Registry | undefined;
  private readonly gauges = new Map<string, Gauge>();

  constructor(private readonly health: Health) {}

  filled(): Registry {
    const { health } = this;
    // Create the registry at the first read, because its default metrics measure the event loop from then on.
    this.registry ??= newRegistry(health.metrics);
    const ready = health.problems().length === 0;
    for (const [name, value] of Object.entries({ ready, ...health.facts() })) {
      if (typeof value === 'string') continue;
      const gauge = this.gauges.get(name) ?? this.newGauge(name, this.registry);
      this.gauges.set(name, gauge);
      // Set the gauge to NaN for an unknown value. Otherwise, the gauge would go on showing the
      // last known value.
      gauge.set(value === null ? Number.NaN : Number(value));
    }
    return this.registry;
  }

  private newGauge(name: string, registry: Registry): Gauge {
    const meanings = { ready: READY, ...this.health.meanings };
    const help = ownEntry(meanings, name) ?? `${name} of this process.`;
    return new Gauge({ name: `ledger_${name}`, help, registers: [registry] });
  }
}

function newRegistry(metrics: Health['metrics'] = []): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const metric of metrics) registry.registerMetric(metric);
  return registry;
}
