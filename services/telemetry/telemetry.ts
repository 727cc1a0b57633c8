import type { Registry } from 'prom-client';
import type { PurchaseTrace } from './purchase-trace.js';

export interface Telemetry {
  readonly purchases: PurchaseTrace;
  /** Sends all metrics of `registry` once a minute, and a last time when the process stops. */
  sendMetrics(registry: Pick<Registry, 'getMetricsAsJSON'>): void;
  /**
   * Takes at most one second. Call before closing the stores, because metrics are read from them. Never
   * throws an error.
   */
  endMetrics(): Promise<void>;
  flush(): void;
  /**
   * Takes at most `withinMs`, and never more than two seconds. Never throws an error, because the process
   * must stop even when no collector answers.
   */
  close(withinMs: number): Promise<void>;
}
