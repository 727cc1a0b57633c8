import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../event-store/testing/memory-event-store.js';
import { KeyNotAtHand } from '../crypto/key-vault.js';
import { counts, notes, Projecting } from './testing/projecting.js';

describe('run projections', () => {
  let projecting: Projecting;
  beforeEach(() => {
    projecting = new Projecting();
  });
  afterEach(() => projecting.close());

  const openedText = notes((_, opened) => (opened as { text: string } | undefined)?.text ?? null);

  it('catches up, goes live and reports the changes', async () => {
    await projecting.happen(3);
    projecting.run([openedText, counts]);
    await projecting.untilAt(3);
    await projecting.happen(2);
    await projecting.untilAt(5);
    expect(await projecting.times()).toBe(5n);
    expect(projecting.committed[0]).toEqual({ position: 0, changes: [] });
    expect(projecting.committed.at(-1)).toEqual({ position: 5, changes: [{ userId: 'ada', list: 'notes' }] });
    expect(projecting.running.health()).toEqual([
      { view: 'notes', checkpoint: 5, halted: undefined, parked: [] },
      { view: 'counts', checkpoint: 5, halted: undefined, parked: [] },
    ]);
  });

  it('decrypts sealed parts for projections that ask, except those of erased people', async () => {
    await projecting.happen(1);
    await projecting.happen(1, 'Noted', { userId: 'ada', sealed: 'gone' });
    await projecting.happen(1, 'Other');
    projecting.run([openedText]);
    await projecting.untilAt(3);
    expect(await projecting.texts()).toEqual(['ada:xyz', null, null]);
  });

  it('loads the keys of a batch before decryption, for projections that ask', async () => {
    await projecting.happen(2);
    await projecting.happen(1, 'Other', { userId: 'eze', sealed: 'xyz' });
    await projecting.happen(1, 'Noted', { userId: 'obi', sealed: 'xyz' });
    const atHand = new Set<string>();
    projecting.run([openedText, counts], projecting.store, {
      loadKeys: async (people) => people.forEach((person) => atHand.add(person)),
      open: (person, sealed) => {
        if (!atHand.has(person)) throw new KeyNotAtHand(person);
        return { text: `${person}:${sealed}` };
      },
    });
    await projecting.untilAt(4);
    expect([...atHand]).toEqual(['ada', 'obi']);
    expect(await projecting.texts()).toEqual(['ada:xyz', 'ada:xyz', null, 'obi:xyz']);
  });

  it('parks no key when encryption keys are missing or cannot be loaded', async () => {
    await projecting.happen(1);
    const open = (): never => {
      throw new KeyNotAtHand('not brought');
    };
    projecting.run([openedText], projecting.store, { open });
    await expect(projecting.running.finished).rejects.toThrow('not brought');
    projecting.run([openedText], projecting.store, { loadKeys: () => Promise.reject(new Error('away')) });
    await expect(projecting.running.finished).rejects.toThrow('away');
    expect(projecting.running.health()[0]).toMatchObject({
      checkpoint: 0,
      halted: undefined,
      parked: [],
    });
  });

  it('applies each event once across restarts and repeated batches', async () => {
    await projecting.happen(4);
    projecting.run([counts]);
    await projecting.untilAt(4);
    await projecting.stop();
    const all = await projecting.store.readAll(0, 10);
    await projecting.happen(1);
    projecting.run([counts], {
      async *follow(options) {
        yield all;
        yield* projecting.store.follow({ ...options, after: 2 });
      },
    });
    await projecting.untilAt(5);
    expect(await projecting.times()).toBe(5n);
  });

  it.each([
    ['older', 3, 'was at event 5, and the log ends at 3'],
    ['of another history and as long', 5, 'was at event 5, and the log has another event there'],
    ['of another history and longer', 8, 'was at event 5, and the log has another event there'],
  ])('empties and fills a view when the log under it is %s', async (_, length, told) => {
    await projecting.happen(5);
    projecting.run([counts]);
    await projecting.untilAt(5);
    await projecting.stop();
    projecting.store = new MemoryEventStore();
    projecting.committed.length = 0;
    await projecting.happen(length);
    const faults: unknown[] = [];
    let timesWhenTold: unknown;
    projecting.run([counts], projecting.store, {
      onFault: (fault) => faults.push(fault),
      onLogWentBack: async () => void (timesWhenTold = await projecting.times()),
    });
    await projecting.untilAt(length);
    expect([timesWhenTold, await projecting.times()]).toEqual([5n, BigInt(length)]);
    expect(faults).toMatchObject([
      { name: 'LogWentBack', message: expect.stringMatching(`^the view counts ${told}`) },
    ]);
    await projecting.happen(1);
    await projecting.untilAt(length + 1);
    expect(await projecting.times()).toBe(BigInt(length + 1));
  });

  it('keeps a view without a hash that is not ahead of the log, and stores the hash at once', async () => {
    await projecting.happen(5);
    projecting.run([counts]);
    await projecting.untilAt(5);
    await projecting.stop();
    await projecting.writer.applyAll([{ view: counts.view, from: 5, to: 5, operations: [] }]);
    const faults: unknown[] = [];
    const committed = projecting.committed.length;
    projecting.run([counts], projecting.store, { onFault: (fault) => faults.push(fault) });
    await projecting.until(() => projecting.committed.length > committed);
    const [last] = await projecting.store.readAll(4, 1);
    expect(await projecting.writer.checkpointHash(counts.view)).toBe(last?.hash);
    expect([await projecting.times(), faults]).toEqual([5n, []]);
  });

  it('catches up a new view without applying events twice to others', async () => {
    await projecting.happen(3);
    projecting.run([counts]);
    await projecting.untilAt(3);
    await projecting.stop();
    projecting.run([counts, openedText]);
    await projecting.until(() => projecting.running.health()[1]?.checkpoint === 3);
    expect(await projecting.times()).toBe(3n);
  });

  it('halts on a gap in the log', async () => {
    await projecting.happen(5);
    const all = await projecting.store.readAll(0, 10);
    projecting.run([counts], {
      async *follow({ signal }) {
        yield [...all.slice(0, 2), ...all.slice(3)];
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      },
    });
    await projecting.until(() => projecting.running.health()[0]?.halted !== undefined);
    expect(projecting.running.health()[0]).toMatchObject({
      checkpoint: 2,
      halted: { position: 3, reason: 'event 3 is missing from the log' },
    });
    expect(await projecting.times()).toBe(2n);
  });

  it('skips events that no view wants', async () => {
    await projecting.happen(2);
    await projecting.happen(3, 'Other');
    await projecting.happen(1, 'Poison');
    await projecting.happen(2, 'Other');
    const wants = (type: string): boolean => type !== 'Other';
    const told: string[] = [];
    const poisoned = notes(({ type }) => {
      if (type === 'Poison') throw new Error('cannot read this');
      return null;
    });
    const wanting = [
      { ...counts, wants },
      { ...poisoned, wants: (type: string) => type !== 'Noted' && wants(type) },
    ];
    projecting.run(wanting, {
      async *follow(options) {
        for await (const batch of projecting.store.follow(options)) {
          told.push(...batch.map(({ type }) => type));
          yield batch;
        }
      },
    });
    await projecting.untilAt(8);
    expect(told).toEqual(['Noted', 'Noted', 'Poison', 'Other']);
    expect([await projecting.times(), await projecting.times('Other')]).toEqual([2n, undefined]);
    expect(projecting.running.health()).toMatchObject([
      { view: 'counts', checkpoint: 8, halted: undefined },
      { view: 'notes', checkpoint: 8, halted: undefined, parked: [{ since: 6 }] },
    ]);
  });

  it('rejects when the log fails', async () => {
    await projecting.happen(1);
    const all = await projecting.store.readAll(0, 10);
    projecting.run([counts], {
      async *follow() {
        yield all;
        throw new Error('the stream ended');
      },
    });
    await expect(projecting.running.finished).rejects.toThrow('the stream ended');
  });
});
