import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { status } from '@grpc/grpc-js';
import type { EventStore, RecordedEvent, StreamHead } from '../../event-store.js';
import { LogReplaced, NO_STREAM } from '../../event-store.js';
import { newEvent, newEvents, newStream } from '../../testing/new-event.js';
import { LogDamaged } from '../connection/store-failures.js';
import { eventually, startFollowing, useFixture } from '../testing/opened.js';

const world = useFixture();
/** Short heartbeats, so that a dead subscription is found quickly. */
const HEARTBEAT = { heartbeatMs: 300 };

const positions = (events: readonly RecordedEvent[]): number[] => events.map(({ position }) => position);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);

async function appendEach(store: EventStore, count: number, stream = newStream()): Promise<StreamHead> {
  let head = await store.head(stream);
  for (const event of newEvents(count)) head = (await store.append(stream, head, [event])).head;
  return head;
}

describe('a server that was restored to an older log under this process', () => {
  it.each([
    ['and is as old', 3, 0],
    ['and has other events since', 3, 5],
    ['and is empty', 0, 0],
    ['and began anew', 0, 9],
  ])('%s: stops all reads, and says so once', async (_, kept, later) => {
    const replaced: string[] = [];
    const store = await world.open({ onReplaced: ({ message }) => replaced.push(message) });
    const following = startFollowing(store);
    const stream = newStream();
    await appendEach(store, 6, stream);
    await following.until(6);
    await world.fixture.refuseConnections();
    world.fixture.rollBack(stream, kept);
    for (let n = 0; n < later; n += 1)
      world.fixture.store(stream, {
        id: randomUUID(),
        type: 'Noted',
        contentType: 'application/json',
        data: Buffer.from('{}'),
      });
    await world.fixture.acceptConnections();
    await eventually(() => replaced.length > 0);
    expect(replaced).toEqual([
      expect.stringMatching(/^the event store lacks event 6, which this process has read/),
    ]);
    await expect(store.lastPosition()).rejects.toThrow(/lacks event 6/);
    await expect(following.ended).rejects.toBeInstanceOf(LogReplaced);
    expect(store.connected()).toBe(false);
  });

  it('gets no append of this process, also of one that waits for the server', async () => {
    const replaced: unknown[] = [];
    const store = await world.open({ onReplaced: ({ newest }) => replaced.push(newest) });
    const stream = newStream();
    const head = await appendEach(store, 6, stream);
    const [newest] = await store.readAll(5, 1);
    await world.fixture.refuseConnections();
    const others = newStream();
    const waiting = newEvents(20).map((event, n) => store.append(`${others}-${n}`, NO_STREAM, [event]));
    world.fixture.rollBack(stream, 3);
    await world.fixture.acceptConnections();
    const ended = await Promise.allSettled(waiting);
    expect(new Set(ended.map(({ status: how }) => how))).toEqual(new Set(['rejected']));
    await expect(store.append(stream, head, newEvents(1))).rejects.toThrow(/lacks event 6/);
    expect(replaced).toMatchObject([{ position: 6, hash: newest!.hash }]);
    const fresh = await world.open();
    expect(await fresh.lastPosition()).toBe(3);
  });
});

