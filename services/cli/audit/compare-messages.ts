import type { ViewsComparison } from '../../audit/compare/compare-views.js';
import type { Unexplained } from '../../audit/unexplained/unexplained.js';
import type { AuditedConfig } from '../../runtime/stores/audited-stores.js';

/** What a thread compares. */
export interface CompareThreadData {
  readonly stores: AuditedConfig;
  /** Names of views. */
  readonly views: readonly string[];
  /** Whether somebody projects. */
  readonly served: boolean;
  /** Whether to look for unexplained money too, in the same reading of the log. */
  readonly unexplained: boolean;
}

/** What was found of some views; undefined where there were none. */
export interface FoundInViews {
  readonly found: ViewsComparison | undefined;
  readonly unexplained: Unexplained | undefined;
}

/** The thread is told to end by any message. */
export type FromCompare =
  FoundInViews | { readonly failed: string } | { readonly position: number; readonly of: number };
