import { describe, expect, it } from '@jest/globals';
import type { EventStore, FollowOptions, RecordedEvent } from '../event-store/event-store.js';
import { createRush, Rush } from './rush.js';
import { standingBack } from './stand-back.js';

const IN_A_RUSH = { bite: 10, restMs: 20, patienceMs: 5_000 };

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
): Promise<{ readonly bites: number[][]; readonly ms: number }> {
  const started = performance.now();
  const bites: number[][] = [];
  const follow = standingBack(storeOf(events), { on }, IN_A_RUSH);
  for await (const bite of follow({ after: 0, signal: new AbortController().signal, ...options }))
    bites.push(bite.map(({ position }) => position));
  return { bites, ms: performance.now() - started };
}

describe('a follower that stands back', () => {
  it('takes what there is at once while nobody waits', async () => {
    const { bites } = await bitesOf(eventsOf(25), false);
    expect(bites.map(({ length }) => length)).toEqual([25]);
  });

  it('takes small bites with pauses in a rush, and leaves nothing out', async () => {
    const { bites, ms } = await bitesOf(eventsOf(25), true);
    expect(bites.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(bites.flat()).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
    expect(ms).toBeGreaterThan(50);
  });

  it('stands back no more when it is far behind', async () => {
    const { bites } = await bitesOf(eventsOf(25, 6_000), true);
    expect(bites.map(({ length }) => length)).toEqual([25]);
  });

  it('ends in its pause when it is told to', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 5);
    const { bites } = await bitesOf(eventsOf(25), true, { signal: stop.signal });
    expect(bites.map(({ length }) => length)).toEqual([10]);
  });
});

describe('a rush', () => {
  it('is seen by other threads when many customers wait at once', () => {
    const shared = createRush();
    const [counting, looking] = [new Rush(shared), new Rush(shared)];
    for (let customer = 1; customer < 16; customer++) counting.begin();
    expect(looking.on).toBe(false);
    counting.begin();
    expect(looking.on).toBe(true);
  });

  it('does not count those who have their answer', () => {
    const rush = new Rush();
    for (let customer = 0; customer < 40; customer++) {
      rush.begin();
      rush.end();
    }
    expect(rush.on).toBe(false);
  });
});