describe('the end of a subscription', () => {
  it.each([
    [
      'the client does not subscribe again by itself: dropped as unavailable',
      () => world.fixture.dropSubscriptions(),
    ],
    [
      'an end without an error looks like all was said: ended cleanly',
      () => world.fixture.endSubscriptions(),
    ],
    ['internal errors of a failover', () => world.fixture.dropSubscriptions(status.INTERNAL)],
    ['lost data, as a follower says it', () => world.fixture.dropSubscriptions(status.DATA_LOSS)],
    ['cancelled by the server', () => world.fixture.dropSubscriptions(status.CANCELLED)],
    ['unknown', () => world.fixture.dropSubscriptions(status.UNKNOWN)],
    ['refused for once', () => world.fixture.dropSubscriptions(status.PERMISSION_DENIED)],
    ['every connection cut', () => world.fixture.cutConnections()],
  ])('is survived: %s', async (_title, strike) => {
    const store = await world.open();
    const following = startFollowing(store);
    await appendEach(store, 3);
    await following.until(3);
    strike();
    await eventually(() => !store.connected());
    expect(store.connected()).toBe(false);
    await appendEach(store, 4);
    expect(positions(await following.until(7))).toEqual(upTo(7));
    await eventually(() => store.connected());
    expect(store.connected()).toBe(true);
    expect(world.fixture.asked.subscriptions).toBeGreaterThan(1);
    await following.stop();
  });

  it('does not stop appends during the pause before the next subscription', async () => {
    let ended = 0;
    const warn = (_facts: unknown, text?: string): void =>
      void (text?.startsWith('the subscription') && ended++);
    const store = await world.open({ logger: { info: () => undefined, error: () => undefined, warn } });
    await appendEach(store, 1);
    const strikes = setInterval(() => world.fixture.dropSubscriptions(), 20);
    await eventually(() => ended > 5);
    clearInterval(strikes);
    const begun = performance.now();
    await appendEach(store, 1);
    // The sixth pause takes at least 1,120 ms.
    expect(performance.now() - begun).toBeLessThan(900);
  });

  it('is survived repeatedly while events arrive', async () => {
    const store = await world.open();
    const writer = await world.open();
    const following = startFollowing(store);
    const strikes = setInterval(() => {
      world.fixture.endSubscriptions();
      world.fixture.dropSubscriptions();
    }, 40);
    await Promise.all(Array.from({ length: 5 }, () => appendEach(writer, 40)));
    clearInterval(strikes);
    expect(positions(await following.until(200))).toEqual(upTo(200));
    expect(new Set(following.seen.map(({ id }) => id)).size).toBe(200);
    await following.stop();
  });

  it('is survived while the server refuses connections', async () => {
    let ended = 0;
    const warn = (_facts: unknown, text?: string): void =>
      void (text?.startsWith('the subscription') && ended++);
    const store = await world.open({ logger: { info: () => undefined, error: () => undefined, warn } });
    const following = startFollowing(store);
    await appendEach(store, 1);
    await following.until(1);
    await world.fixture.refuseConnections();
    await eventually(() => ended > 4);
    expect(ended).toBeGreaterThan(4);
    expect(store.connected()).toBe(false);
    await world.fixture.acceptConnections();
    await appendEach(store, 2);
    expect(positions(await following.until(3))).toEqual([1, 2, 3]);
    await following.stop();
  });

  it('is detected by a heartbeat when the open connection is dead', async () => {
    const store = await world.open(HEARTBEAT);
    const following = startFollowing(store);
    await appendEach(store, 2);
    await following.until(2);
    const { subscriptions } = world.fixture.asked;
    world.fixture.silenceSubscriptions();
    await appendEach(store, 2);
    expect(positions(await following.until(4))).toEqual([1, 2, 3, 4]);
    // The store reads the missed events as pages before the next subscription is confirmed.
    await eventually(() => world.fixture.asked.subscriptions > subscriptions);
    expect(world.fixture.asked.subscriptions).toBeGreaterThan(subscriptions);
    expect(world.fixture.stored('heartbeat').length).toBeGreaterThan(0);
    await following.stop();
  });

  it('is bridged by pages while the subscriptions of the server stall', async () => {
    const store = await world.open(HEARTBEAT);
    const following = startFollowing(store);
    world.fixture.stallSubscriptions();
    await appendEach(store, 3);
    // The unanswered heartbeat reveals the stall. New subscriptions are not confirmed either.
    await eventually(() => !store.connected());
    expect(store.connected()).toBe(false);
    expect(positions(await following.until(3))).toEqual([1, 2, 3]);
    world.fixture.resumeSubscriptions();
    await eventually(() => store.connected());
    expect(store.connected()).toBe(true);
    await following.stop();
  });
});

