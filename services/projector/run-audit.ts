import { runThread } from '../../infra/threads/thread-run.js';
import type { LedgerAudited } from '../audit/scheduled/audit.events.js';
import type { Config } from '../runtime/config.js';
import type { AuditedConfig } from '../runtime/stores/audited-stores.js';

/** Maximum memory of an audit in megabytes. The rest of the memory is needed for purchases. */
const MEMORY_MB = 512;

/**
 * Audits the ledger in a thread of its own.
 * @throws when the audit cannot begin, or when `signal` aborts
 */
export function runAudit(config: Config, signal: AbortSignal): Promise<LedgerAudited> {
  const { dataDir, secretsDir, cluster, VENDOR_REVIEW_AFTER: reviewedWithinMs } = config;
  const workerData: AuditThreadData = {
    stores: { dataDir, secretsDir, ...(cluster && { cluster }) },
    reviewedWithinMs,
  };
  return runThread<LedgerAudited>(new URL('./audit.thread.js', import.meta.url), {
    name: 'the audit',
    workerData,
    memoryMb: MEMORY_MB,
    signal,
  });
}

export interface AuditThreadData {
  readonly stores: AuditedConfig;
  readonly reviewedWithinMs: number;
}
