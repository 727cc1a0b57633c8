import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NO_STREAM } from '../event-store.js';
import { verifyBytes } from '../seal-events.js';
import { newEvent, newStream } from '../testing/new-event.js';
import { openLmdbEventStore } from './open-lmdb-event-store.js';
import { PATIENCE_MS } from '../../testing/until.js';

const WRITER = fileURLToPath(new URL('../testing/crash-writer.process.js', import.meta.url));
const TMPFS = 0x0102_1994;
const seesDirtyPages = existsSync('/proc/self/smaps') && statfsSync(tmpdir()).type !== TMPFS;

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'durability-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/**
 * Runs a writer and returns its lines.
 * @param options `killAfter` acknowledgements; `blocksMax` limits the size of its files
 */
async function runWriter({
  killAfter,
  blocksMax,
  unindexedMax,
}: {
  killAfter?: number;
  unindexedMax?: number;
  blocksMax?: number;
}): Promise<string[]> {
  const limit = blocksMax ? `ulimit -f ${blocksMax}; ` : '';
  const writer = spawn(
    'sh',
    ['-c', `${limit}exec "$0" "$@"`, process.execPath, WRITER, dir, `${unindexedMax ?? ''}`],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  let printed = '';
  let lines = 0;
  writer.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
    lines += chunk.toString().split('\n').length - 1;
    // The writer keeps appending until the signal reaches it.
    if (killAfter && lines >= killAfter) writer.kill('SIGKILL');
  });
  const guard = setTimeout(() => writer.kill('SIGKILL'), PATIENCE_MS);
  await new Promise((resolve) => writer.on('close', resolve));
  clearTimeout(guard);
  return printed.split('\n').slice(0, -1);
}

/** Reads the log in this process and checks every hash, chain and position. Returns the ids in order. */
async function readVerified(): Promise<string[]> {
  const store = await openLmdbEventStore({ dir, readOnly: true });
  const [events, stored] = [await store.readAll(0, 1_000_000), await store.readStored(0, 1_000_000)];
  const heads = new Map<string, string>();
  const streams = new Map<string, number[]>();
  for (const [index, event] of events.entries()) {
    expect(event.position).toBe(index + 1);
    expect(event.previousHash).toBe(heads.get(event.stream) ?? NO_STREAM.hash);
    heads.set(event.stream, event.hash);
    streams.set(event.stream, [...(streams.get(event.stream) ?? []), event.position]);
    const { bytes, hash } = stored[index] ?? { bytes: '', hash: '' };
    expect(verifyBytes(bytes, hash)).toBe(true);
  }
  for (const [stream, positions] of streams)
    expect((await store.readStream(stream)).map(({ position }) => position)).toEqual(positions);
  await store.close();
  return events.map(({ id }) => id);
}

describe('durability', () => {
  const killed = 'keeps every acknowledged event of a writer that is killed again and again';
  it.each([undefined, 50])(`${killed}, the index lacking up to %s events`, async (unindexedMax) => {
    const acknowledged: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      acknowledged.push(
        ...(await runWriter({ killAfter: 40 + round * 30, ...(unindexedMax && { unindexedMax }) })),
      );
      const ids = await readVerified();
      for (const line of acknowledged) {
        const [position, id] = line.split(' ');
        expect(ids[Number(position) - 1]).toBe(id);
      }
    }
    expect(acknowledged.length).toBeGreaterThan(100);
  });

  it('on a full disk refuses appends, keeps acknowledged events, tears none and goes on reading', async () => {
    const lines = await runWriter({ blocksMax: 1_000 });
    const refused = lines.filter((line) => line.startsWith('refused'));
    const acknowledged = lines.filter((line) => /^\d/.test(line));
    expect(refused).toHaveLength(24);
    expect(refused[0]).toMatch(/nothing was stored/);
    expect(lines.filter((line) => line.startsWith('broke'))).toEqual([]);
    const ids = await readVerified();
    expect(lines).toContain(`readable ${ids.length}`);
    expect(ids.length).toBe(Math.max(...acknowledged.map((line) => Number(line.split(' ')[0]))));
    for (const line of acknowledged) {
      const [position, id] = line.split(' ');
      expect(ids[Number(position) - 1]).toBe(id);
    }
    // The file size is unlimited again.
    const more = await runWriter({ killAfter: 1 });
    expect((await readVerified()).length).toBeGreaterThan(ids.length);
    expect(more.length).toBeGreaterThan(0);
  });

  // Synced pages are clean in the page cache; pages only written stay dirty for seconds.
  const whenSeen = seesDirtyPages ? it : it.skip;
  const title = 'has nothing unwritten left when it acknowledges, which shows as soon as syncing is off';
  whenSeen(
    seesDirtyPages ? title : `${title} (skipped: needs /proc/self/smaps and a disk under ${tmpdir()})`,
    async () => {
      const worst = async (syncing: boolean): Promise<number> => {
        const path = join(dir, `syncing-${syncing}`);
        const store = await openLmdbEventStore({ dir: path, syncing });
        let most = 0;
        for (let n = 0; n < 20; n += 1) {
          const appends = Array.from({ length: 10 * (n + 1) }, () =>
            store.append(newStream(), NO_STREAM, [newEvent({ pad: 'x'.repeat(3_000) })]),
          );
          await Promise.all(appends);
          const dirty = dirtyKilobytes(join(path, 'events.mdb'), await store.readAll(0, 10_000));
          most = Math.max(most, dirty);
        }
        await store.close();
        return most;
      };
      expect(await worst(true)).toBe(0);
      expect(await worst(false)).toBeGreaterThan(100);
    },
  );
});

/** Bytes of dirty page cache of a mapped file, counting pages read through the map. */
function dirtyKilobytes(path: string, _read: readonly unknown[]): number {
  let inFile = false;
  let sum = 0;
  for (const line of readFileSync('/proc/self/smaps', 'utf8').split('\n'))
    if (/^[0-9a-f]+-[0-9a-f]+ /.test(line)) inFile = line.endsWith(path);
    else if (inFile) sum += Number(/^(?:Shared|Private)_Dirty: +(\d+) kB$/.exec(line)?.[1] ?? 0);
  return sum;
}
