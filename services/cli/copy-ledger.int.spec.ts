import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_STREAM } from '../../infra/event-store/event-store.js';
import type { StreamHead } from '../../infra/event-store/event-store.js';
import type { EventStoreDbEventStore } from '../../infra/event-store/eventstoredb/eventstoredb-event-store.js';
import { openEventStoreDb } from '../../infra/event-store/eventstoredb/open-eventstoredb.js';
import { PATIENT } from '../../infra/event-store/eventstoredb/testing/opened.js';
import { openLmdbEventStore } from '../../infra/event-store/lmdb/open-lmdb-event-store.js';
import type { LmdbEventStore } from '../../infra/event-store/lmdb/lmdb-event-store.js';
import { newEvent } from '../../infra/event-store/testing/new-event.js';
import { EventStoreDbFixture } from '../../infra/testing/eventstoredb-fixture/eventstoredb-fixture.js';
import { copyLedger, CopyRefused } from './copy-ledger.js';
import type { CopyTarget } from './copy-ledger.js';

const STREAMS = 7;
const EVENTS = 2_300;

describe('copyLedger', () => {
  let dir: string;
  let from: LmdbEventStore;
  let fixture: EventStoreDbFixture;
  let to: EventStoreDbEventStore;
  const heads = new Map<string, StreamHead>();

  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'copy-'));
    from = await openLmdbEventStore({ dir, syncing: false });
    fixture = await EventStoreDbFixture.start({ nodes: 3 });
    to = await openEventStoreDb({ url: fixture.url, ...PATIENT });
    heads.clear();
    await write(EVENTS);
  });
  afterEach(async () => {
    await Promise.all([from.close(), to.close()]);
    await fixture.close();
    rmSync(dir, { recursive: true, force: true });
  });

  /** Alternates streams, with text and numbers that an encoder might change. */
  async function write(count: number): Promise<void> {
    for (let n = 0; n < count;) {
      const stream = `wallet-${(n * 31) % STREAMS}`;
      const events = Array.from({ length: 1 + (n % 3) }, () => ({
        ...newEvent(),
        data: { kobo: String(n++), ẹ́: '₦\u2028"', 9: 1.5e-7, 1: [null, { b: 1, a: 2 }] },
      }));
      const { head } = await from.append(stream, heads.get(stream) ?? NO_STREAM, events);
      heads.set(stream, head);
    }
  }

  it('keeps positions, hashes, streams and order, and returns one digest over all', async () => {
    const seen: number[] = [];
    const copied = await copyLedger(from, to, (done) => seen.push(done));
    const end = await from.lastPosition();
    const root = createHash('sha256');
    for (const { hash } of await from.readStored(0, end)) root.update(hash);
    expect(copied).toEqual({ events: end, found: 0, root: root.digest('hex') });
    expect(seen).toEqual([1_000, 2_000, end]);
    expect(await to.readAll(0, end)).toEqual(await from.readAll(0, end));
    for (const [stream, head] of heads) expect(await to.head(stream)).toEqual(head);
  });

  it('resumes after an interruption, and copies nothing when it is done', async () => {
    let left = 400;
    const mortal: CopyTarget = {
      lastPosition: () => to.lastPosition(),
      readStored: (after, limit) => to.readStored(after, limit),
      appendSealed(...args) {
        if (left-- === 0) throw new Error('planted: the command was ended');
        return to.appendSealed(...args);
      },
    };
    await expect(copyLedger(from, mortal)).rejects.toThrow('planted');
    const before = await to.lastPosition();
    expect(before).toBeGreaterThan(300);
    const copied = await copyLedger(from, to);
    expect(copied.found).toBe(before);
    expect(await copyLedger(from, to)).toEqual({ ...copied, found: copied.events });
  });

  it('refuses a store with other events', async () => {
    await to.append('wallet-0', NO_STREAM, [newEvent()]);
    await expect(copyLedger(from, to)).rejects.toThrow(/differs from the ledger at position 1/);
  });

  it('refuses the copy when another process wrote meanwhile', async () => {
    const copying = copyLedger(from, to, (done) => {
      if (done === 1_000) void from.append('late', NO_STREAM, [newEvent()]);
    });
    await expect(copying).rejects.toThrow(CopyRefused);
    await expect(copying).rejects.toThrow('somebody writes');
  });
});
