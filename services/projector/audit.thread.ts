import { workerData } from 'node:worker_threads';
import { answerOnce } from '../../infra/threads/thread-run.js';
import { lowerThreadPriority } from '../../infra/threads/throttled-follow.js';
import { projections } from '../../read-models/views.js';
import { auditLedger } from '../audit/scheduled/audit-ledger.js';
import { installedKeyring } from '../audit/seals/seal-key.js';
import { withAuditedStores } from '../runtime/stores/audited-stores.js';
import type { LedgerAudited } from '../audit/scheduled/audit.events.js';
import type { AuditThreadData } from './run-audit.js';

const { stores, reviewedWithinMs } = workerData as AuditThreadData;

lowerThreadPriority();
await answerOnce<LedgerAudited>((signal) =>
  withAuditedStores(stores, ({ eventStore, readStore, vault }) =>
    auditLedger({
      eventStore,
      projections,
      shown: readStore,
      signal,
      open: (personId, sealed) => vault.open(personId, sealed),
      loadKeys: (personIds) => vault.loadKeys(personIds),
      patience: { reviewedWithinMs },
      seals: { keyring: installedKeyring(stores.secretsDir) },
    }),
  ),
);
