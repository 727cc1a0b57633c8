import { monotonicMs } from '../../infra/host/clock.js';
import type { TelemetrySettings } from './telemetry.settings.js';
import type { Telemetry } from './telemetry.js';

/** Milliseconds reserved for the last steps of a stop, after the last call to the collector. */
const MARGIN_MS = 500;

/** Milliseconds that the last call to the collector may take. */
export const leftToTell = (withinMs: number, since: number): number =>
  Math.max(0, withinMs - MARGIN_MS - (monotonicMs() - since));

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