describe('the events followed', () => {
  it('continue after the last event handled, not at the checkpoint of the server', async () => {
    const store = await world.open();
    const following = startFollowing(store);
    world.fixture.stallSubscriptions();
    await appendEach(store, 3);
    // The server reports a checkpoint at the end of the log, then drops the subscription before any event.
    world.fixture.checkpointSubscriptions();
    world.fixture.dropSubscriptions();
    world.fixture.resumeSubscriptions();
    expect(positions(await following.until(3))).toEqual([1, 2, 3]);
    await following.stop();
  });

  it('are counted once when the server sends them twice', async () => {
    world.fixture.faults.duplicating = true;
    const store = await world.open();
    const following = startFollowing(store);
    await appendEach(store, 20);
    await following.until(20);
    expect(await store.lastPosition()).toBe(20);
    expect(positions(following.seen)).toEqual(upTo(20));
    await following.stop();
  });

  it('reach a slow follower one at a time', async () => {
    const store = await world.open();
    let [atOnce, most] = [0, 0];
    const following = startFollowing(store, 0, async () => {
      most = Math.max(most, (atOnce += 1));
      await new Promise((resolve) => setTimeout(resolve, 3));
      atOnce -= 1;
    });
    await store.append(newStream(), NO_STREAM, newEvents(30));
    expect(positions(await following.until(30))).toEqual(upTo(30));
    expect(most).toBe(1);
    await following.stop();
  });

  it('need a single subscription for any number of followers', async () => {
    const store = await world.open();
    const followers = Array.from({ length: 150 }, () => startFollowing(store));
    await appendEach(store, 5);
    for (const following of followers) expect(positions(await following.until(5))).toEqual(upTo(5));
    expect(world.fixture.asked.subscriptions).toBe(1);
    await Promise.all(followers.map((following) => following.stop()));
  });

  it('are filtered by the server, and heartbeats are not counted', async () => {
    const store = await world.open(HEARTBEAT);
    const following = startFollowing(store);
    await appendEach(store, 20);
    await eventually(() => world.fixture.delivered.has('heartbeat'));
    await appendEach(store, 1);
    expect(positions(await following.until(21))).toEqual(upTo(21));
    expect([...world.fixture.delivered].filter((stream) => stream.startsWith('$'))).toEqual([]);
    expect(world.fixture.delivered).toContain('heartbeat');
    expect(world.fixture.stored('$stats-127.0.0.1:2113').length).toBeGreaterThan(1);
    await following.stop();
  });
});

describe('a heartbeat', () => {
  it('limits the size of its stream once and is not counted as an event', async () => {
    const [first] = await Promise.all([1, 2, 3].map(() => world.open(HEARTBEAT)));
    if (!first) throw new Error('none was opened');
    await appendEach(first, 3);
    await eventually(() => world.fixture.stored('heartbeat').length > 3);
    expect(world.fixture.stored('heartbeat').length).toBeGreaterThan(3);
    expect(world.fixture.stored('$$heartbeat')).toHaveLength(1);
    expect(await first.lastPosition()).toBe((await first.readAll(0, 10_000)).length);
  });
});

describe('a damaged log', () => {
  const id = '6f0a9a5e-8d3f-4c43-9a3e-0d4bb9f0a111';
  const foreign = {
    id,
    type: 'Noted',
    contentType: 'application/json',
    data: Buffer.from('{"not": "ours"}'),
  };

  it.each([
    ['an event somebody else wrote', { ...foreign }],
    ['malformed JSON', { ...foreign, data: Buffer.from('{"not') }],
    ['bytes that are not what was sealed', { ...foreign, contentType: 'application/octet-stream' }],
    ['a record the client itself cannot convert, and would stand still over', { ...foreign, id: undefined }],
  ])('is a fault for every reader: %s', async (_title, record) => {
    const faults: unknown[] = [];
    const error = (facts: unknown): void => void faults.push(facts);
    const store = await world.open({ logger: { info: () => undefined, warn: () => undefined, error } });
    const following = startFollowing(store);
    await appendEach(store, 2);
    await following.until(2);
    world.fixture.store('note-foreign', record);
    await expect(following.ended).rejects.toBeInstanceOf(Error);
    expect(store.connected()).toBe(false);
    expect(faults).toHaveLength(1);
    await expect(store.readAll(2, 10)).rejects.toBeInstanceOf(Error);
    await expect(startFollowing(store).ended).rejects.toBeInstanceOf(Error);
  });

  it('with a gap in a stream is refused by followers and at opening', async () => {
    const store = await world.open();
    const following = startFollowing(store);
    const stream = newStream();
    world.fixture.stallSubscriptions();
    const { head } = await store.append(stream, NO_STREAM, newEvents(3));
    world.fixture.loseRecord(stream, 1);
    world.fixture.resumeSubscriptions();
    await expect(following.ended).rejects.toThrow(/gap/);
    await expect(following.ended).rejects.toBeInstanceOf(LogDamaged);
    await expect(world.open()).rejects.toBeInstanceOf(LogDamaged);
    await expect(store.append(stream, head, [newEvent()])).resolves.toBeDefined();
  });

  it('with an event on the wrong hash chain is refused by followers', async () => {
    const store = await world.open();
    const stream = newStream();
    const { head } = await store.append(stream, NO_STREAM, newEvents(1));
    const other = await store.append(newStream(), NO_STREAM, newEvents(1));
    const following = startFollowing(store, 2);
    // Imitates a writer that ignores hashes.
    const [copied] = world.fixture.stored(stream);
    world.fixture.store(stream, copied ?? foreign);
    await expect(following.ended).rejects.toThrow(/was sealed for/);
    expect([head.revision, other.head.revision]).toEqual([0, 0]);
  });
});
