import type { Registry } from 'prom-client';
import type { PurchaseTrace } from './purchase-trace.js';

export interface Telemetry {
  readonly purchases: PurchaseTrace;
  /** Sends all metrics of `registry` once a minute, and once more at the end. */
  sendMetrics(registry: Pick<Registry, 'getMetricsAsJSON'>): void;
  /**
   * Reads all metrics once more within one second, and starts to send them. Call this method before
   * closing the stores from which metrics are read. Never throws an error.
   */
  endMetrics(): Promise<void>;
  flush(): void;
  /**
   * Sends the traces and metrics that are left, within `withinMs` and never more than two seconds.
   * Never throws an error, because the process must stop even when no collector answers.
   */
  close(withinMs: number): Promise<void>;
}
