import { monotonicMs } from '../../infra/host/clock.js';
import type { TelemetrySettings } from './telemetry.settings.js';
import type { Telemetry } from './telemetry.js';

/** Time left for the steps of a stop after the collector. */
const MARGIN_MS = 500;

/**
 * Time left for the collector at a stop.
 * @param since start of the stop, by `monotonicMs`
 */
export const leftToTell = (withinMs: number, since: number): number =>
  Math.max(0, withinMs - MARGIN_MS - (monotonicMs() - since));

/** Opens telemetry. Without a collector the result is undefined, and the library is not even loaded. */
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
