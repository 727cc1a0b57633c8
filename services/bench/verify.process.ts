import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLmdbEventStore } from '../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { sha256 } from '../../infra/event-store/seal-events.js';
import { verifyLedger } from '../audit/verify-ledger.js';

/**
 * The mode `bare` measures a lower bound: each event is only decoded and hashed. Usage: `node
 * verify.process.js <dataDir> bare|verify`.
 */
const [dataDir = '', what = 'verify'] = process.argv.slice(2);
const eventStore = await openLmdbEventStore({ dir: join(dataDir, 'events'), readOnly: true });
const PAGE = 1_000;

let mostMb = 0;
/** Measure `RssAnon`, because other measures of memory include the mapped pages of the log file. */
function notice(): void {
  const kilobytes = /RssAnon:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  mostMb = Math.max(mostMb, Number(kilobytes ?? Number.NaN) / 1_024);
}

async function bare(): Promise<number> {
  let position = 0;
  for (;;) {
    const page = await eventStore.readStored(position, PAGE);
    for (const { hash, bytes } of page) {
      JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'));
      if (sha256(bytes) !== hash) throw new Error('an event that was just written is damaged');
    }
    notice();
    if (page.length === 0) return position;
    position = page.at(-1)!.position;
  }
}

async function verify(): Promise<number> {
  const report = await verifyLedger({ eventStore, onProgress: notice });
  if (!report.ok) throw new Error(JSON.stringify(report.problems.slice(0, 3)));
  return report.events;
}

const end = await eventStore.lastPosition();
// Read all events once before the measurement, so that the log is in the page cache in both modes.
for (let position = 0; position < end;)
  position = (await eventStore.readStored(position, PAGE)).at(-1)!.position;
const [started, before] = [performance.now(), process.cpuUsage()];
const events = await (what === 'bare' ? bare() : verify());
const seconds = (performance.now() - started) / 1_000;
const { user, system } = process.cpuUsage(before);
const perProcessorSecond = events / ((user + system) / 1e6);
await eventStore.close();
process.stdout.write(JSON.stringify({ events, perSecond: events / seconds, perProcessorSecond, mostMb }));
