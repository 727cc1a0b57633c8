import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { LedgerAudited } from '../audit/scheduled/audit.events.js';
import type { Config } from '../runtime/config.js';
import type { AuditedConfig } from '../runtime/stores/audited-stores.js';

/** An audit must never take what purchases need. */
const MEMORY_MB = 512;

/** Audits the ledger in its own thread. @throws when it cannot begin, or after `signal` */
export async function runAudit(config: Config, signal: AbortSignal): Promise<LedgerAudited> {
  const { dataDir, secretsDir, cluster, VENDOR_REVIEW_AFTER: reviewedWithinMs } = config;
  const workerData: AuditThreadData = {
    stores: { dataDir, secretsDir, ...(cluster && { cluster }) },
    reviewedWithinMs,
  };
  const worker = new Worker(new URL('./audit.thread.js', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const end = (): void => worker.postMessage('end');
  signal.addEventListener('abort', end, { once: true });
  let told: FromAudit | undefined;
  let fault: unknown;
  worker.on('message', (message: FromAudit) => (told = message));
  worker.on('error', (error) => (fault = error));
  await once(worker, 'exit').catch((error: unknown) => (fault = error));
  signal.removeEventListener('abort', end);
  if (told && 'found' in told) return told.found;
  throw fault ?? new Error(told?.failed ?? 'the audit ended without a word');
}
export interface AuditThreadData {
  readonly stores: AuditedConfig;
  /** Longest review in milliseconds. */
  readonly reviewedWithinMs: number;
}

/** Any message to the thread ends it. */
export type FromAudit = { readonly found: LedgerAudited } | { readonly failed: string };
