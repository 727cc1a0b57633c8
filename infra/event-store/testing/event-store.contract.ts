import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import type { EventStore, NewEvent, RecordedEvent, StreamHead, Wants } from '../event-store.js';
import { NO_STREAM, RevisionConflict, StoreUnavailable } from '../event-store.js';
import { newEvent, newEvents, newStream } from './new-event.js';

/** A store of its own for one test, and the way to open the same data again after it was closed. */
export interface StoreUnderTest {
  readonly store: EventStore;
  reopen(): Promise<EventStore>;
  dispose(): Promise<void>;
}

const ids = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id);
const revisions = (events: readonly RecordedEvent[]): number[] => events.map(({ revision }) => revision);
const positions = (events: readonly RecordedEvent[]): number[] => events.map(({ position }) => position);
const upTo = (count: number, first = 1): number[] => Array.from({ length: count }, (_, n) => n + first);

/** What a store is allowed not to take. */
export interface StoreLimits {
  /** Bytes of the largest append. */
  readonly appendMax?: number;
}

/** What every event store must do. */
export function describeEventStore(
  name: string,
  open: () => Promise<StoreUnderTest>,
  { appendMax = 2_000_000 }: StoreLimits = {},
): void {
  describe(`event store: ${name}`, () => {
    let tested: StoreUnderTest;
    let store: EventStore;

    beforeEach(async () => {
      tested = await open();
      store = tested.store;
    });
    afterEach(async () => {
      await store.close();
      await tested.dispose();
    });

    /** Appends one event after the other, each in an append of its own. */
    async function appendEach(stream: string, events: readonly NewEvent[]): Promise<StreamHead> {
      let head = await store.head(stream);
      for (const event of events) head = (await store.append(stream, head, [event])).head;
      return head;
    }

    /** Follows until so many events came. */
    async function follow(after: number, count: number, batchMax = 512): Promise<RecordedEvent[]> {
      const stop = new AbortController();
      const seen: RecordedEvent[] = [];
      for await (const batch of store.follow({ after, signal: stop.signal, batchMax })) {
        expect(batch.length).toBeGreaterThan(0);
        expect(batch.length).toBeLessThanOrEqual(batchMax);
        seen.push(...batch);
        if (seen.length >= count) stop.abort();
      }
      return seen;
    }

    describe('append', () => {
      it('gives each event its revision, its position and the hash of the one before', async () => {
        const stream = newStream();
        const events = [newEvent({ text: 'Ade ₦ 😀 "quoted"', list: [1, null, { a: true }] }), newEvent()];
        const { head, position } = await store.append(stream, NO_STREAM, events);
        const [first, second] = await store.readStream(stream);
        expect(first).toMatchObject({ ...events[0], stream, revision: 0, previousHash: NO_STREAM.hash });
        expect(second).toMatchObject({ ...events[1], stream, revision: 1, previousHash: first?.hash });
        expect(head).toEqual({ revision: 1, hash: second?.hash });
        expect([undefined, second?.position]).toContain(position);
        expect(await store.head(stream)).toEqual(head);
        expect(await store.lastPosition()).toBe(2);
      });

      it('hashes the canonical form: fixed keys in a fixed order', async () => {
        const stream = newStream();
        const event = newEvent({ b: 1, a: 'x' });
        await store.append(stream, NO_STREAM, [event]);
        const [stored] = await store.readStream(stream);
        const { id, type, version, at, actor, correlationId, causationId, data } = event;
        const previousHash = NO_STREAM.hash;
        const canonical = {
          id,
          type,
          version,
          stream,
          revision: 0,
          at,
          actor,
          correlationId,
          causationId,
          previousHash,
          data,
        };
        expect(stored?.hash).toBe(createHash('sha256').update(JSON.stringify(canonical)).digest('hex'));
      });

      it('refuses a head that is not the last, by revision and by hash, and writes nothing', async () => {
        const stream = newStream();
        const head = await appendEach(stream, newEvents(2));
        const wrong = [
          NO_STREAM,
          { revision: 0, hash: head.hash },
          { revision: 1, hash: 'f'.repeat(64) },
          { revision: 2, hash: head.hash },
        ];
        for (const expected of wrong)
          await expect(store.append(stream, expected, [newEvent()])).rejects.toMatchObject({
            name: 'RevisionConflict',
            stream,
            expected,
            actual: head,
          });
        await expect(store.append(newStream(), head, [newEvent()])).rejects.toBeInstanceOf(RevisionConflict);
        expect(await store.lastPosition()).toBe(2);
      });

      it('lets exactly one of many that read the same head win', async () => {
        const stream = newStream();
        const head = await appendEach(stream, newEvents(1));
        const others = Array.from({ length: 20 }, () => store.append(newStream(), NO_STREAM, newEvents(2)));
        const rivals = Array.from({ length: 20 }, () => store.append(stream, head, [newEvent()]));
        const outcomes = await Promise.allSettled(rivals);
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        for (const outcome of outcomes)
          if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(RevisionConflict);
        await Promise.all(others);
        expect(await store.lastPosition()).toBe(1 + 1 + 40);
        expect(positions(await store.readAll(0, 100))).toEqual(upTo(42));
      });

      it('takes the same ids at the same place again as the same append, also when more has followed', async () => {
        const stream = newStream();
        const start = await appendEach(stream, newEvents(2));
        const events = newEvents(3);
        const [first, twin] = await Promise.all([
          store.append(stream, start, events),
          store.append(stream, start, events),
        ]);
        expect(twin.head).toEqual(first.head);
        expect((await store.append(stream, start, events)).head).toEqual(first.head);
        await store.append(stream, first.head, [newEvent()]);
        await store.append(newStream(), NO_STREAM, [newEvent()]);
        expect((await store.append(stream, start, events)).head).toEqual(first.head);
        expect(await store.readStream(stream)).toHaveLength(6);
        const longer = store.append(stream, start, [...events, newEvent()]);
        await expect(longer).rejects.toBeInstanceOf(RevisionConflict);
        await expect(store.append(stream, start, [newEvent(), ...events.slice(1)])).rejects.toBeInstanceOf(
          RevisionConflict,
        );
      });

      it('takes large events and many at once', async () => {
        const stream = newStream();
        const events = [newEvent({ text: '₦'.repeat(appendMax / 4) }), ...newEvents(300)];
        await store.append(stream, NO_STREAM, events);
        const stored = await store.readStream(stream);
        expect(ids(stored)).toEqual(ids(events));
        expect(stored[0]?.data).toEqual(events[0]?.data);
      });

      it('refuses a name that cannot be one, and an append of nothing', async () => {
        for (const stream of ['', 'with space', 'zero\u0000byte', 'naïve', 'x'.repeat(251)])
          await expect(store.append(stream, NO_STREAM, [newEvent()])).rejects.toThrow();
        await expect(store.append(newStream(), NO_STREAM, [])).rejects.toThrow();
        expect(await store.lastPosition()).toBe(0);
      });
    });

    describe('reads', () => {
      it('a stream forwards, backwards, from a revision and at most so many', async () => {
        const [stream, neighbour] = [newStream(), newStream()];
        // Runs of one, two and three events, with another stream between them.
        const events = newEvents(9);
        let head: StreamHead = NO_STREAM;
        for (const [from, to] of [
          [0, 1],
          [1, 3],
          [3, 6],
          [6, 7],
          [7, 9],
        ] as const) {
          head = (await store.append(stream, head, events.slice(from, to))).head;
          if (from !== 6) await appendEach(neighbour, newEvents(1));
        }
        const read = async (options?: Parameters<EventStore['readStream']>[1]) =>
          revisions(await store.readStream(stream, options));
        expect(ids(await store.readStream(stream))).toEqual(ids(events));
        expect(await read({ from: 2 })).toEqual([2, 3, 4, 5, 6, 7, 8]);
        expect(await read({ from: 4, limit: 3 })).toEqual([4, 5, 6]);
        expect(await read({ direction: 'backwards' })).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0]);
        expect(await read({ direction: 'backwards', from: 5, limit: 4 })).toEqual([5, 4, 3, 2]);
        expect(await read({ direction: 'backwards', limit: 1 })).toEqual([8]);
        expect(await read({ from: 9 })).toEqual([]);
        expect(await read({ limit: 0 })).toEqual([]);
        expect(await store.readStream(newStream())).toEqual([]);
        expect(await store.head(newStream())).toEqual(NO_STREAM);
      });

      it('keeps apart streams whose names begin alike', async () => {
        const stream = newStream();
        await appendEach(stream, newEvents(3));
        await appendEach(`${stream}-`, newEvents(2));
        await appendEach(stream.slice(0, -1), newEvents(1));
        await appendEach(stream, newEvents(1));
        expect(await store.readStream(stream)).toHaveLength(4);
        expect(await store.readStream(`${stream}-`)).toHaveLength(2);
        expect(await store.readStream(stream.slice(0, -1))).toHaveLength(1);
      });

      it('everything in position order, page by page, dense from 1', async () => {
        await Promise.all(
          Array.from({ length: 12 }, () => store.append(newStream(), NO_STREAM, newEvents(5))),
        );
        const pages: RecordedEvent[] = [];
        for (;;) {
          const page = await store.readAll(pages.length, 7);
          if (page.length === 0) break;
          pages.push(...page);
        }
        expect(positions(pages)).toEqual(upTo(60));
        expect(new Set(ids(pages)).size).toBe(60);
        expect(await store.readAll(60, 10)).toEqual([]);
      });
    });

    describe('follow', () => {
      it('catches up and goes live with no gap and no repeat, while several write', async () => {
        await appendEach(newStream(), newEvents(30));
        const writers = Array.from({ length: 4 }, async (_, writer) => {
          const stream = newStream();
          for (let n = 0; n < 25; n += 1) await appendEach(stream, newEvents(1 + ((n + writer) % 3)));
        });
        const [all, late] = await Promise.all([follow(0, 130, 16), follow(10, 120, 512), ...writers]);
        expect(positions(all)).toEqual(upTo(all.length));
        expect(positions(late)).toEqual(upTo(late.length, 11));
        expect(ids(late)).toEqual(ids(await store.readAll(10, late.length)));
      });

      it('leaves out what is not wanted, and always tells how far the walk has come', async () => {
        const [noted, other] = [newStream('note'), newStream('other')];
        const types = ['Noted', 'Counted', 'Noted', 'Ünüblich "1"', 'Counted', 'Counted', 'Counted'];
        for (const type of types)
          for (const stream of [noted, other])
            await store.append(stream, await store.head(stream), [newEvent({ type: 'Noted' }, type)]);
        expect(await store.lastPosition()).toBe(14);
        const followed = async (wants: Wants, batchMax: number): Promise<number[][]> => {
          const stop = new AbortController();
          const batches: number[][] = [];
          for await (const batch of store.follow({ after: 1, signal: stop.signal, batchMax, wants })) {
            batches.push(positions(batch));
            if (batch.at(-1)?.position === 14) stop.abort();
          }
          return batches;
        };
        // Events 2 to 6, 7 to 11, 12 to 14: those of the type, and the last of each batch.
        expect(await followed((type) => type === 'Noted', 5)).toEqual([[2, 5, 6], [11], [14]]);
        expect(await followed((type) => type.startsWith('Ün'), 512)).toEqual([[7, 8, 14]]);
        expect(await followed((_, stream) => stream === other, 512)).toEqual([[2, 4, 6, 8, 10, 12, 14]]);
        expect(await followed(() => false, 1)).toEqual(upTo(13, 2).map((position) => [position]));
      });

      it('wakes for an event that comes much later, and ends quietly by its signal', async () => {
        const stop = new AbortController();
        const seen: string[] = [];
        const following = (async () => {
          for await (const batch of store.follow({ after: 0, signal: stop.signal })) seen.push(...ids(batch));
        })();
        await new Promise((resolve) => setTimeout(resolve, 60));
        const event = newEvent();
        await store.append(newStream(), NO_STREAM, [event]);
        const until = Date.now() + 30_000;
        while (seen.length === 0 && Date.now() < until)
          await new Promise((resolve) => setTimeout(resolve, 5));
        expect(seen).toEqual([event.id]);
        stop.abort();
        await following;
      });

      it('throws when the store ends under it: an end is a fault', async () => {
        await appendEach(newStream(), newEvents(1));
        const seen: number[] = [];
        const following = (async () => {
          const { signal } = new AbortController();
          for await (const batch of store.follow({ after: 0, signal })) seen.push(...positions(batch));
        })();
        const outcome = expect(following).rejects.toBeInstanceOf(StoreUnavailable);
        const until = Date.now() + 30_000;
        while (seen.length === 0 && Date.now() < until)
          await new Promise((resolve) => setTimeout(resolve, 5));
        await store.close();
        await outcome;
        expect(seen).toEqual([1]);
      });
    });

    describe('an end and a new start', () => {
      it('settles what is under way when it closes, then refuses', async () => {
        const appends = Array.from({ length: 10 }, () => store.append(newStream(), NO_STREAM, [newEvent()]));
        const outcomes = Promise.allSettled(appends);
        await store.close();
        expect((await outcomes).map(({ status }) => status)).toEqual(Array(10).fill('fulfilled'));
        await expect(store.append(newStream(), NO_STREAM, [newEvent()])).rejects.toBeInstanceOf(
          StoreUnavailable,
        );
        await expect(store.readAll(0, 1)).rejects.toBeInstanceOf(StoreUnavailable);
        await expect(store.head('note-1')).rejects.toBeInstanceOf(StoreUnavailable);
      });

      it('holds everything after a restart and goes on where it was', async () => {
        const stream = newStream();
        const head = await appendEach(stream, newEvents(3));
        const before = await store.readAll(0, 10);
        await store.close();
        store = await tested.reopen();
        expect(await store.readAll(0, 10)).toEqual(before);
        expect(await store.head(stream)).toEqual(head);
        await store.append(stream, head, [newEvent()]);
        expect(await store.lastPosition()).toBe(4);
      });
    });
  });
}
