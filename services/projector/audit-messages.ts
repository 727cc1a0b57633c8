import type { LedgerAudited } from '../audit/scheduled/audit.events.js';
import type { AuditedConfig } from '../runtime/stores/audited-stores.js';

export interface AuditThreadData {
  readonly stores: AuditedConfig;
  /** How long a purchase may wait for a person, milliseconds. */
  readonly reviewedWithinMs: number;
}

/** The thread is told to end by any message. */
export type FromAudit = { readonly found: LedgerAudited } | { readonly failed: string };
