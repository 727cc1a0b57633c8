import type { Readiness } from './health.js';

/** Name of a page that the main thread makes for the health thread. */
export type PageName = 'readiness' | 'metrics';

export interface PageTexts {
  readonly readiness: Readiness;
  readonly metrics: string;
}

export interface HealthThreadData {
  readonly host: string;
  readonly port: number;
  readonly access: { readonly production: boolean; readonly METRICS_TOKEN?: string | undefined };
  /** Milliseconds without a message of the main thread after which the health thread reports a problem. */
  readonly lateAfterMs: number;
  readonly pages: PageTexts;
}

/** Message of the main thread. Each message also shows that the main thread runs. */
export type ToHealthThread =
  { readonly runs: true } | { readonly pages: Partial<PageTexts> } | { readonly ask: 'stop' };

export type FromHealthThread =
  | { readonly listening: number }
  /** Error code of `listen`. */
  | { readonly refused: string }
  | { readonly ask: PageName };
