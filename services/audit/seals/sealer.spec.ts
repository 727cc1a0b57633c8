import { describe, expect, it } from '@jest/globals';
import { AppendOutcomeUnknown, type EventStore } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { newEvent } from '../../../infra/event-store/testing/new-event.js';
import { FaultyEventStore } from '../../wallet/testing/faulty-event-store.js';
import { Problems } from '../problems.js';
import { keepSealing, Sealer, SealBroken } from './sealer.js';
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

/** What whoever verifies finds. */
async function checked(store: EventStore): Promise<SealReport & { readonly rules: readonly string[] }> {
  const problems = new Problems();
  const check = new SealCheck(problems, { keyring });
  const events = await store.readAll(0, 100_000);
  for (const event of events) check.add(event);
  return { ...check.finish(events.length), rules: problems.shown.map(({ rule }) => rule) };
}

describe('a sealer', () => {
  it('seals what is new with everything before it, earlier seals among it', async () => {
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
      ...{ rules: [], count: 2, treeSize: 2_006, signaturesChecked: true, anchored: false },
      uncovered: { from: 2_007, to: 2_007 },
    });
  });

  it('is silent while nothing but seals is new, also after a restart, and on an empty ledger', async () => {
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

  it('goes on after a restart from its last seal, without reading what that covers', async () => {
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

  it('reads the log again where the last seal does not tell its tree, and refuses one that the log does not fit', async () => {
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

  it('does not harm beside others: each seal continues the one before it', async () => {
    const store = new MemoryEventStore();
    const sealers = [new Sealer(store, key), new Sealer(store, key), new Sealer(store, key)];
    for (let round = 1; round <= 20; round += 1) {
      await note(store, round % 3);
      await Promise.all(sealers.map((sealer) => sealer.seal(signal)));
    }
    for (const sealer of sealers) await sealer.seal(signal);
    const { rules, count } = await checked(store);
    expect(rules).toEqual([]);
    // More than one for each round with news only where two ended at once.
    expect(count).toBeGreaterThanOrEqual(13);
    const before = await store.lastPosition();
    for (const sealer of sealers) await sealer.seal(signal);
    expect(await store.lastPosition()).toBe(before);
  });

  it.each(['stored', 'lost'] as const)('seals once where the answer is lost (%s)', async (fault) => {
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

describe('sealing for as long as the process lives', () => {
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

  it('stops for good at a ledger that its last seal does not fit', async () => {
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
