import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../../infra/threads/throttled-follow.js';
import { projections } from '../../read-models/views.js';
import { auditLedger } from '../audit/scheduled/audit-ledger.js';
import { installedKeyring } from '../audit/seals/seal-key.js';
import { withAuditedStores } from '../runtime/stores/audited-stores.js';
import type { AuditThreadData, FromAudit } from './run-audit.js';

/** Thread that runs `auditLedger` once on its own stores. */
const { stores, reviewedWithinMs } = workerData as AuditThreadData;
const stop = new AbortController();
const tell = (message: FromAudit): void => parentPort?.postMessage(message);

lowerThreadPriority();
parentPort?.once('message', () => stop.abort(new Error('told to end')));
try {
  const found = await withAuditedStores(stores, ({ eventStore, readStore, vault }) =>
    auditLedger({
      eventStore,
      projections,
      shown: readStore,
      signal: stop.signal,
      open: (personId, sealed) => vault.open(personId, sealed),
      loadKeys: (personIds) => vault.loadKeys(personIds),
      patience: { reviewedWithinMs },
      seals: { keyring: installedKeyring(stores.secretsDir) },
    }),
  );
  tell({ found });
} catch (error) {
  tell({ failed: error instanceof Error ? error.message : String(error) });
} finally {
  parentPort?.close();
}
