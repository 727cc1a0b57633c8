import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../event-store/event-store.js';
import type { Operation } from '../read-store/view.js';
import { PARKED_MAX, reasonOf } from './parking.js';
import type { Projection } from './projection.js';
import { counts, notes, Projecting } from './testing/projecting.js';

/** Counts events per person, which exposes skipped and repeated events. */
const perPerson = (read: (event: RecordedEvent) => readonly Operation[]): Projection => ({
  ...counts,
  person: ({ data }) => (typeof data['userId'] === 'string' ? data['userId'] : undefined),
  erases: (type) => type === 'Erased',
  project: ({ event }) => read(event),
});
const counted = (id: unknown): Operation => ({
  op: 'add',
  row: { id: String(id), times: 0n },
  by: { times: 1n },
});

describe('an event that cannot be read', () => {
  let projecting: Projecting;
  /** True makes the projection able to read the event that it failed on before. */
  let fixed: boolean;
  beforeEach(() => {
    projecting = new Projecting();
    fixed = false;
  });
  afterEach(() => projecting.close());

  const KINDS: readonly [string, () => readonly Operation[]][] = [
    [
      'throws',
      () => {
        throw new TypeError('of 08031234567');
      },
    ],
    ['asks for a missing row', () => [{ op: 'set', key: 'nobody', columns: { times: 1n } }]],
    ['writes what does not fit', () => [{ op: 'put', row: { id: 'ada', times: 'many' } }]],
  ];
  const poisoned = (broken: () => readonly Operation[]): Projection =>
    perPerson(({ type, data }) => {
      if (type === 'Poison' && !fixed) return broken();
      if (type === 'Erased')
        return [{ op: 'clear', where: { column: 'id', is: 'ada' }, columns: { times: 0n } }];
      return [counted(data['userId'])];
    });
  const of = (userId: string) => ({ userId });
  const tell = async (...told: readonly (readonly [type: string, userId: string])[]): Promise<void> => {
    for (const [type, userId] of told) await projecting.happen(1, type, of(userId));
  };
  const STORY: readonly (readonly [type: string, userId: string])[] = [
    ['Noted', 'ada'],
    ['Noted', 'bola'],
    ['Poison', 'ada'],
    ['Noted', 'bola'],
    ['Noted', 'ada'],
    ['Noted', 'bola'],
    ['Noted', 'ada'],
  ];
  const times = () => Promise.all([projecting.times('ada'), projecting.times('bola')]);
  const parked = () => projecting.running.health()[0]?.parked;

  describe.each(KINDS)('because the projection %s', (_, broken) => {
    it('parks only the person it belongs to, even within one batch', async () => {
      await tell(...STORY);
      projecting.run([poisoned(broken)]);
      await projecting.untilAt(7);
      await tell(['Noted', 'ada'], ['Noted', 'bola']);
      await projecting.untilAt(9);
      expect(await times()).toEqual([1n, 4n]);
      expect(parked()).toEqual([{ key: 'ada', since: 3, reason: expect.stringMatching(/^Poison: \w+/) }]);
      expect(JSON.stringify(parked())).not.toContain('0803');
      expect(projecting.running.health()[0]).toMatchObject({ checkpoint: 9, halted: undefined });
    });

    it('stays parked after a restart, even with a fix', async () => {
      await tell(...STORY);
      projecting.run([poisoned(broken)]);
      await projecting.untilAt(7);
      await projecting.stop();
      fixed = true;
      projecting.run([poisoned(broken)]);
      await tell(['Noted', 'ada']);
      await projecting.untilAt(8);
      expect(await times()).toEqual([1n, 3n]);
      expect(parked()).toMatchObject([{ key: 'ada', since: 3 }]);
    });

    it('is applied by unpark after a fix, with the same rows as a rebuild', async () => {
      await tell(...STORY);
      projecting.run([poisoned(broken)]);
      await projecting.untilAt(7);
      expect(await projecting.running.unpark('counts')).toMatchObject({
        unparked: [],
        parked: [{ key: 'ada' }],
      });
      expect(await times()).toEqual([1n, 3n]);
      fixed = true;
      expect(await projecting.running.unpark('counts')).toEqual({
        view: 'counts',
        unparked: ['ada'],
        parked: [],
        position: 7,
      });
      expect(await times()).toEqual([4n, 3n]);
      expect(parked()).toEqual([]);
      await tell(['Noted', 'ada']);
      await projecting.untilAt(8);
      expect(await times()).toEqual([5n, 3n]);
      expect(await projecting.running.rebuild('counts')).toMatchObject({ differing: 0, parked: [] });
    });

    it('is parked by a rebuild too, and applied by a rebuild after a fix', async () => {
      await tell(...STORY);
      projecting.run([poisoned(broken)]);
      await projecting.untilAt(7);
      const [before] = parked() ?? [];
      expect(await projecting.running.rebuild('counts')).toMatchObject({
        differing: 0,
        swapped: true,
        parked: [before],
      });
      expect(parked()).toEqual([before]);
      fixed = true;
      expect(await projecting.running.rebuild('counts')).toMatchObject({
        differing: 1,
        swapped: true,
        parked: [],
      });
      expect(await times()).toEqual([4n, 3n]);
      expect(parked()).toEqual([]);
    });
  });

  const [[, throws]] = KINDS as [(typeof KINDS)[number]];

  it('parks its stream when it has no person, and unpark then rebuilds the view', async () => {
    const shared: Projection = {
      ...counts,
      project: ({ event }) => (event.type === 'Poison' && !fixed ? throws() : [counted('all')]),
    };
    await tell(...STORY);
    projecting.run([shared]);
    await projecting.untilAt(7);
    expect(parked()).toMatchObject([{ key: 's3', since: 3 }]);
    expect(await projecting.times('all')).toBe(6n);
    fixed = true;
    expect(await projecting.running.unpark('counts')).toMatchObject({ unparked: ['s3'], parked: [] });
    expect(await projecting.times('all')).toBe(7n);
    expect(parked()).toEqual([]);
  });

  it('does not stop the erasure of a parked person, before and after unpark', async () => {
    await tell(...STORY, ['Erased', 'ada']);
    projecting.run([poisoned(throws)]);
    await projecting.untilAt(8);
    expect(await times()).toEqual([0n, 3n]);
    fixed = true;
    await projecting.running.unpark('counts');
    expect(await times()).toEqual([0n, 3n]);
  });

  it('lets unpark apply events up to the next one that fails', async () => {
    await tell(...STORY, ['Worse', 'ada'], ['Noted', 'ada']);
    const projection = poisoned(throws);
    projecting.run([
      {
        ...projection,
        project: (projected) => (projected.event.type === 'Worse' ? throws() : projection.project(projected)),
      },
    ]);
    await projecting.untilAt(9);
    fixed = true;
    expect(await projecting.running.unpark('counts')).toMatchObject({
      unparked: [],
      parked: [{ key: 'ada', since: 8 }],
    });
    expect(await times()).toEqual([4n, 3n]);
    await tell(['Noted', 'ada'], ['Noted', 'bola']);
    await projecting.untilAt(11);
    expect(await times()).toEqual([4n, 4n]);
  });

  it('halts the view beyond PARKED_MAX keys, while other views go on', async () => {
    const texts = notes(() => null);
    for (let n = 0; n <= PARKED_MAX; n += 1) await projecting.happen(1, 'Poison', of(`u${n}`));
    projecting.run([poisoned(throws), texts]);
    await projecting.untilAt(PARKED_MAX + 1);
    const [halted, other] = projecting.running.health();
    expect(halted?.parked).toHaveLength(PARKED_MAX);
    expect(halted).toMatchObject({ checkpoint: PARKED_MAX, halted: { position: PARKED_MAX + 1 } });
    expect(other).toMatchObject({ checkpoint: PARKED_MAX + 1, halted: undefined, parked: [] });
  });

  it('is reported by type, error name and place, without its content', () => {
    const fault = (() => {
      try {
        return BigInt('08031234567 of Ada');
      } catch (error) {
        return error;
      }
    })();
    expect(reasonOf({ type: 'PurchaseAccepted' } as RecordedEvent, fault)).toMatch(
      /^PurchaseAccepted: SyntaxError( at parking\.int\.spec\.\w+:\d+)?$/,
    );
    expect(reasonOf({ type: 'T' } as RecordedEvent, 'Ada')).toBe('T: not an error');
  });
});
