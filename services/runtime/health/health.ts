import type { Metric } from 'prom-client';

export interface Health {
  readonly meanings?: Readonly<Record<string, string>>;
  /** Reasons why the process is not ready. Each reason is one line without personal data. */
  problems(): readonly string[];
  /** Faults that need no action by an operator. Each fault is one line without personal data. */
  notes?(): readonly string[];
  facts(): Readonly<Record<string, string | number | boolean | null>>;
  readonly metrics?: readonly Metric[];
  /** Pages that the role makes itself. Without them, the pages are made from the members above. */
  readonly pages?: HealthPages | undefined;
}

/** Content of `/readyz`. Strangers see only `status`. */
export interface Readiness {
  readonly status: boolean;
  readonly problems: readonly string[];
  readonly [fact: string]: unknown;
}

export interface HealthPages {
  readiness(): Readiness | Promise<Readiness>;
  /** Content of `/metrics`, in the text format of Prometheus. */
  metrics(): Promise<string>;
}
