import { describe, expect, it } from '@jest/globals';
import type { AllStreamRecordedEvent, AllStreamSubscription } from '@eventstore/db-client';
import { getEventListeners, EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '../../event-store.js';
import { NO_STREAM } from '../../event-store.js';
import { newEvents, newStream } from '../../testing/new-event.js';
import { FellBehind, LiveRecords } from './live-records.js';
import { FOLLOWER, useProcesses } from '../testing/processes.js';
import { SLOW_SUBSCRIBERS } from '../../../testing/eventstoredb-fixture/faults.js';
import { digestOf, eventually, startFollowing, surely, useFixture } from '../testing/opened.js';

const world = useFixture({ nodes: 3 });
const start = useProcesses();
const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);

async function fill(store: EventStore, appends: number): Promise<void> {
  for (let n = 0; n < appends; n += 1) await store.append(newStream(), NO_STREAM, newEvents(20));
}

describe('a server that drops slow subscribers', () => {
  it('is caught up with by pages before the subscription starts', async () => {
    const writer = await world.open();
    await fill(writer, 150);
    world.fixture.faults.behindMax = 20;
    const { subscriptions } = world.fixture.asked;
    const store = await world.open();
    const following = startFollowing(store);
    await following.until(3_000);
    expect(following.seen.map(({ position }) => position)).toEqual(upTo(3_000));
    expect(world.fixture.asked.subscriptions - subscriptions).toBe(1);
    await following.stop();
  });

  it('is followed to the end of the log despite repeated drops', async () => {
    const said: string[] = [];
    const warn = (_facts: unknown, text?: string): void => void said.push(text ?? '');
    const store = await world.open({ logger: { info: () => undefined, error: warn, warn } });
    const writer = await world.open();
    const following = startFollowing(store);
    Object.assign(world.fixture.faults, { liveMax: 40, behindMax: 20 });
    await fill(writer, 100);
    await following.until(2_000);
    expect(following.seen.map(({ position }) => position)).toEqual(upTo(2_000));
    await eventually(() => store.lateMs() === 0);
    expect(store.lateMs()).toBe(0);
    // A consumer that is slow for a short time causes no warning.
    expect(said).toEqual([]);
    await following.stop();
  });

  it('keeps a subscriber whose process pauses while hundreds of events arrive', async () => {
    Object.assign(world.fixture.faults, SLOW_SUBSCRIBERS.drop);
    const follower = start(FOLLOWER, world.fixture.url, '400');
    await eventually(() => follower.lines.includes('ready'));
    const writer = await world.open();
    const { subscriptions } = world.fixture.asked;
    follower.process.kill('SIGSTOP');
    await fill(writer, 20);
    follower.process.kill('SIGCONT');
    await follower.exit;
    expect(follower.lines.at(-1)).toMatch(/^followed 400 /);
    expect(world.fixture.asked.subscriptions).toBe(subscriptions);
  });

  it.each([
    ['drops it', SLOW_SUBSCRIBERS.drop],
    ['reads the log for it', SLOW_SUBSCRIBERS.catchUp],
  ])(
    'has a slow subscriber with a window of 64 kB up to date during the load when it %s',
    async (_, faults) => {
      const { fixture } = world;
      Object.assign(fixture.faults, faults);
      const follower = start(FOLLOWER, fixture.url, '400', String(64 << 10));
      await eventually(() => follower.lines.includes('ready'));
      const writer = await world.open();
      const { subscriptions } = fixture.asked;
      follower.process.kill('SIGSTOP');
      await fill(writer, 20);
      follower.process.kill('SIGCONT');
      for (; !follower.lines.includes('current') && follower.process.exitCode === null; await sleep(5))
        await writer.append(newStream(), NO_STREAM, newEvents(1));
      const slow = {
        dropped: fixture.asked.subscriptions > subscriptions,
        caughtUp: fixture.told.catchUps > 0,
      };
      expect(slow).toEqual({
        dropped: faults === SLOW_SUBSCRIBERS.drop,
        caughtUp: faults !== SLOW_SUBSCRIBERS.drop,
      });
      expect(follower.lines.at(-2)?.split(' ').at(-1)).toBe(await digestOf(writer, 400));
    },
  );

  it('raises lateMs when the server sends nothing of an acknowledged append', async () => {
    const store = await world.open();
    world.fixture.stallSubscriptions();
    await store.append(newStream(), NO_STREAM, newEvents(1));
    await eventually(() => store.lateMs() > 200);
    expect(store.connected()).toBe(true);
    world.fixture.resumeSubscriptions();
    await eventually(() => store.lateMs() === 0);
    expect(store.lateMs()).toBe(0);
  });

  it('raises lateMs while events are missing and resets it at the end of the log', async () => {
    const store = await world.open();
    expect(store.lateMs()).toBe(0);
    await world.fixture.refuseConnections();
    await eventually(() => store.lateMs() > 200);
    expect(store.lateMs()).toBeGreaterThan(200);
    await world.fixture.acceptConnections();
    await eventually(() => store.lateMs() === 0);
    expect(store.lateMs()).toBe(0);
  });
});

