import { beforeEach, describe, expect, it } from '@jest/globals';
import { decideAndAppend, type Decision } from './decide-and-append.js';
import {
  AppendOutcomeUnknown,
  NO_STREAM,
  RevisionConflict,
  StoreUnavailable,
  type NewEvent,
  type StreamHead,
} from './event-store.js';
import { MemoryEventStore } from './testing/memory-event-store.js';
import { newEvent, newStream } from './testing/new-event.js';

type Fault = 'stored-unanswered' | 'lost' | 'unavailable';

/** Fails the next appends with `faults`, and records the ids of each append. */
class FaultyStore extends MemoryEventStore {
  readonly faults: Fault[] = [];
  readonly asked: string[][] = [];

  override async append(stream: string, expected: StreamHead, events: readonly NewEvent[]) {
    this.asked.push(events.map(({ id }) => id));
    const fault = this.faults.shift();
    if (fault === 'unavailable') throw new StoreUnavailable('disk full');
    if (fault === 'lost') throw new AppendOutcomeUnknown('no answer');
    const appended = await super.append(stream, expected, events);
    if (fault === 'stored-unanswered') throw new AppendOutcomeUnknown('no answer');
    return appended;
  }
}

interface Count extends StreamHead {
  readonly count: number;
}

describe('deciding and appending', () => {
  let store: FaultyStore;
  let stream: string;
  let loads: number;
  let forgotten: number;

  /** Decision that adds one event while there are fewer than `most`, then refuses. */
  const upTo = (most: number, remembered?: Count): Decision<Count, NewEvent> => ({
    stream,
    remembered,
    load: async () => {
      loads += 1;
      const events = await store.readStream(stream);
      return { ...(events.at(-1) ?? NO_STREAM), count: events.length };
    },
    decide: ({ count }) => {
      if (count >= most) throw new Error('full');
      return [newEvent({ count })];
    },
    forget: () => (forgotten += 1),
  });
  const counts = async (): Promise<unknown[]> =>
    (await store.readStream(stream)).map(({ data }) => data['count']);

  beforeEach(() => {
    store = new FaultyStore();
    stream = newStream();
    loads = 0;
    forgotten = 0;
  });

  it('appends the decided events and returns the state they were decided on', async () => {
    const { events, loaded, appended } = await decideAndAppend(store, upTo(3));
    expect([events.length, loaded.count, appended?.head.revision, loads]).toEqual([1, 0, 0, 1]);
  });

  it('appends nothing when the decision has no events', async () => {
    const { events, appended } = await decideAndAppend(store, { ...upTo(3), decide: () => [] });
    expect([events, appended, store.asked]).toEqual([[], undefined, []]);
  });

  it('decides on the remembered state without a read', async () => {
    await decideAndAppend(store, upTo(3, { ...NO_STREAM, count: 0 }));
    expect([await counts(), loads]).toEqual([[0], 0]);
  });

  it('reads the stream before it refuses or does nothing', async () => {
    await decideAndAppend(store, upTo(3, { ...NO_STREAM, count: 3 }));
    expect([await counts(), loads]).toEqual([[0], 1]);
    const nothing = { ...upTo(3), remembered: { ...NO_STREAM, count: 7 } };
    const decide = ({ count }: Count) => (count === 7 ? [] : [newEvent({ count })]);
    await decideAndAppend(store, { ...nothing, decide });
    expect([await counts(), loads]).toEqual([[0, 1], 2]);
  });

  it('decides again on the stored state when the remembered one is stale', async () => {
    await decideAndAppend(store, upTo(3));
    await decideAndAppend(store, upTo(3, { ...NO_STREAM, count: 0 }));
    expect([await counts(), forgotten]).toEqual([[0, 1], 1]);
  });

  it('loses no event and breaks no rule under concurrent decisions', async () => {
    const all = await Promise.allSettled([1, 2, 3, 4, 5].map(() => decideAndAppend(store, upTo(3))));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await counts()).toEqual([0, 1, 2]);
  });

  it('retries with the same ids after an unknown outcome', async () => {
    store.faults.push('lost', 'stored-unanswered');
    await decideAndAppend(store, upTo(3));
    expect(await counts()).toEqual([0]);
    expect(new Set(store.asked.flat()).size).toBe(1);
    expect(store.asked).toHaveLength(3);
  });

  it('throws and forgets the remembered state when the outcome stays unknown or the store refuses', async () => {
    store.faults.push('lost', 'lost', 'lost', 'lost', 'unavailable');
    await expect(decideAndAppend(store, upTo(3))).rejects.toThrow(AppendOutcomeUnknown);
    await expect(decideAndAppend(store, upTo(3))).rejects.toThrow(StoreUnavailable);
    expect([await counts(), forgotten]).toEqual([[], 2]);
  });

  it('reports an unknown outcome when the store refuses the retry of an unanswered append', async () => {
    store.faults.push('stored-unanswered', 'unavailable', 'unavailable');
    await decideAndAppend(store, upTo(3));
    expect([await counts(), store.asked.length]).toEqual([[0], 4]);
    store.faults.push('stored-unanswered', ...Array<Fault>(3).fill('unavailable'));
    await expect(decideAndAppend(store, upTo(3))).rejects.toThrow(AppendOutcomeUnknown);
    expect(await counts()).toEqual([0, 1]);
  });

  it('gives up after too many conflicts', async () => {
    const crowded = upTo(100);
    const load = async (): Promise<Count> => {
      const loaded = await crowded.load();
      await store.append(stream, loaded, [newEvent()]);
      return loaded;
    };
    await expect(decideAndAppend(store, { ...crowded, load })).rejects.toThrow(RevisionConflict);
    expect(loads).toBe(9);
  });
});
