import { describe, expect, it } from '@jest/globals';
import { status } from '@grpc/grpc-js';
import type { StreamHead } from '../event-store.js';
import { AppendOutcomeUnknown, NO_STREAM, RevisionConflict, StoreUnavailable } from '../event-store.js';
import { newEvent, newEvents, newStream } from '../testing/new-event.js';
import type { AppendFault } from '../../testing/eventstoredb-fixture/faults.js';
import { eventually, surely, useFixture } from './testing/opened.js';

/** Gives up after the second try. Wrap calls that must succeed in `surely`, for slow machines. */
const QUICK = { deadlineMs: 3_000, appendWithinMs: 3_500 };
/** Times out calls early, but keeps trying. */
const TENACIOUS = { deadlineMs: 5_000 };

describe.each([
  ['a server that offers appends over one shared call', true],
  ['a server that knows single appends only', false],
])('appends to %s', (_title, batchAppend) => {
  const world = useFixture({ batchAppend });

  it('are sent as separate calls, even when the server offers a shared one', async () => {
    const store = await world.open();
    const stream = newStream();
    const { head } = await store.append(stream, NO_STREAM, newEvents(3));
    await store.append(stream, head, newEvents(2));
    expect(world.fixture.asked).toMatchObject({ appends: 2, batchAppends: 0 });
  });

  it.each<[string, AppendFault[]]>([
    ['stored, the answer lost', ['lose-answer']],
    ['stored, never answered', ['never-answer']],
    ['not stored, timed out at the server', ['time-out']],
    ['not stored, never answered', ['ignore']],
    ['lost and timed out in turn', ['time-out', 'lose-answer', 'time-out']],
  ])('are stored once when they are %s', async (_what, faults) => {
    const store = await world.open(TENACIOUS);
    const stream = newStream();
    const start = (await store.append(stream, NO_STREAM, newEvents(2))).head;
    world.fixture.faults.appends.push(...faults);
    const events = newEvents(3);
    const { head } = await store.append(stream, start, events);
    const stored = await store.readStream(stream);
    expect(stored.map(({ id }) => id).slice(2)).toEqual(events.map(({ id }) => id));
    expect(stored).toHaveLength(5);
    expect(head).toEqual({ revision: 4, hash: stored[4]?.hash });
    expect((await store.append(stream, head, [newEvent()])).head.revision).toBe(5);
  });

  it('are found stored when the answer was lost and later events followed', async () => {
    const [store, other] = [await world.open(TENACIOUS), await world.open()];
    const stream = newStream();
    world.fixture.faults.appends.push('never-answer');
    const event = newEvent();
    const append = store.append(stream, NO_STREAM, [event]);
    let head: StreamHead = NO_STREAM;
    while (head.revision < 0) head = await other.head(stream);
    await other.append(stream, head, newEvents(2));
    expect((await append).head).toEqual(head);
    expect(await store.readStream(stream)).toHaveLength(3);
  });

  it('have an unknown outcome without an answer, which repeating the append settles', async () => {
    const store = await world.open(QUICK);
    const [stream, events] = [newStream(), newEvents(2)];
    world.fixture.faults.appends.push(...Array<AppendFault>(20).fill('ignore'));
    await expect(store.append(stream, NO_STREAM, events)).rejects.toBeInstanceOf(AppendOutcomeUnknown);
    world.fixture.faults.appends.length = 0;
    const { head } = await surely(() => store.append(stream, NO_STREAM, events));
    expect((await surely(() => store.append(stream, NO_STREAM, events))).head).toEqual(head);
    expect(await surely(() => store.readStream(stream))).toHaveLength(2);
  });

  it('are certainly not stored without a connection', async () => {
    const store = await world.open({ deadlineMs: 20_000, appendWithinMs: 1_000 });
    await world.fixture.refuseConnections();
    const [stream, events] = [newStream(), newEvents(1)];
    // The first calls may hit the end of the old connection, with an unknown outcome.
    await eventually(() => !store.connected());
    await store.head(stream).catch(() => undefined);
    await expect(store.append(stream, NO_STREAM, newEvents(1))).rejects.toBeInstanceOf(StoreUnavailable);
    await world.fixture.acceptConnections();
    await surely(() => store.append(stream, NO_STREAM, events));
  });

  it('with the same ids but other bytes conflict', async () => {
    const [store, other] = [await world.open(), await world.open()];
    const stream = newStream();
    const event = newEvent({ n: 1 });
    const first = await store.append(stream, NO_STREAM, [event]);
    const again = other.append(stream, NO_STREAM, [{ ...event, at: '2027-01-01T00:00:00.000Z' }]);
    await expect(again).rejects.toMatchObject({ name: 'RevisionConflict', actual: first.head });
    expect(await store.readStream(stream)).toMatchObject([{ at: event.at }]);
  });

  it('are read back byte for byte', async () => {
    const store = await world.open();
    const stream = newStream();
    await store.append(stream, NO_STREAM, [
      newEvent({ '10': 'ten', b: '\ud800 ₦ \u2028', a: 1e21, '2': -0 }),
    ]);
    const [record] = world.fixture.stored(stream);
    const [stored] = await store.readStored(0, 1);
    expect(Buffer.from(stored?.bytes ?? [])).toEqual(Buffer.from(record?.data ?? []));
    const [event] = await store.readAll(0, 1);
    expect(event?.hash).toBe(stored?.hash);
    expect(event?.hash.slice(0, 8)).toBe(record?.id?.slice(0, 8));
  });

  it('above the size limit of the server are refused, and nothing is stored', async () => {
    const store = await world.open();
    const stream = newStream();
    const large = newEvent({ text: 'x'.repeat(1_100_000) });
    await expect(store.append(stream, NO_STREAM, [large])).rejects.toBeInstanceOf(RangeError);
    expect(await store.head(stream)).toEqual(NO_STREAM);
  });

  it('do not hang when the connection goes silent in the middle of a large one', async () => {
    const store = await world.open(QUICK);
    const [first, events] = [newStream(), newEvents(1)];
    await surely(() => store.append(first, NO_STREAM, events));
    world.fixture.stallConnections();
    const [stream, large] = [newStream(), newEvent({ text: 'x'.repeat(1_000_000) })];
    await expect(store.append(stream, NO_STREAM, [large])).rejects.toBeInstanceOf(AppendOutcomeUnknown);
    await world.fixture.resumeConnections();
    const later = await world.open();
    await later.append(stream, NO_STREAM, [large]);
    expect(await later.readStream(stream)).toHaveLength(1);
  });

  it('succeed by the hundred at once on a new connection', async () => {
    const { fixture } = world;
    const store = await world.open();
    fixture.commits.hold();
    const appends = Array.from({ length: 400 }, () => store.append(newStream(), NO_STREAM, newEvents(1)));
    await eventually(() => fixture.commits.waiting >= 64);
    expect(fixture.commits.waiting).toBe(64);
    fixture.commits.release();
    await Promise.all(appends);
    expect(await store.lastPosition()).toBe(400);
    // Servers serve 100 calls per connection, subscriptions included.
    expect(fixture.asked.mostOpen).toBeLessThan(90);
  });
});

