import { describe, expect, it } from '@jest/globals';
import type { EventStore, RecordedEvent } from '../../event-store.js';
import { NO_STREAM } from '../../event-store.js';
import { newEvents, newStream } from '../../testing/new-event.js';
import type { PositionMarks } from './position-marks.js';
import { MemoryPositionMarks } from './position-marks.js';
import { eventually, startFollowing, useFixture } from '../testing/opened.js';
import { PATIENCE_MS } from '../../../testing/until.js';

const world = useFixture();

const seenBy = async (store: EventStore): Promise<string[]> => places(await store.readAll(0, 100_000));
const places = (events: readonly RecordedEvent[]): string[] =>
  events.map(({ position, id }) => `${position} ${id}`);

async function fill(store: EventStore, events: number): Promise<void> {
  for (let left = events; left > 0; left -= 100)
    await store.append(newStream(), NO_STREAM, newEvents(Math.min(left, 100)));
}

describe('ordinals over sparse positions', () => {
  it('are the same in every process, whenever and from which mark it started', async () => {
    const marks = new MemoryPositionMarks();
    const first = await world.open({ marks });
    const writers = [first, await world.open(), await world.open()];
    await Promise.all(writers.map((writer) => fill(writer, 800)));
    await first.lastPosition();
    expect((await marks.nearest(10_000))?.ordinal).toBe(2_000);
    const late = await world.open({ marks });
    const expected = await seenBy(first);
    expect(expected).toHaveLength(2_400);
    expect(new Set(expected).size).toBe(2_400);
    for (const store of [...writers, late]) expect(await seenBy(store)).toEqual(expected);
    const following = startFollowing(late, 1_990);
    await fill(first, 50);
    await following.until(460);
    expect(places(following.seen).slice(0, 410)).toEqual(expected.slice(1_990));
    await following.stop();
  });

  it('are read in pages of any size from any place, including events no longer in memory', async () => {
    const writer = await world.open();
    await fill(writer, 3_000);
    const expected = await seenBy(writer);
    // This store counts from a mark, so earlier events are not in memory.
    const marks = new MemoryPositionMarks();
    await world.open({ marks });
    const store = await world.open({ marks });
    for (const [after, limit] of [
      [0, 10],
      [999, 2],
      [1_000, 1],
      [1_500, 700],
      [2_200, 900],
      [2_999, 5],
      [3_000, 5],
      [17, 1_200],
    ] as const)
      expect(places(await store.readAll(after, limit))).toEqual(expected.slice(after, after + limit));
    const pages: string[] = [];
    for await (const batch of store.follow({
      after: 0,
      signal: AbortSignal.timeout(PATIENCE_MS),
      batchMax: 113,
    })) {
      pages.push(...places(batch));
      if (pages.length === 3_000) break;
    }
    expect(pages).toEqual(expected);
  });

  it('ignore a mark of another log', async () => {
    const writer = await world.open();
    await fill(writer, 1_500);
    const [record] = world.fixture.stored('$users');
    const marks: PositionMarks = new MemoryPositionMarks();
    const position = { commit: record?.position ?? 0n, prepare: record?.position ?? 0n };
    await marks.save({ ordinal: 700, position, id: 'of another log' });
    const store = await world.open({ marks });
    expect(await store.lastPosition()).toBe(1_500);
    expect(await seenBy(store)).toEqual(await seenBy(writer));
    expect((await marks.nearest(999))?.id).not.toBe('of another log');
  });

  it('are counted when the marks are unavailable', async () => {
    const away = (): Promise<never> => Promise.reject(new Error('away'));
    const said: string[] = [];
    const warn = (_facts: unknown, text?: string): void => void said.push(String(text));
    const logger = { info: () => undefined, error: () => undefined, warn };
    const marks = { nearest: away, save: away, clear: away };
    const store = await world.open({ marks, logger });
    await fill(store, 1_200);
    expect(await store.lastPosition()).toBe(1_200);
    expect(said).toEqual([
      'marks of the event log could not be read',
      'marks of the event log could not be kept',
    ]);
  });

  it('start at a saved mark without reading earlier events', async () => {
    const marks = new MemoryPositionMarks();
    const told = (): number => world.fixture.told.records + world.fixture.asked.recordsRead;
    const first = await world.open({ marks });
    await fill(first, 2_500);
    await first.lastPosition();
    await eventually(() => world.fixture.told.records === 2_500);
    const before = told();
    const store = await world.open({ marks });
    expect(await store.lastPosition()).toBe(2_500);
    expect(told() - before).toBeLessThan(600);
    await marks.clear();
    expect(await seenBy(store)).toEqual(await seenBy(first));
  });

  it('of one process are known to another after lastPosition', async () => {
    const [writer, reader] = [await world.open(), await world.open()];
    world.fixture.stallSubscriptions();
    for (let n = 1; n <= 5; n += 1) {
      await writer.append(newStream(), NO_STREAM, newEvents(1));
      expect(await reader.lastPosition()).toBe(n);
      expect(await reader.readAll(n - 1, 10)).toHaveLength(1);
    }
  });

  it('of one ledger skip another ledger on the same server', async () => {
    const [one, two] = [await world.open({ prefix: 'one.' }), await world.open({ prefix: 'two.' })];
    const stream = newStream();
    await one.append(stream, NO_STREAM, newEvents(3));
    await two.append(stream, NO_STREAM, newEvents(2));
    expect([await one.lastPosition(), await two.lastPosition()]).toEqual([3, 2]);
    expect((await two.readAll(0, 10)).map((event) => event.stream)).toEqual([stream, stream]);
    expect(world.fixture.stored(`one.${stream}`)).toHaveLength(3);
  });
});
