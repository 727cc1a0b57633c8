import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread, Worker } from 'node:worker_threads';
import { SpilledRows, openSpillFile } from '../audit/compare/spilled-rows.js';
import { pagesOf } from '../audit/compare/compare-by-replay.js';
import { compareInTwo } from '../cli/audit/compare-in-two.js';
import { projections, views } from '../../read-models/views.js';
import { openLmdbKeyVault } from '../../infra/crypto/open-lmdb-key-vault.js';
import { openLmdbEventStore } from '../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { sha256 } from '../../infra/event-store/seal-events.js';
import { EventOpener } from '../../infra/projections/projected-view.js';
import { applyEvents, ViewProgress } from '../../infra/projections/view-progress.js';
import { openSqliteReadStore } from '../../infra/read-store/sqlite/open-sqlite-read-store.js';
import { openSqliteWriter } from '../../infra/read-store/sqlite/sqlite-writer.js';
import { encodeRow } from '../../infra/read-store/sqlite/row-codec.js';
import { RowText } from '../../infra/read-store/sqlite/row-text.js';
import { shapeOf } from '../../infra/read-store/view-shape.js';

/**
 * The mode `floor` measures the shortest possible time: the process only decodes and hashes events, and
 * copies rows to a file. Usage: `node compare.process.js <dataDir> fill|floor|compare`.
 */
const [dataDir = '', what = 'compare'] = process.argv.slice(2);
const secretsDir = join(dataDir, 'secrets');
const readModels = join(dataDir, 'read-models');
const PAGE = 1_000;

const openEvents = () => openLmdbEventStore({ dir: join(dataDir, 'events'), readOnly: true });

async function fill(): Promise<void> {
  mkdirSync(readModels, { recursive: true });
  const eventStore = await openEvents();
  const vault = await openLmdbKeyVault({ dir: join(secretsDir, 'vault'), readOnly: true });
  const writer = openSqliteWriter({ dir: readModels, views });
  const opener = new EventOpener((personId, sealed) => vault.open(personId, sealed));
  const filling = projections.map(({ changes: _, ...projection }) => new ViewProgress(projection, opener));
  for (let position = 0; ;) {
    const events = await eventStore.readAll(position, PAGE);
    if (events.length === 0) break;
    await applyEvents(writer, filling, { events, whole: true });
    position = events.at(-1)!.position;
  }
  await Promise.all([writer.close(), vault.close(), eventStore.close()]);
}

async function decodeAndHash(): Promise<void> {
  const eventStore = await openEvents();
  for (let position = 0; ;) {
    const page = await eventStore.readStored(position, PAGE);
    if (page.length === 0) break;
    for (const { hash, bytes } of page) {
      JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'));
      if (sha256(bytes) !== hash) throw new Error('an event that was just written is damaged');
    }
    position = page.at(-1)!.position;
  }
  await eventStore.close();
}

async function readAndWriteRows(): Promise<void> {
  const readStore = await openSqliteReadStore({ dir: readModels, views });
  const dir = mkdtempSync(join(tmpdir(), 'bench-rows-'));
  const file = openSpillFile(join(dir, 'rows.sqlite'));
  for (const view of views) {
    const shape = shapeOf(view);
    const spilled = new SpilledRows(file, shape);
    const rowText = new RowText(shape);
    const pages = pagesOf(
      (after, limit) => readStore.rowsAfter(view, after, limit),
      (row) => String(row[view.key]),
    );
    for await (const page of pages)
      spilled.put(page.map((row) => [String(row[view.key]), rowText.of(encodeRow(shape, row))] as const));
  }
  file.close();
  rmSync(dir, { recursive: true });
  await readStore.close();
}

async function floor(): Promise<void> {
  const hashing = new Promise<void>((resolve, reject) => {
    new Worker(new URL(import.meta.url), { argv: [dataDir] })
      .once('error', reject)
      .once('exit', () => resolve());
  });
  await Promise.all([hashing, readAndWriteRows()]);
}

async function compare(): Promise<void> {
  const { found, unexplained } = await compareInTwo(
    { stores: { dataDir, secretsDir }, views: views.map(({ name }) => name), served: false },
    { signal: new AbortController().signal, onProgress: () => undefined },
  );
  if (found.drift !== 0 || unexplained.kobo !== '0')
    throw new Error(JSON.stringify(found.examples.slice(0, 3)));
}

async function measured(work: () => Promise<void>): Promise<void> {
  const eventStore = await openEvents();
  const events = await eventStore.lastPosition();
  await eventStore.close();
  // Measure `RssAnon`, because other measures of memory include the page cache of files.
  let mostMb = 0;
  const noticing = setInterval(() => {
    const kilobytes = /RssAnon:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    mostMb = Math.max(mostMb, Number(kilobytes ?? Number.NaN) / 1_024);
  }, 100);
  const [started, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  clearInterval(noticing);
  const perSecond = events / ((performance.now() - started) / 1_000);
  process.stdout.write(
    JSON.stringify({ events, perSecond, mostMb, perProcessorSecond: events / ((user + system) / 1e6) }),
  );
}

if (!isMainThread) await decodeAndHash();
else if (what === 'fill') await measured(fill);
else await measured(what === 'floor' ? floor : compare);
