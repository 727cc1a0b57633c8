import type { Registry } from 'prom-client';
import type { PurchaseTrace } from './purchase-trace.js';
import type { TelemetrySettings } from './telemetry.settings.js';

/** What one process, or one thread of it, tells a collector. */
export interface Telemetry {
  readonly purchases: PurchaseTrace;
  /** Sends all that is in there from now on, once a minute and at the end. */
  sendMetrics(registry: Pick<Registry, 'getMetricsAsJSON'>): void;
  /** Sends what is left, for a few seconds at most. Never throws: nobody's work waits for a collector. */
  close(): Promise<void>;
}

/** undefined when there is no collector: then not even the library is loaded. */
export async function openTelemetry(
  settings: TelemetrySettings,
  role: string,
  onFault: (fault: unknown) => void,
): Promise<Telemetry | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings;
  if (endpoint === undefined) return undefined;
  const { tellCollector } = await import('./tell-collector.js');
  return tellCollector(endpoint, settings, role, onFault);
}
