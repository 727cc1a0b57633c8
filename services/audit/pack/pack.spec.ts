import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { sealKeyOf } from '../seals/seal-key.js';
import { Sealer } from '../seals/sealer.js';
import { writeLedger } from '../testing/a-ledger.js';
import { withStoredBytes } from '../testing/stored-bytes.js';
import { put } from '../testing/tampered-event-store.js';
import { checkPack, linesOf } from './check-pack.js';
import { journalLine, storedIn } from './pack-files.js';
import { writePack } from './write-pack.js';

const key = sealKeyOf(Buffer.alloc(32, 7));
let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'packing-'));
  folder = mkdtempSync(join(root, 'pack-'));
  writeFileSync(join(root, 'verifier'), '');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

type Store = ReturnType<typeof withStoredBytes>;

const pack = (eventStore: Store, keys = [key]) =>
  writePack({
    eventStore,
    keys,
    folder,
    verifier: join(root, 'verifier'),
    at: new Date('2026-03-01T09:00:00.000Z'),
    reviewedWithinMs: 3_600_000,
  });

describe('a pack', () => {
  it('is a prefix of a ledger that grows and is sealed meanwhile', async () => {
    const store = withStoredBytes(new MemoryEventStore());
    await writeLedger(store);
    const end = await store.lastPosition();
    const sealer = new Sealer(store, key, () => new Date('2026-03-01T09:00:00.000Z'));
    const { readStored } = store;
    store.readStored = async (after, limit) => {
      // Another process appends during every read, also near the end.
      await put(store, 'user-1', ['PinDropped', { userId: '1' }]);
      await sealer.seal(new AbortController().signal);
      return readStored(after, Math.min(limit, 7));
    };
    const manifest = await pack(store);
    expect(manifest.events).toBe(end);
    expect(await checkPack({ folder })).toMatchObject({
      ok: true,
      events: end,
      root: manifest.root,
      problems: [],
      seals: { count: 0, uncovered: { from: 1, to: end } },
    });
  });

  it('is refused for an empty ledger, an unreadable one, or without the seal keys', async () => {
    await expect(pack(withStoredBytes(new MemoryEventStore()))).rejects.toThrow('nothing to pack');
    const store = withStoredBytes(new MemoryEventStore());
    await writeLedger(store);
    await new Sealer(store, key).seal(new AbortController().signal);
    await expect(pack(store, [])).rejects.toThrow(`signed by the key ${key.keyId}`);
    const { readStored } = store;
    store.readStored = async (after, limit) =>
      (await readStored(after, limit)).map((stored) =>
        stored.position === 5 ? { ...stored, bytes: Buffer.from('{\n}') } : stored,
      );
    await expect(pack(store)).rejects.toThrow('event 5 cannot be read: run `ledger -- verify`');
  });
});

describe('a line of the journal', () => {
  const hash = 'a'.repeat(64);
  it('returns the stored bytes exactly, and is JSON', () => {
    const bytes = Buffer.from('{"data":{"name":"Ọlá","}":"\\n"}}');
    const line = journalLine({ position: 12, hash, bytes });
    expect(JSON.parse(line.toString())).toMatchObject({
      position: 12,
      hash,
      event: { data: { name: 'Ọlá' } },
    });
    expect(storedIn(line.subarray(0, -1))).toEqual({ position: 12, hash, bytes });
  });

  it.each([
    '',
    '{}',
    '{"position":1}',
    `{"position":-1,"hash":"${hash}","event":{}}`,
    `{"position":1,"hash":"${hash}","event":{}`,
  ])('is not %j', (line) => expect(storedIn(Buffer.from(line))?.bytes.length ?? 0).toBeLessThan(2));

  it('is split at newlines for any chunk size', async () => {
    const text = 'one\n\ntwo\nthree';
    for (const size of [1, 2, 5, 100]) {
      const chunks = (async function* bytes() {
        for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size));
      })();
      const lines: string[] = [];
      for await (const line of linesOf(chunks)) lines.push(line.toString());
      expect(lines).toEqual(['one', '', 'two', 'three']);
    }
  });
});
