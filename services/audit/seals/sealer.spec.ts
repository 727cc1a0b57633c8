import { describe, expect, it } from '@jest/globals';
import { AppendOutcomeUnknown, type EventStore } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { newEvent } from '../../../infra/event-store/testing/new-event.js';
import { FaultyEventStore } from '../../wallet/testing/faulty-event-store.js';
import { Problems } from '../problems.js';
import { keepSealing, Sealer, SealBroken, type SealingStatus } from './sealer.js';
import { sealFacts, sealNotes, unsealedSince } from './seal-health.js';
import { type LedgerSealed, SEALS_STREAM } from './seal.events.js';
import { SealCheck, type SealReport } from './seal-check.js';
import { SealKeyring, sealKeyOf } from './seal-key.js';

const key = sealKeyOf(Buffer.alloc(32, 7));
const keyring = new SealKeyring([key]);
const { signal } = new AbortController();

async function note(store: EventStore, times = 1): Promise<void> {
  for (let n = 0; n < times; n += 1)
    await store.append('note-1', await store.head('note-1'), [newEvent({ n })]);
}
const sealsIn = async (store: EventStore): Promise<LedgerSealed[]> =>
  (await store.readStream(SEALS_STREAM)).map(({ data }) => data as unknown as LedgerSealed);
const sizesIn = async (store: EventStore): Promise<number[]> =>
  (await sealsIn(store)).map(({ treeSize }) => treeSize);

async function checked(store: EventStore): Promise<SealReport & { readonly rules: readonly string[] }> {
  const problems = new Problems();
  const check = new SealCheck(problems, { keyring });
  const events = await store.readAll(0, 100_000);
  for (const event of events) check.add(event);
  return { ...check.finish(events.length), rules: problems.shown.map(({ rule }) => rule) };
}

describe('a sealer', () => {
  it('seals new events together with everything before, including earlier seals', async () => {
    const store = new MemoryEventStore();
    const sealer = new Sealer(store, key);
    await note(store, 5);
    const first = await sealer.seal(signal);
    await note(store, 2_000);
    const second = await sealer.seal(signal);
    expect([first?.treeSize, second?.treeSize]).toEqual([5, 2_006]);
    expect(first?.ledgerId).toBe((await store.readAll(0, 1))[0]!.hash);
    for (const seal of [first!, second!]) expect(keyring.objection(seal)).toBeUndefined();
    expect(await checked(store)).toMatchObject({
      rules: [],
      count: 2,
      treeSize: 2_006,
      signaturesChecked: true,
      anchored: false,
      uncovered: { from: 2_007, to: 2_007 },
    });
  });

  it('seals nothing when only seals are new or the ledger is empty, also after a restart', async () => {
    const store = new MemoryEventStore();
    const sealer = new Sealer(store, key);
    expect(await sealer.seal(signal)).toBeUndefined();
    await note(store);
    await sealer.seal(signal);
    for (const each of [sealer, sealer, new Sealer(store, key), new Sealer(store, key)])
      expect(await each.seal(signal)).toBeUndefined();
    expect(await sizesIn(store)).toEqual([1]);
    expect(await store.lastPosition()).toBe(2);
    await note(store);
    expect((await sealer.seal(signal))?.treeSize).toBe(3);
  });

  it('continues after a restart from its last seal without reading covered events', async () => {
    const store = new MemoryEventStore();
    await note(store, 300);
    await new Sealer(store, key).seal(signal);
    await note(store, 10);
    const read: number[] = [];
    const readAll = store.readAll.bind(store);
    store.readAll = (after, limit) => {
      read.push(after);
      return readAll(after, limit);
    };
    await new Sealer(store, key).seal(signal);
    expect(Math.min(...read)).toBe(300);
    store.readAll = readAll;
    expect(await checked(store)).toMatchObject({ rules: [], count: 2, treeSize: 311 });
  });

  it('reads the log again when the last seal lacks its peaks, and refuses a seal that does not match', async () => {
    for (const [rootHash, fits] of [
      [undefined, true],
      ['0'.repeat(64), false],
    ] as const) {
      const store = new MemoryEventStore();
      await note(store, 20);
      await new Sealer(store, key).seal(signal);
      const readStream = store.readStream.bind(store);
      store.readStream = async (stream, options) =>
        (await readStream(stream, options)).map((event) => ({
          ...event,
          data: { ...event.data, peaks: [], ...(rootHash && { rootHash }) },
        }));
      await note(store);
      const sealing = new Sealer(store, key).seal(signal);
      if (fits) expect((await sealing)?.treeSize).toBe(22);
      else await expect(sealing).rejects.toThrow(SealBroken);
    }
  });

  it('runs safely beside others: each seal continues the one before', async () => {
    const store = new MemoryEventStore();
    const sealers = [new Sealer(store, key), new Sealer(store, key), new Sealer(store, key)];
    for (let round = 1; round <= 20; round += 1) {
      await note(store, round % 3);
      await Promise.all(sealers.map((sealer) => sealer.seal(signal)));
    }
    for (const sealer of sealers) await sealer.seal(signal);
    const { rules, count } = await checked(store);
    expect(rules).toEqual([]);
    // Two sealers may end a round at the same time, so the count is not exact.
    expect(count).toBeGreaterThanOrEqual(13);
    const before = await store.lastPosition();
    for (const sealer of sealers) await sealer.seal(signal);
    expect(await store.lastPosition()).toBe(before);
  });

  it.each(['stored', 'lost'] as const)('seals once when the answer is lost (%s)', async (fault) => {
    const store = new FaultyEventStore();
    const sealer = new Sealer(store, key);
    await note(store, 3);
    store.faults.push(fault);
    expect((await sealer.seal(signal))?.treeSize).toBe(3);
    expect(await sizesIn(store)).toEqual([3]);
    await note(store);
    store.faults.push(fault, fault, fault, fault);
    await expect(sealer.seal(signal)).rejects.toThrow(AppendOutcomeUnknown);
    await sealer.seal(signal);
    expect(await checked(store)).toMatchObject({ rules: [] });
    expect(new Set(await sizesIn(store)).size).toBe((await sizesIn(store)).length);
  });
});

