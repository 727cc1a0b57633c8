import type { Registry } from 'prom-client';
import { monotonicMs } from '../../infra/host/clock.js';
import type { PurchaseTrace } from './purchase-trace.js';
import type { TelemetrySettings } from './telemetry.settings.js';

/** What one process, or one thread of it, tells a collector. */
export interface Telemetry {
  readonly purchases: PurchaseTrace;
  /** Sends all that is in there from now on, once a minute and at the end. */
  sendMetrics(registry: Pick<Registry, 'getMetricsAsJSON'>): void;
  /**
   * Begins to send all metrics once more, and asks nothing of them any more: before whatever they ask is closed. Resolves when they are
   * read, after a second at most. Others may be sent afterwards. Never throws.
   */
  endMetrics(): Promise<void>;
  /** Begins to send what there is so far. */
  flush(): void;
  /** Sends what is left, and waits for that so long, two seconds at most. Never throws: nobody's work waits for a collector. */
  close(withinMs: number): Promise<void>;
}

/** Left for what comes after it. */
const MARGIN_MS = 500;

/**
 * How long the end of something may wait for a collector: what is left of the time that it may take in all, when everything else is over.
 * @param since when it began, by `monotonicMs`
 */
export const leftToTell = (withinMs: number, since: number): number =>
  Math.max(0, withinMs - MARGIN_MS - (monotonicMs() - since));

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
