import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  readHashes,
  type EventStore,
  type RecordedEvent,
  type StreamHead,
  NO_STREAM,
  StoreUnavailable,
} from '../event-store.js';
import { describeAppend } from './append.contract.js';
import { describeFollow } from './follow.contract.js';
import { newEvent, newEvents, newStream } from './new-event.js';
import {
  appendEach,
  ids,
  positions,
  upTo,
  type StoreBounds,
  type StoreUnderTest,
} from './store-under-test.js';

const revisions = (events: readonly RecordedEvent[]): number[] => events.map(({ revision }) => revision);

/** Contract of every `EventStore`. */
export function describeEventStore(
  name: string,
  open: () => Promise<StoreUnderTest>,
  bounds: StoreBounds = {},
): void {
  describe(`event store: ${name}`, () => {
    let opened: StoreUnderTest;
    const tested = {} as { store: EventStore };

    beforeEach(async () => {
      opened = await open();
      tested.store = opened.store;
    });
    afterEach(async () => {
      await tested.store.close();
      await opened.dispose();
    });

    describeAppend(tested, bounds);

    describe('reads', () => {
      it('a stream forwards, backwards, from a revision and up to a limit', async () => {
        const [stream, neighbour] = [newStream(), newStream()];
        // Runs of one, two and three events, separated by another stream.
        const events = newEvents(9);
        let head: StreamHead = NO_STREAM;
        for (const [from, to] of [
          [0, 1],
          [1, 3],
          [3, 6],
          [6, 7],
          [7, 9],
        ] as const) {
          head = (await tested.store.append(stream, head, events.slice(from, to))).head;
          if (from !== 6) await appendEach(tested.store, neighbour, newEvents(1));
        }
        const read = async (options?: Parameters<EventStore['readStream']>[1]) =>
          revisions(await tested.store.readStream(stream, options));
        expect(ids(await tested.store.readStream(stream))).toEqual(ids(events));
        expect(await read({ from: 2 })).toEqual([2, 3, 4, 5, 6, 7, 8]);
        expect(await read({ from: 4, limit: 3 })).toEqual([4, 5, 6]);
        expect(await read({ direction: 'backwards' })).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0]);
        expect(await read({ direction: 'backwards', from: 5, limit: 4 })).toEqual([5, 4, 3, 2]);
        expect(await read({ direction: 'backwards', limit: 1 })).toEqual([8]);
        expect(await read({ from: 9 })).toEqual([]);
        expect(await read({ limit: 0 })).toEqual([]);
        expect(await tested.store.readStream(newStream())).toEqual([]);
        expect(await tested.store.head(newStream())).toEqual(NO_STREAM);
      });

      it('keeps apart streams whose names begin alike', async () => {
        const stream = newStream();
        await appendEach(tested.store, stream, newEvents(3));
        await appendEach(tested.store, `${stream}-`, newEvents(2));
        await appendEach(tested.store, stream.slice(0, -1), newEvents(1));
        await appendEach(tested.store, stream, newEvents(1));
        expect(await tested.store.readStream(stream)).toHaveLength(4);
        expect(await tested.store.readStream(`${stream}-`)).toHaveLength(2);
        expect(await tested.store.readStream(stream.slice(0, -1))).toHaveLength(1);
      });

      it('everything in position order, page by page, dense from 1', async () => {
        await Promise.all(
          Array.from({ length: 12 }, () => tested.store.append(newStream(), NO_STREAM, newEvents(5))),
        );
        const pages: RecordedEvent[] = [];
        for (;;) {
          const page = await tested.store.readAll(pages.length, 7);
          if (page.length === 0) break;
          pages.push(...page);
        }
        expect(positions(pages)).toEqual(upTo(60));
        expect(new Set(ids(pages)).size).toBe(60);
        expect(await tested.store.readAll(60, 10)).toEqual([]);
      });
    });

    it('keeps only wanted events, events holding a text and the last event of a page', async () => {
      const stream = newStream();
      const long = newEvent({ note: 'x'.repeat(400), postings: [], more: 'x'.repeat(400) });
      const [wanted, ...others] = ['Wanted', 'Other', 'Other', 'Other'].map((type) => newEvent({}, type));
      const events = [long, others[0]!, wanted!, ...others.slice(1)];
      await tested.store.append(stream, NO_STREAM, events);
      const { store } = tested;
      if (!store.readWanted) return;
      const wants = (type: string): boolean => type === 'Wanted';
      expect(positions(await store.readWanted(0, 4, { wants }))).toEqual([3, 4]);
      expect(positions(await store.readWanted(4, 9, { wants }))).toEqual([5]);
      expect(positions(await store.readWanted(0, 9, { wants, holding: '"postings":' }))).toEqual([1, 3, 5]);
      expect(await store.readWanted(0, 9, { wants: () => true })).toEqual(await store.readAll(0, 9));
      expect(await store.readWanted(5, 9, { wants })).toEqual([]);
    });

    it('reads the hashes of events without the events', async () => {
      await tested.store.append(newStream(), NO_STREAM, newEvents(20));
      expect(await tested.store.lastPosition()).toBe(20);
      const wanted = (await tested.store.readAll(0, 20)).map(({ hash }) => hash);
      const told: string[] = [];
      for (let page = await readHashes(tested.store, 0, 7); page.hashes.length > 0;) {
        for (let at = 0; at < page.hashes.length; at += 32)
          told.push(page.hashes.subarray(at, at + 32).toString('hex'));
        page = await readHashes(tested.store, told.length, 7);
      }
      expect(told).toEqual(wanted);
      expect((await readHashes(tested.store, 20, 7)).hashes).toHaveLength(0);
      expect((await readHashes(tested.store, 18, 7)).hashes).toHaveLength(64);
    });

    describeFollow(tested);

    describe('close and reopen', () => {
      it('settles appends under way on close, then refuses calls', async () => {
        const appends = Array.from({ length: 10 }, () =>
          tested.store.append(newStream(), NO_STREAM, [newEvent()]),
        );
        const outcomes = Promise.allSettled(appends);
        await tested.store.close();
        expect((await outcomes).map(({ status }) => status)).toEqual(Array(10).fill('fulfilled'));
        await expect(tested.store.append(newStream(), NO_STREAM, [newEvent()])).rejects.toBeInstanceOf(
          StoreUnavailable,
        );
        await expect(tested.store.readAll(0, 1)).rejects.toBeInstanceOf(StoreUnavailable);
        await expect(tested.store.head('note-1')).rejects.toBeInstanceOf(StoreUnavailable);
      });

      it('keeps all events after a restart and continues from the last one', async () => {
        const stream = newStream();
        const head = await appendEach(tested.store, stream, newEvents(3));
        const before = await tested.store.readAll(0, 10);
        await tested.store.close();
        tested.store = await opened.reopen();
        expect(await tested.store.readAll(0, 10)).toEqual(before);
        expect(await tested.store.head(stream)).toEqual(head);
        await tested.store.append(stream, head, [newEvent()]);
        expect(await tested.store.lastPosition()).toBe(4);
      });
    });
  });
}
