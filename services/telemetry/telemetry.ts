import type { Registry } from 'prom-client';
import type { PurchaseTrace } from './purchase-trace.js';

export interface Telemetry {
  readonly purchases: PurchaseTrace;
  /** Sends all metrics of `registry` once a minute and at the end. */
  sendMetrics(registry: Pick<Registry, 'getMetricsAsJSON'>): void;
  /**
   * Reads all metrics a last time, within one second, and begins to send them. Call before closing anything
   * that the metrics are read from. Never throws.
   */
  endMetrics(): Promise<void>;
  flush(): void;
  /**
   * Sends the remaining traces and metrics within `withinMs`, two seconds at most. Never throws, because the
   * process must stop even without a collector.
   */
  close(withinMs: number): Promise<void>;
}
