import { IndexSweep } from './index-sweep.js';
import type { LogFiles } from './log-layout.js';
import { INDEX_KEY, INDEX_MADE, INDEX_MADE_KEY, NOTHING, TAIL_KEY } from './log-layout.js';
import { LogPuts } from './log-puts.js';
import { StreamIndex } from './stream-index.js';

const EVENTS_AT_A_TIME = 100_000;

/**
 * Rebuilds an index of an older format, because it may lack events. Only the writing process may call this.
 */
export async function renewIndex(files: LogFiles, eventsAtATime = EVENTS_AT_A_TIME): Promise<void> {
  const { streams, tail } = files;
  if ((tail.getEntry(INDEX_MADE_KEY)?.version ?? 0) >= INDEX_MADE) return;
  const last = tail.getEntry(TAIL_KEY)?.version ?? 0;
  tail.transactionSync(() => {
    streams.clearSync();
    tail.putSync(INDEX_KEY, NOTHING, 0);
  });
  const puts = new LogPuts(files);
  for (const index = new StreamIndex(files, eventsAtATime); index.missing > 0; index.catchUp(eventsAtATime)) {
    const sweep = new IndexSweep(index, puts, 0);
    puts.begin();
    await tail.ifVersion(TAIL_KEY, last, () => sweep.placeAll());
    sweep.placed();
  }
  await tail.put(INDEX_MADE_KEY, NOTHING, INDEX_MADE);
}
