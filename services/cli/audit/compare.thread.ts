import { parentPort, workerData } from 'node:worker_threads';
import { projections } from '../../../read-models/views.js';
import { compareViews } from '../../audit/compare/compare-views.js';
import { UnexplainedReading } from '../../audit/unexplained/unexplained.js';
import { withAuditedStores } from '../../runtime/stores/audited-stores.js';
import type { CompareThreadData, FoundInViews, FromCompare } from './compare-in-two.js';

const { stores, views, part, served, unexplained } = workerData as CompareThreadData;
const stop = new AbortController();
const { signal } = stop;
const tell = (message: FromCompare): void => parentPort?.postMessage(message);
/** Progress messages: one per page would cost more than the bar shows. */
const STEPS = 200;
let step = 0;

parentPort?.once('message', () => stop.abort(new Error('told to end')));
try {
  tell(await withAuditedStores(stores, compareChosen));
} catch (error) {
  tell({ failed: error instanceof Error ? error.message : String(error) });
} finally {
  parentPort?.close();
}

function tellProgress(position: number, of: number): void {
  const now = Math.floor((position / of) * STEPS);
  if (now === step) return;
  step = now;
  tell({ position, of });
}

async function compareChosen({
  eventStore,
  readStore,
  vault,
}: Parameters<Parameters<typeof withAuditedStores>[1]>[0]): Promise<FoundInViews> {
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
          onProgress: (position, of) => tellProgress(position, of),
          onlooker: reading,
        });
  await reading?.readOn(eventStore, { signal });
  return { found, unexplained: reading?.found() };
}
