import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_STREAM } from '../event-store.js';
import { newEvent, newEvents, newStream } from '../testing/new-event.js';
import { openLmdbEventStore } from './open-lmdb-event-store.js';

const META_PAGES_BYTES = 8_192;

describe('a ledger file that is not what was written', () => {
  let dir: string;
  let file: string;

  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'damaged-'));
    file = join(dir, 'events.mdb');
    const store = await openLmdbEventStore({ dir });
    for (let n = 0; n < 20; n += 1) await store.append(newStream(), NO_STREAM, newEvents(2));
    await store.append(newStream('last'), NO_STREAM, [newEvent({ text: 'the very last event' })]);
    await store.close();
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  const opening = (): Promise<unknown> =>
    openLmdbEventStore({ dir }).then(async (store) => {
      await store.close();
    });

  it('is opened when it is whole', async () => {
    await expect(opening()).resolves.toBeUndefined();
  });

  it('is refused, naming the position, when the last event was changed', async () => {
    const bytes = readFileSync(file);
    let at = -1;
    for (
      let next = bytes.indexOf('the very last event');
      next >= 0;
      next = bytes.indexOf('the very last event', next + 1)
    ) {
      at = next;
      bytes.write('T', at);
    }
    expect(at).toBeGreaterThan(0);
    writeFileSync(file, bytes);
    await expect(opening()).rejects.toThrow(/position 41 does not match its hash.*restore it from a backup/);
  });

  it('is read no further than an old event that was changed after an orderly end', async () => {
    const store = await openLmdbEventStore({ dir });
    const old = newStream('old');
    await store.append(old, NO_STREAM, [newEvent({ text: 'an event of last year' })]);
    await store.append(newStream(), NO_STREAM, newEvents(300));
    await store.close();
    const bytes = readFileSync(file);
    const text = 'an event of last year';
    for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) bytes[at + 1]! ^= 4;
    writeFileSync(file, bytes);
    const again = await openLmdbEventStore({ dir });
    try {
      await expect(again.readStream(old)).rejects.toThrow(
        /position 42 does not match its hash.*restore it from a backup/,
      );
    } finally {
      await again.close();
    }
  });

  it('is refused, not mapped, when its end is missing', async () => {
    truncateSync(file, readFileSync(file).length - 3 * 4_096);
    await expect(opening()).rejects.toThrow(/12288 bytes are missing at its end.*restore it from a backup/);
  });

  it('is refused when its pages were lost', async () => {
    const bytes = readFileSync(file);
    bytes.fill(0, META_PAGES_BYTES);
    writeFileSync(file, bytes);
    await expect(opening()).rejects.toThrow(/page \d+ holds something else.*restore it from a backup/);
  });

  it('is opened at the previous commit when the last one was torn', async () => {
    const before = join(dir, 'before');
    copyFileSync(file, before);
    const store = await openLmdbEventStore({ dir });
    const [whole] = await store.readAll(40, 1);
    await store.append(newStream(), NO_STREAM, newEvents(30));
    await store.close();
    // The pages reached the disk, but not the meta page that makes them valid.
    const torn = readFileSync(file);
    readFileSync(before).copy(torn, 0, 0, META_PAGES_BYTES);
    writeFileSync(file, Buffer.concat([torn, Buffer.alloc(5_000, 0x5a)]));
    const again = await openLmdbEventStore({ dir });
    expect(await again.lastPosition()).toBe(41);
    expect(await again.readAll(40, 10)).toEqual([whole]);
    await again.append(newStream(), NO_STREAM, newEvents(3));
    expect(await again.lastPosition()).toBe(44);
    await again.close();
    await expect(opening()).resolves.toBeUndefined();
  });
});