describe('LiveRecords', () => {
  const record = { data: Buffer.alloc(10) } as unknown as AllStreamRecordedEvent;
  const receive = (handle: (records: readonly AllStreamRecordedEvent[]) => void) => {
    const events = new EventEmitter();
    let destroyed = false;
    const subscription = Object.assign(events, {
      destroy: () => (destroyed = true),
      unsubscribe: () => Promise.resolve(),
    });
    const live = new LiveRecords(subscription as unknown as AllStreamSubscription, {
      handle,
      onConfirmed: () => undefined,
    });
    const arrives = (count: number): void => {
      for (let n = 0; n < count; n += 1) events.emit('data', { event: record });
    };
    return { live, arrives, events, destroyed: () => destroyed };
  };

  it('takes records off the subscription at once and handles them in order, in slices', async () => {
    const portions: number[] = [];
    const { live, arrives, events } = receive((records) => void portions.push(records.length));
    arrives(1_000);
    expect(portions).toEqual([]);
    expect(live.waitingSince).toBeDefined();
    events.emit('end');
    await live.ended;
    expect(portions).toEqual([256, 256, 256, 232]);
    expect(live.waitingSince).toBeUndefined();
  });

  it('ends the subscription when too many records wait', async () => {
    let handled = 0;
    const { live, arrives, destroyed } = receive((records) => void (handled += records.length));
    arrives(100_000);
    expect(destroyed()).toBe(true);
    expect(await live.ended).toBeInstanceOf(FellBehind);
    expect(handled).toBe(8_193);
  });

  it('ends with the error of its handler', async () => {
    const fault = new Error('damaged');
    const { live, arrives, destroyed } = receive(() => {
      throw fault;
    });
    arrives(300);
    expect(await live.ended).toBe(fault);
    expect(destroyed()).toBe(true);
  });
});

describe('a ledger on a server that holds others', () => {
  it('opens and finds the end of its log without reading the other ledgers', async () => {
    const ours = await world.open({ prefix: 'ours.' });
    await fill(ours, 2);
    await ours.close();
    const theirs = await world.open({ prefix: 'theirs.' });
    for (let n = 0; n < 60; n += 1) await theirs.append(newStream(), NO_STREAM, newEvents(100));
    const before = { ...world.fixture.asked };
    const store = await world.open({ prefix: 'ours.' });
    expect(await store.lastPosition()).toBe(40);
    expect(await store.readAll(0, 100)).toHaveLength(40);
    const { reads, recordsRead } = world.fixture.asked;
    expect(recordsRead - before.recordsRead).toBeLessThan(50);
    expect(reads - before.reads).toBeLessThan(10);
  });
});

describe('a long-lived signal', () => {
  it('keeps no listener after waits and retries', async () => {
    const stop = new AbortController();
    const listeners = (): number => getEventListeners(stop.signal, 'abort').length;
    const store = await world.open({ signal: stop.signal, deadlineMs: 5_000 });
    const opened = listeners();
    const following = startFollowing(store);
    await world.fixture.refuseConnections();
    const reads = Array.from({ length: 40 }, () => store.readStream('note-1').catch(() => undefined));
    const appends = Array.from({ length: 40 }, () =>
      store.append(newStream(), NO_STREAM, newEvents(1)).catch(() => undefined),
    );
    await Promise.all(reads);
    await world.fixture.acceptConnections();
    await Promise.all(appends);
    await surely(() => store.head('note-1'));
    await fill(store, 30);
    await following.until(640);
    await following.stop();
    expect(listeners()).toBe(opened);
    const { closing } = (store as unknown as { parts: { closing: AbortController } }).parts;
    await eventually(() => getEventListeners(closing.signal, 'abort').length <= 1);
    expect(getEventListeners(closing.signal, 'abort').length).toBeLessThanOrEqual(1);
    await store.close();
    expect(listeners()).toBe(0);
  });
});
