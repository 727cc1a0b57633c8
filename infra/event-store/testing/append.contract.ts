import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { NO_STREAM, RevisionConflict } from '../event-store.js';
import { newEvent, newEvents, newStream } from './new-event.js';
import { appendEach, ids, positions, upTo, type StoreBounds, type Tested } from './store-under-test.js';

/** Contract of `append`: hash chain, expected head, idempotency. */
export function describeAppend(tested: Tested, { appendMax = 2_000_000 }: StoreBounds): void {
  describe('append', () => {
    it('gives each event its revision, its position and the hash of the one before', async () => {
      const stream = newStream();
      const events = [newEvent({ text: 'Ade ₦ 😀 "quoted"', list: [1, null, { a: true }] }), newEvent()];
      const { head, position } = await tested.store.append(stream, NO_STREAM, events);
      const [first, second] = await tested.store.readStream(stream);
      expect(first).toMatchObject({ ...events[0], stream, revision: 0, previousHash: NO_STREAM.hash });
      expect(second).toMatchObject({ ...events[1], stream, revision: 1, previousHash: first?.hash });
      expect(head).toEqual({ revision: 1, hash: second?.hash });
      expect([undefined, second?.position]).toContain(position);
      expect(await tested.store.head(stream)).toEqual(head);
      expect(await tested.store.lastPosition()).toBe(2);
    });

    it('hashes the canonical form: fixed keys in a fixed order', async () => {
      const stream = newStream();
      const event = newEvent({ b: 1, a: 'x' });
      await tested.store.append(stream, NO_STREAM, [event]);
      const [stored] = await tested.store.readStream(stream);
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
      const head = await appendEach(tested.store, stream, newEvents(2));
      const wrong = [
        NO_STREAM,
        { revision: 0, hash: head.hash },
        { revision: 1, hash: 'f'.repeat(64) },
        { revision: 2, hash: head.hash },
      ];
      for (const expected of wrong)
        await expect(tested.store.append(stream, expected, [newEvent()])).rejects.toMatchObject({
          name: 'RevisionConflict',
          stream,
          expected,
          actual: head,
        });
      await expect(tested.store.append(newStream(), head, [newEvent()])).rejects.toBeInstanceOf(
        RevisionConflict,
      );
      expect(await tested.store.lastPosition()).toBe(2);
    });

    it('lets exactly one of many appends at the same head win', async () => {
      const stream = newStream();
      const head = await appendEach(tested.store, stream, newEvents(1));
      const others = Array.from({ length: 20 }, () =>
        tested.store.append(newStream(), NO_STREAM, newEvents(2)),
      );
      const rivals = Array.from({ length: 20 }, () => tested.store.append(stream, head, [newEvent()]));
      const outcomes = await Promise.allSettled(rivals);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(RevisionConflict);
      await Promise.all(others);
      expect(await tested.store.lastPosition()).toBe(1 + 1 + 40);
      expect(positions(await tested.store.readAll(0, 100))).toEqual(upTo(42));
    });

    it('treats the same ids at the same place as the same append, even after later events', async () => {
      const stream = newStream();
      const start = await appendEach(tested.store, stream, newEvents(2));
      const events = newEvents(3);
      const [first, twin] = await Promise.all([
        tested.store.append(stream, start, events),
        tested.store.append(stream, start, events),
      ]);
      expect(twin.head).toEqual(first.head);
      expect((await tested.store.append(stream, start, events)).head).toEqual(first.head);
      await tested.store.append(stream, first.head, [newEvent()]);
      await tested.store.append(newStream(), NO_STREAM, [newEvent()]);
      expect((await tested.store.append(stream, start, events)).head).toEqual(first.head);
      expect(await tested.store.readStream(stream)).toHaveLength(6);
      const longer = tested.store.append(stream, start, [...events, newEvent()]);
      await expect(longer).rejects.toBeInstanceOf(RevisionConflict);
      await expect(
        tested.store.append(stream, start, [newEvent(), ...events.slice(1)]),
      ).rejects.toBeInstanceOf(RevisionConflict);
    });

    it('refuses the same ids at the same place with other data', async () => {
      const stream = newStream();
      const [event, another] = newEvents(2);
      await tested.store.append(stream, NO_STREAM, [event!, another!]);
      const other = { ...event!, data: { n: 100 } };
      await expect(tested.store.append(stream, NO_STREAM, [other, another!])).rejects.toBeInstanceOf(
        RevisionConflict,
      );
      const at = { ...another!, at: '2026-01-02T03:04:05.679Z' };
      await expect(tested.store.append(stream, NO_STREAM, [event!, at])).rejects.toBeInstanceOf(
        RevisionConflict,
      );
      expect(await tested.store.readStream(stream)).toMatchObject([{ data: { n: 0 } }, { data: { n: 1 } }]);
    });

    it('takes large events and many at once', async () => {
      const stream = newStream();
      const events = [newEvent({ text: '₦'.repeat(appendMax / 4) }), ...newEvents(300)];
      await tested.store.append(stream, NO_STREAM, events);
      const stored = await tested.store.readStream(stream);
      expect(ids(stored)).toEqual(ids(events));
      expect(stored[0]?.data).toEqual(events[0]?.data);
      // Leave positions out, because some stores return position 0 from `readStream`.
      const told = (read: Readonly<typeof stored>) => read.map(({ data, hash }) => [hash, data]);
      expect(told(await tested.store.readAll(0, events.length))).toEqual(told(stored));
      const walked = await tested.store.readWanted?.(0, events.length, { wants: () => true });
      expect(told(walked ?? stored)).toEqual(told(stored));
    });

    it('refuses an invalid stream name and an append without events', async () => {
      for (const stream of ['', 'with space', 'zero\u0000byte', 'naïve', 'x'.repeat(251)])
        await expect(tested.store.append(stream, NO_STREAM, [newEvent()])).rejects.toThrow();
      await expect(tested.store.append(newStream(), NO_STREAM, [])).rejects.toThrow();
      expect(await tested.store.lastPosition()).toBe(0);
    });
  });
}