describe('options of the address', () => {
  const world = useFixture();

  it('cannot make a conflict look like a success', async () => {
    const url = `${world.fixture.url}&throwOnAppendFailure=false`;
    const [store, late] = [await world.open({ url }), await world.open({ url })];
    // With stalled subscriptions the second store learns of events only by asking.
    world.fixture.stallSubscriptions();
    const stream = newStream();
    const { head } = await store.append(stream, NO_STREAM, newEvents(3));
    await expect(late.append(stream, NO_STREAM, newEvents(1))).rejects.toMatchObject({ actual: head });
    await expect(late.append(stream, NO_STREAM, newEvents(1))).rejects.toBeInstanceOf(RevisionConflict);
    expect(await store.readStream(stream)).toHaveLength(3);
  });
});

describe('reads', () => {
  const world = useFixture();

  it('fail after a deadline when the server does not answer', async () => {
    const store = await world.open({ deadlineMs: 3_000 });
    world.fixture.faults.ignoringReads = true;
    const reads = [store.readStream('note-1'), store.head('note-1'), store.lastPosition()];
    await Promise.all(reads.map((read) => expect(read).rejects.toBeInstanceOf(StoreUnavailable)));
  });

  it.each([
    status.UNAVAILABLE,
    status.INTERNAL,
    status.DATA_LOSS,
    status.CANCELLED,
    status.DEADLINE_EXCEEDED,
  ])('are retried after a passing failure: %s', async (code) => {
    const store = await world.open();
    await store.append('note-1', NO_STREAM, newEvents(3));
    const { failingReads } = world.fixture.faults;
    failingReads.push(code, code);
    expect(await store.readStream('note-1')).toHaveLength(3);
    expect(failingReads).toEqual([]);
    failingReads.push(code);
    expect(await store.lastPosition()).toBe(3);
    expect(failingReads).toEqual([]);
  });

  it('leave no call open behind them', async () => {
    const store = await world.open({ deadlineMs: 3_000 });
    world.fixture.faults.ignoringReads = true;
    const reads = Array.from({ length: 120 }, () => store.readStream('note-1').catch(() => undefined));
    await Promise.all(reads);
    world.fixture.faults.ignoringReads = false;
    // Unfinished calls would use up the 100 streams of the connection.
    await eventually(() => world.fixture.asked.open === 0);
    expect(world.fixture.asked.open).toBe(0);
    const events = newEvents(1);
    await surely(() => store.append('note-1', NO_STREAM, events));
    expect(await surely(() => store.readStream('note-1'))).toHaveLength(1);
  });
});
