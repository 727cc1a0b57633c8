import type { Registry } from 'prom-client';
import type { PurchaseTrace } from './purchase-trace.js';

export interface Telemetry {
  readonly purchases: PurchaseTrace;
  /** Sends all metrics of `registry` once a minute, and a last time at the end. */
  sendMetrics(registry: Pick<Registry, 'getMetricsAsJSON'>): void;
  /**
   * Reads all metrics a last time, within one second, and starts to send them. Call this function before
   * closing the stores from which metrics are read. Never throws.
   */
  endMetrics(): Promise<void>;
  flush(): void;
  /**
   * Sends the remaining traces and metrics. Takes at most `withinMs`, and never more than two seconds. Never
   * throws, because the process must stop even when no collector answers.
   */
  close(withinMs: number): Promise<void>;
}
