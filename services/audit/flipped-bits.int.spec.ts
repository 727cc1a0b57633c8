import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLmdbEventStore } from '../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { writeLedger } from './testing/a-ledger.js';
import { withStoredBytes } from './testing/stored-bytes.js';
import { put } from './testing/tampered-event-store.js';
import { verifyLedger, type VerifyReport } from './verify-ledger.js';

describe('verifyLedger on one flipped bit', () => {
  it('names the position of the event, whichever byte of whichever event it is', async () => {
    const store = withStoredBytes(new MemoryEventStore());
    await writeLedger(store);
    const end = await store.lastPosition();
    const { readStored } = store;
    const silent: string[] = [];
    for (let position = 1; position <= end; position += 1) {
      const [length = 0] = (await readStored(position - 1, 1)).map(({ bytes }) => bytes.length);
      for (let at = position % 11; at < length; at += 11) {
        store.readStored = async (after, limit) =>
          (await readStored(after, limit)).map((stored) =>
            stored.position === position ? { ...stored, bytes: flipped(stored.bytes, at) } : stored,
          );
        const { problems } = await verifyLedger({ eventStore: store });
        if (!problems.some((problem) => problem.position === position)) silent.push(`${position} at ${at}`);
      }
    }
    expect(silent).toEqual([]);
  });
});

describe('verifyLedger on damaged pages of the file', () => {
  let dir: string;
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'flipped-'));
    const store = await openLmdbEventStore({ dir });
    for (let n = 0; n < 400; n += 1) await put(store, `user-${n}`, ['EmailVerified', { userId: `${n}` }]);
    await store.close();
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  const verify = async (): Promise<VerifyReport> => {
    const eventStore = await openLmdbEventStore({ dir, readOnly: true });
    try {
      return await verifyLedger({ eventStore });
    } finally {
      await eventStore.close();
    }
  };

  it('reports the event that hides behind a page of the wrong kind, and stops there', async () => {
    const file = join(dir, 'events.mdb');
    const bytes = readFileSync(file);
    // Byte 18 of a page says what kind of page it is.
    const page = pageOf(bytes, '"userId":"40"');
    bytes[page + 18]! ^= 0x02;
    writeFileSync(file, bytes);
    const { ok, problems } = await verify();
    expect(ok).toBe(false);
    expect(problems).toContainEqual(
      expect.objectContaining({ rule: 'unreadable', position: expect.any(Number) }),
    );
    expect(problems[0]?.position).toBeGreaterThan(0);
    expect(problems[0]?.position).toBeLessThanOrEqual(41);
  });
});

/** Offset of the newest page that contains `text`. */
function pageOf(bytes: Buffer, text: string): number {
  return Math.floor(bytes.lastIndexOf(text) / 4_096) * 4_096;
}

/** Bytes with one flipped bit in the byte at `at`. */
function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at]! ^= 1 << (at % 8);
  return copy;
}