describe('keepSealing', () => {
  it('goes on after a fault, only while in office, and ends by the signal', async () => {
    const store = new FaultyEventStore();
    await note(store, 2);
    store.faults.push('broken');
    const stop = new AbortController();
    const [faults, sizes]: [unknown[], number[]] = [[], []];
    let asked = 0;
    await keepSealing({
      store,
      key,
      everyMs: 1,
      signal: stop.signal,
      inOffice: () => (asked += 1) > 3,
      onSealed: ({ treeSize }) => {
        sizes.push(treeSize);
        stop.abort();
      },
      onFault: (error) => faults.push(String(error)),
    });
    expect(faults).toEqual(['Error: a bug']);
    expect(sizes).toEqual([2]);
    expect(asked).toBeGreaterThan(3);
  });

  it('reports the last seal, the start of failures and their cause', async () => {
    const store = new FaultyEventStore();
    await note(store, 2);
    const sealer = new Sealer(store, key);
    await sealer.seal(signal);
    await note(store);
    store.faults.push('broken', 'broken');
    const stop = new AbortController();
    const statuses: SealingStatus[] = [];
    await keepSealing({
      store,
      key,
      everyMs: 1,
      signal: stop.signal,
      onFault: () => undefined,
      onStatus: (status) => {
        statuses.push(status);
        if (status.treeSize === 4) stop.abort();
      },
    });
    const [first, second, last] = [statuses[0]!, statuses[1]!, statuses.at(-1)!];
    expect(first).toMatchObject({ failures: 1, fault: 'a bug', stopped: false });
    expect(second).toMatchObject({ failures: 2, fault: 'a bug', failingSince: first.failingSince });
    expect(last).toEqual({
      treeSize: 4,
      sealedAt: expect.any(Number),
      failures: 2,
      fault: undefined,
      failingSince: undefined,
      stopped: false,
    });
  });

  it('reports that it stopped, the remedy and the number of unsealed events', async () => {
    const store = new MemoryEventStore();
    await note(store, 2);
    await new Sealer(store, key).seal(signal);
    const readStream = store.readStream.bind(store);
    store.readStream = async (stream, options) =>
      (await readStream(stream, options)).map((event) => ({
        ...event,
        data: { ...event.data, rootHash: '0'.repeat(64) },
      }));
    const health: { sealing?: SealingStatus } = {};
    const onStatus = (status: SealingStatus): unknown => (health.sealing = status);
    await keepSealing({ store, key, everyMs: 1, signal, onStatus, onFault: () => undefined });
    expect(health.sealing).toMatchObject({ stopped: true, failures: 1 });
    expect(sealNotes(health)).toEqual([
      expect.stringMatching(/^sealing stopped: the seal of 2 events .*verify with --seals.*restore a backup/),
    ]);
    const now = health.sealing!.failingSince! + 5_000;
    expect(sealFacts(health, 9, now)).toMatchObject({ seal_stopped: 1, seal_failing_seconds: 5 });
  });

  it('reports unsealed events and their age as numbers', () => {
    const well: SealingStatus = {
      treeSize: 5,
      sealedAt: 1_000,
      failures: 0,
      fault: undefined,
      failingSince: undefined,
      stopped: false,
    };
    // The seal is event 6.
    expect(sealFacts({ sealing: well }, 6, 9_000)).toMatchObject({
      seal_tree_size: 5,
      unsealed_events: 0,
      seal_age_seconds: 0,
      seal_stopped: 0,
      seal_failing_seconds: 0,
      seals_published_tree_size: null,
      seals_unpublished_seconds: null,
    });
    expect(sealFacts({ sealing: well }, 8, 9_000)).toMatchObject({
      unsealed_events: 2,
      seal_age_seconds: 8,
    });
    expect(sealFacts({ sealing: { ...well, treeSize: 0 } }, 3, 0)).toMatchObject({ unsealed_events: 3 });
    expect(sealFacts({}, 3, 0)).toMatchObject({ seal_tree_size: null, unsealed_events: null });
    const publishing = { treeSize: 3, waitingSince: 4_000, failures: 7, fault: 'keeper answered 500' };
    expect(sealFacts({ sealing: well, publishing }, 6, 9_000)).toMatchObject({
      seals_published_tree_size: 3,
      seals_unpublished_seconds: 5,
      seals_publish_failures: 7,
    });
    expect(sealNotes({ sealing: well, publishing })).toEqual([
      'seals are not published since 1970-01-01T00:00:04.000Z: keeper answered 500',
    ]);
    expect(sealNotes({ sealing: { ...well, failingSince: 0, fault: 'away' } })).toEqual([
      'sealing fails since 1970-01-01T00:00:00.000Z: away',
    ]);
  });

  it('finds the first unsealed event from the log alone', async () => {
    const store = new MemoryEventStore();
    expect(await unsealedSince(store)).toBeNull();
    await note(store);
    expect(await unsealedSince(store)).toBe(Date.parse((await store.readAll(0, 1))[0]!.at));
    const sealer = new Sealer(store, key);
    await sealer.seal(signal);
    expect(await unsealedSince(store)).toBeNull();
    await note(store, 2);
    expect(await unsealedSince(store)).toBe(Date.parse((await store.readAll(2, 1))[0]!.at));
    await sealer.seal(signal);
    expect(await unsealedSince(store)).toBeNull();
  });

  it('stops for good when the last seal does not match the ledger', async () => {
    const store = new MemoryEventStore();
    await note(store, 2);
    await new Sealer(store, key).seal(signal);
    store.readStream = async () =>
      (await store.readAll(2, 1)).map((event) => ({ ...event, data: { ...event.data, treeSize: 9 } }));
    const faults: unknown[] = [];
    await keepSealing({ store, key, everyMs: 1, signal, onFault: (error) => faults.push(error) });
    expect(faults).toEqual([expect.any(SealBroken)]);
  });
});
