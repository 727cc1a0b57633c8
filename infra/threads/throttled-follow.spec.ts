import { describe, expect, it, jest } from '@jest/globals';
import type { EventStore, FollowOptions, RecordedEvent } from '../event-store/event-store.js';
import { createLoadSignal, LoadSignal } from './load-signal.js';
import { throttledFollow } from './throttled-follow.js';

const HOUR_MS = 3_600_000;
const WHILE_THROTTLED = { batchSize: 10, restMs: 20, patienceMs: HOUR_MS };

const eventsOf = (count: number, ageMs = 0): RecordedEvent[] =>
  Array.from(
    { length: count },
    (_, index) => ({ position: index + 1, at: new Date(Date.now() - ageMs).toISOString() }) as RecordedEvent,
  );

const storeOf = (events: readonly RecordedEvent[]): Pick<EventStore, 'follow'> => ({
  async *follow() {
    yield events;
  },
});

async function bitesOf(
  events: readonly RecordedEvent[],
  on: boolean,
  options: Partial<FollowOptions> = {},
): Promise<{ readonly batches: number[][]; readonly ms: number }> {
  const started = performance.now();
  const batches: number[][] = [];
  const follow = throttledFollow(storeOf(events), { on }, WHILE_THROTTLED);
  for await (const batchSize of follow({ after: 0, signal: new AbortController().signal, ...options }))
    batches.push(batchSize.map(({ position }) => position));
  return { batches, ms: performance.now() - started };
}

describe('a throttled follower', () => {
  it('takes all events at once while no customer waits', async () => {
    const { batches } = await bitesOf(eventsOf(25), false);
    expect(batches.map(({ length }) => length)).toEqual([25]);
  });

  it('takes small batches with pauses during a rush, and skips none', async () => {
    const { batches, ms } = await bitesOf(eventsOf(25), true);
    expect(batches.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(batches.flat()).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
    expect(ms).toBeGreaterThan(50);
  });

  it('is not throttled when far behind', async () => {
    const { batches } = await bitesOf(eventsOf(25, 2 * HOUR_MS), true);
    expect(batches.map(({ length }) => length)).toEqual([25]);
  });

  it('ends during its pause when told to', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 5);
    const { batches } = await bitesOf(eventsOf(25), true, { signal: stop.signal });
    expect(batches.map(({ length }) => length)).toEqual([10]);
  });
});

describe('a rush', () => {
  it('is seen by other threads when many customers wait at once', () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    const shared = createLoadSignal();
    const [counting, looking] = [new LoadSignal(shared), new LoadSignal(shared)];
    for (let customer = 1; customer < 16; customer++) counting.begin();
    expect(looking.on).toBe(false);
    counting.begin();
    expect(looking.on).toBe(true);
    clock.mockReturnValue(Date.now() + HOUR_MS);
    expect(looking.on).toBe(false);
    clock.mockRestore();
  });

  it('slows no thread while it is ignored', () => {
    const loadSignal = new LoadSignal();
    loadSignal.ignored = true;
    for (let customer = 0; customer < 40; customer++) loadSignal.begin();
    expect(loadSignal.on).toBe(false);
  });

  it('does not count customers with an answer', () => {
    const loadSignal = new LoadSignal();
    for (let customer = 0; customer < 40; customer++) {
      loadSignal.begin();
      loadSignal.end();
    }
    expect(loadSignal.on).toBe(false);
  });
});
