import { expect, it } from '@jest/globals';
import { NO_STREAM } from '../event-store.js';
import { newEvents, newStream } from '../testing/new-event.js';
import { eventually, useFixture } from './testing/opened.js';

const world = useFixture({ nodes: 3 });
/** Deadlines longer than any test, so that no call times out. */
const FOREVER = { deadlineMs: 3_600_000, appendWithinMs: 3_600_000 };

it('finds the events stored by the same append of another process without waiting for its own answer', async () => {
  const { fixture } = world;
  fixture.faults.twinMs = FOREVER.deadlineMs;
  const [one, two] = [await world.open(FOREVER), await world.open(FOREVER)];
  const [stream, events] = [newStream(), newEvents(2)];
  fixture.commits.hold();
  const first = one.append(stream, NO_STREAM, events);
  await eventually(() => fixture.commits.waiting === 1);
  const twin = two.append(stream, NO_STREAM, events);
  await eventually(() => fixture.asked.appends === 2);
  fixture.commits.release();
  expect((await twin).head).toEqual((await first).head);
  expect(await one.readStream(stream)).toHaveLength(2);
  // Each append was sent only once.
  expect(fixture.asked.appends).toBe(2);
});

it('reports a conflict at once when another append takes the place of a waiting one', async () => {
  const { fixture } = world;
  const [one, two] = [await world.open(FOREVER), await world.open(FOREVER)];
  const stream = newStream();
  fixture.faults.appends.push('ignore');
  const waiting = one.append(stream, NO_STREAM, newEvents(2));
  await eventually(() => fixture.asked.appends === 1);
  const { head } = await two.append(stream, NO_STREAM, newEvents(1));
  await expect(waiting).rejects.toMatchObject({ name: 'RevisionConflict', actual: head });
});

it('resolves both appends when the twin of one times out', async () => {
  const { fixture } = world;
  fixture.faults.twinMs = 10;
  const [one, two] = [await world.open(FOREVER), await world.open(FOREVER)];
  const [stream, events] = [newStream(), newEvents(1)];
  fixture.commits.hold();
  const appends = [one, two].map((store) => store.append(stream, NO_STREAM, events));
  // The timed-out twin was sent again.
  await eventually(() => fixture.asked.appends > 2);
  fixture.commits.release();
  const heads = await Promise.all(appends);
  expect(heads[0]).toEqual(heads[1]);
  expect(await one.readStream(stream)).toHaveLength(1);
});

it('sends identical concurrent appends of one process once', async () => {
  const store = await world.open(FOREVER);
  const [stream, events] = [newStream(), newEvents(3)];
  world.fixture.commits.hold();
  const appends = [1, 2, 3].map(() => store.append(stream, NO_STREAM, events));
  await eventually(() => world.fixture.commits.waiting > 0);
  world.fixture.commits.release();
  const [first, ...others] = await Promise.all(appends);
  expect(others).toEqual([first, first]);
  expect(world.fixture.asked.appends).toBe(1);
});
