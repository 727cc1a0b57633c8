import { describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../testing/until.js';
import {
  NO_STREAM,
  StoreUnavailable,
  type NewEvent,
  type RecordedEvent,
  type Wants,
} from '../event-store.js';
import { newEvent, newEvents, newStream } from './new-event.js';
import { appendEach, ids, positions, upTo, type Tested } from './store-under-test.js';

/** Contract of `follow`. */
export function describeFollow(tested: Tested): void {
  /** Follows until `count` events arrived. */
  async function follow(after: number, count: number, batchMax = 512): Promise<RecordedEvent[]> {
    const stop = new AbortController();
    const seen: RecordedEvent[] = [];
    for await (const batch of tested.store.follow({ after, signal: stop.signal, batchMax })) {
      expect(batch.length).toBeGreaterThan(0);
      expect(batch.length).toBeLessThanOrEqual(batchMax);
      seen.push(...batch);
      if (seen.length >= count) stop.abort();
    }
    return seen;
  }

  describe('follow', () => {
    it('catches up and goes live without gaps or repeats while several writers append', async () => {
      await appendEach(tested.store, newStream(), newEvents(30));
      const writers = Array.from({ length: 4 }, async (_, writer) => {
        const stream = newStream();
        for (let n = 0; n < 25; n += 1)
          await appendEach(tested.store, stream, newEvents(1 + ((n + writer) % 3)));
      });
      const [all, late] = await Promise.all([follow(0, 130, 16), follow(10, 120, 512), ...writers]);
      expect(positions(all)).toEqual(upTo(all.length));
      expect(positions(late)).toEqual(upTo(late.length, 11));
      expect(ids(late)).toEqual(ids(await tested.store.readAll(10, late.length)));
    });

    it('leaves out unwanted events, except the last one of each batch', async () => {
      const [noted, other] = [newStream('note'), newStream('other')];
      const types = ['Noted', 'Counted', 'Noted', 'Ünüblich "1"', 'Counted', 'Counted', 'Counted'];
      for (const type of types)
        for (const stream of [noted, other])
          await tested.store.append(stream, await tested.store.head(stream), [
            newEvent({ type: 'Noted' }, type),
          ]);
      expect(await tested.store.lastPosition()).toBe(14);
      const followed = async (wants: Wants, batchMax: number): Promise<number[][]> => {
        const stop = new AbortController();
        const batches: number[][] = [];
        for await (const batch of tested.store.follow({ after: 1, signal: stop.signal, batchMax, wants })) {
          batches.push(positions(batch));
          if (batch.at(-1)?.position === 14) stop.abort();
        }
        return batches;
      };
      // Batches are events 2 to 6, 7 to 11 and 12 to 14. The last event of each is always delivered.
      expect(await followed((type) => type === 'Noted', 5)).toEqual([[2, 5, 6], [11], [14]]);
      expect(await followed((type) => type.startsWith('Ün'), 512)).toEqual([[7, 8, 14]]);
      expect(await followed((_, stream) => stream === other, 512)).toEqual([[2, 4, 6, 8, 10, 12, 14]]);
      expect(await followed(() => false, 1)).toEqual(upTo(13, 2).map((position) => [position]));
    });

    it('wakes for an event that comes much later, and ends without an error on abort', async () => {
      const stop = new AbortController();
      const seen: string[] = [];
      const following = (async () => {
        for await (const batch of tested.store.follow({ after: 0, signal: stop.signal }))
          seen.push(...ids(batch));
      })();
      const [first, later] = newEvents(2) as [NewEvent, NewEvent];
      await tested.store.append(newStream(), NO_STREAM, [first]);
      await until(() => seen.length > 0, 'the first event comes');
      await sleep(60);
      await tested.store.append(newStream(), NO_STREAM, [later]);
      await until(() => seen.length > 1, 'the later event comes');
      expect(seen).toEqual([first.id, later.id]);
      stop.abort();
      await following;
    });

    it('throws StoreUnavailable when the store closes', async () => {
      await appendEach(tested.store, newStream(), newEvents(1));
      const seen: number[] = [];
      const following = (async () => {
        const { signal } = new AbortController();
        for await (const batch of tested.store.follow({ after: 0, signal })) seen.push(...positions(batch));
      })();
      const outcome = expect(following).rejects.toBeInstanceOf(StoreUnavailable);
      await until(() => seen.length > 0, 'the first event comes');
      await tested.store.close();
      await outcome;
      expect(seen).toEqual([1]);
    });
  });
}
