import { diag, DiagLogLevel } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { VERSION } from '../../infra/process/version.js';
import { monotonicMs } from '../../infra/host/clock.js';
import { startTimer, type Timer } from '../../infra/host/timers.js';
import { ChosenIds, PurchaseSpans } from './purchase-spans.js';
import type { Telemetry } from './telemetry.js';
import { PrometheusProducer } from './prometheus-producer.js';
import type { TelemetrySettings } from './telemetry.settings.js';

const SEND_WITHIN_MS = 2_000;
const READ_WITHIN_MS = 1_000;
/** Milliseconds between two log messages about a collector that does not answer. */
const FAULT_EVERY_MS = 60_000;

/** The protocol is OTLP over HTTP. */
export function tellCollector(
  endpoint: string,
  settings: Omit<TelemetrySettings, 'OTEL_EXPORTER_OTLP_ENDPOINT'>,
  role: string,
  onFault: (fault: unknown) => void,
): Telemetry {
  tellFaults(onFault);
  const base = endpoint.replace(/\/$/, '');
  const resource = resourceFromAttributes({
    'service.version': VERSION,
    'service.name': settings.OTEL_SERVICE_NAME,
    'service.instance.id': `${role}-${process.pid}`,
    'process.role': role,
  });
  const ids = new ChosenIds();
  const exporter = new OTLPTraceExporter({ url: `${base}/v1/traces`, timeoutMillis: SEND_WITHIN_MS });
  const traces = new TracerProvider({
    resource,
    idGenerator: ids,
    // Sample by the trace id. All spans of a purchase share it, so a purchase is traced completely
    // or not at all.
    sampler: new TraceIdRatioBasedSampler(settings.OTEL_TRACES_SAMPLER_ARG),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: SEND_WITHIN_MS })],
  });
  const meters: { readonly source: PrometheusProducer; readonly provider: MeterProvider }[] = [];
  const ending: Promise<void>[] = [];
  const endMetrics = async (): Promise<void> => {
    const ended = meters.splice(0);
    const read = ended.map(({ source }) => source.end());
    for (const { provider } of ended) ending.push(provider.shutdown());
    await settledWithin(read, READ_WITHIN_MS);
  };
  const close = async (withinMs: number): Promise<void> => {
    const closing = [traces.shutdown(), ...meters.map(({ provider }) => provider.shutdown()), ...ending];
    await settledWithin(closing, Math.min(withinMs, SEND_WITHIN_MS));
  };
  let closed: Promise<void> | undefined;
  return {
    purchases: new PurchaseSpans(traces.getTracer('purchases'), ids),
    sendMetrics(registry) {
      const metrics = new OTLPMetricExporter({ url: `${base}/v1/metrics`, timeoutMillis: SEND_WITHIN_MS });
      const source = new PrometheusProducer(registry);
      const reader = new PeriodicExportingMetricReader({ exporter: metrics, metricProducers: [source] });
      meters.push({ source, provider: new MeterProvider({ resource, readers: [reader] }) });
    },
    endMetrics,
    flush: () => void traces.forceFlush().catch(() => undefined),
    close: (withinMs) => (closed ??= close(withinMs)),
  };
}

async function settledWithin(work: readonly Promise<unknown>[], withinMs: number): Promise<void> {
  let timer: Timer | undefined;
  const late = new Promise<void>((resolve) => (timer = startTimer(resolve, withinMs)));
  await Promise.race([Promise.allSettled(work), late]);
  timer?.cancel();
}

function tellFaults(onFault: (fault: unknown) => void): void {
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = (message: string): void => {
    if (monotonicMs() - toldAt < FAULT_EVERY_MS) return;
    toldAt = monotonicMs();
    onFault(new Error(`the collector of OTEL_EXPORTER_OTLP_ENDPOINT could not be told: ${message}`));
  };
  const ignore = (): void => undefined;
  diag.setLogger(
    { error: tell, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
}
