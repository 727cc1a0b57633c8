import { describe, expect, it } from '@jest/globals';
import { status } from '@grpc/grpc-js';
import type { EventStore, RecordedEvent, StreamHead } from '../../event-store.js';
import { NO_STREAM } from '../../event-store.js';
import { newEvent, newEvents, newStream } from '../../testing/new-event.js';
import { LogDamaged } from '../connection/store-failures.js';
import { eventually, startFollowing, useFixture } from '../testing/opened.js';

const world = useFixture();
/** Of a store that doubts a quiet log soon. */
const HEARTBEAT = { heartbeatMs: 300 };

const positions = (events: readonly RecordedEvent[]): number[] => events.map(({ position }) => position);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);

async function appendEach(store: EventStore, count: number, stream = newStream()): Promise<StreamHead> {
  let head = await store.head(stream);
  for (const event of newEvents(count)) head = (await store.append(stream, head, [event])).head;
  return head;
}

describe('what ends a subscription', () => {
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

  it('is survived again and again, in the middle of events that come', async () => {
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

  it('is survived when nobody listens at first: unavailable is no reason to give up', async () => {
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

  it('is a connection that is open and dead, which only a heartbeat tells', async () => {
    const store = await world.open(HEARTBEAT);
    const following = startFollowing(store);
    await appendEach(store, 2);
    await following.until(2);
    const { subscriptions } = world.fixture.asked;
    world.fixture.silenceSubscriptions();
    await appendEach(store, 2);
    expect(positions(await following.until(4))).toEqual([1, 2, 3, 4]);
    // Pages tell what was missed, before the next subscription stands.
    await eventually(() => world.fixture.asked.subscriptions > subscriptions);
    expect(world.fixture.asked.subscriptions).toBeGreaterThan(subscriptions);
    expect(world.fixture.stored('heartbeat').length).toBeGreaterThan(0);
    await following.stop();
  });

  it('is no server whose subscriptions stall for a while: pages tell what was missed', async () => {
    const store = await world.open(HEARTBEAT);
    const following = startFollowing(store);
    world.fixture.stallSubscriptions();
    await appendEach(store, 3);
    // Known once a heartbeat was due, was written, and did not come either; whoever subscribes again is not confirmed.
    await eventually(() => !store.connected());
    expect(store.connected()).toBe(false);
    expect(positions(await following.until(3))).toEqual([1, 2, 3]);
    world.fixture.resumeSubscriptions();
    await eventually(() => store.connected());
    expect(store.connected()).toBe(true);
    await following.stop();
  });
});

describe('what is handled', () => {
  it('is the place to go on from, never how far the server says it has looked', async () => {
    const store = await world.open();
    const following = startFollowing(store);
    world.fixture.stallSubscriptions();
    await appendEach(store, 3);
    // Told the end of the log, and cut off before any event.
    world.fixture.checkpointSubscriptions();
    world.fixture.dropSubscriptions();
    world.fixture.resumeSubscriptions();
    expect(positions(await following.until(3))).toEqual([1, 2, 3]);
    await following.stop();
  });

  it('is counted once when the server says it twice', async () => {
    world.fixture.faults.duplicating = true;
    const store = await world.open();
    const following = startFollowing(store);
    await appendEach(store, 20);
    await following.until(20);
    expect(await store.lastPosition()).toBe(20);
    expect(positions(following.seen)).toEqual(upTo(20));
    await following.stop();
  });

  it('comes to each follower one after the other, however long it takes over one', async () => {
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

  it('costs one subscription for any number of followers: a hundred on one connection starve', async () => {
    const store = await world.open();
    const followers = Array.from({ length: 150 }, () => startFollowing(store));
    await appendEach(store, 5);
    for (const following of followers) expect(positions(await following.until(5))).toEqual(upTo(5));
    expect(world.fixture.asked.subscriptions).toBe(1);
    await Promise.all(followers.map((following) => following.stop()));
  });

  it('leaves out at the server what is not the ledger’s, and never counts a heartbeat', async () => {
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
  it('says once how much of its stream is kept, and is no event of the ledger', async () => {
    const [first] = await Promise.all([1, 2, 3].map(() => world.open(HEARTBEAT)));
    if (!first) throw new Error('none was opened');
    await appendEach(first, 3);
    await eventually(() => world.fixture.stored('heartbeat').length > 3);
    expect(world.fixture.stored('heartbeat').length).toBeGreaterThan(3);
    expect(world.fixture.stored('$$heartbeat')).toHaveLength(1);
    expect(await first.lastPosition()).toBe((await first.readAll(0, 10_000)).length);
  });
});

describe('a log that is not what it should be', () => {
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
  ])('is a fault for all who read it, and no standstill: %s', async (_title, record) => {
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

  it('has a gap in a stream: noticed by who follows and by who opens', async () => {
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

  it('has an event on the wrong chain', async () => {
    const store = await world.open();
    const stream = newStream();
    const { head } = await store.append(stream, NO_STREAM, newEvents(1));
    const other = await store.append(newStream(), NO_STREAM, newEvents(1));
    const following = startFollowing(store, 2);
    // Another writer that does not look at hashes.
    const [copied] = world.fixture.stored(stream);
    world.fixture.store(stream, copied ?? foreign);
    await expect(following.ended).rejects.toThrow(/was sealed for/);
    expect([head.revision, other.head.revision]).toEqual([0, 0]);
  });
});
