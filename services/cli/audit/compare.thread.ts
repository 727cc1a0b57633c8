import { workerData } from 'node:worker_threads';
import { answerOnce } from '../../../infra/threads/thread-run.js';
import { projections } from '../../../read-models/views.js';
import { compareViews } from '../../audit/compare/compare-views.js';
import { UnexplainedReading } from '../../audit/unexplained/unexplained.js';
import { withAuditedStores } from '../../runtime/stores/audited-stores.js';
import type { CompareProgress, CompareThreadData, FoundInViews } from './compare-in-two.js';

const { stores, views, part, served, unexplained } = workerData as CompareThreadData;
const STEPS = 200;
let step = 0;

await answerOnce<FoundInViews, CompareProgress>((signal, onProgress) =>
  withAuditedStores(stores, async ({ eventStore, readStore, vault }) => {
    const reading = unexplained ? new UnexplainedReading() : undefined;
    const chosen = projections.filter(({ view }) => views.includes(view.name));
    const found =
      chosen.length === 0
        ? undefined
        : await compareViews({
            eventStore,
            projections: chosen,
            shown: readStore,
            served,
            part,
            signal,
            open: (personId, sealed) => vault.open(personId, sealed),
            loadKeys: stores.cluster && ((personIds) => vault.loadKeys(personIds)),
            onProgress(position, of) {
              const now = Math.floor((position / of) * STEPS);
              if (now !== step) onProgress({ position, of });
              step = now;
            },
            onlooker: reading,
          });
    await reading?.readOn(eventStore, { signal });
    return { found, unexplained: reading?.found() };
  }),
);
