import { randomUUID } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { EventStore, Json, RecordedEvent } from '../event-store/event-store.js';
import { MemoryEventStore } from '../event-store/testing/memory-event-store.js';
import { checkpointsIn, checkpointsInMemory } from './checkpoints.js';
import { hashAt, logWentBackAt } from './log-went-back.js';
import { type Reactor, runReactor } from './run-reactor.js';
import { Watermark } from './watermark.js';
import { until } from '../testing/until.js';

async function ledgerOf(count: number): Promise<MemoryEventStore> {
  const store = new MemoryEventStore();
  for (let index = 0; index < count; index += 1)
    await store.append('a', await store.head('a'), [
      {
        id: randomUUID(),
        type: 'Counted',
        version: 1,
        at: '',
        actor: { kind: 'system', id: 't' },
        correlationId: '',
        causationId: '',
        data: {},
      },
    ]);
  return store;
}

class Counting implements Reactor {
  readonly name = 'counting';
  readonly seen: number[] = [];
  saved = false;
  restored: Json | undefined;
  constructor(private readonly work: (event: RecordedEvent) => Promise<void> | undefined = () => undefined) {}
  restore(state: Json | undefined): void {
    this.restored = state;
  }
  state(): Json {
    this.saved = true;
    return this.seen.length;
  }
  react(event: RecordedEvent): Promise<void> | undefined {
    this.seen.push(event.position);
    return this.work(event);
  }
}

/** Waits for many turns of the event loop, more than work in memory takes. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await nextTurn();
}

const signalled = (): { readonly signal: AbortSignal; abort(): void } => {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
};

describe('a reactor', () => {
  const start = (
    eventStore: Pick<EventStore, 'follow' | 'lastPosition' | 'readAll'>,
    reactor: Reactor,
    checkpoints = checkpointsInMemory(),
    underWayMax = 1_024,
  ) => {
    const stop = new AbortController();
    const faults: unknown[] = [];
    const options = {
      eventStore,
      checkpoints,
      reactor,
      signal: stop.signal,
      onFault: (error: unknown) => faults.push(error),
      underWayMax,
    };
    return { running: runReactor(options), faults, checkpoints, stop: () => stop.abort() };
  };

  it('repeats any number of reactions with one listener of its signal, and leaves none', async () => {
    const store = await ledgerOf(60);
    const { signal, ...stop } = signalled();
    let most = 0;
    const failing = new Set(Array.from({ length: 60 }, (_, n) => n + 1));
    const reactor = new Counting(async ({ position }) => {
      most = Math.max(most, getEventListeners(signal, 'abort').length);
      if (failing.delete(position)) throw new Error('planted');
    });
    const faults: unknown[] = [];
    const running = runReactor({
      eventStore: store,
      checkpoints: checkpointsInMemory(),
      reactor,
      signal,
      onFault: (error) => faults.push(error),
    });
    await until(() => running.position() === 60);
    expect(faults).toHaveLength(60);
    // The follower has one listener, and all repeated reactions share the other.
    expect(most).toBeLessThanOrEqual(2);
    stop.abort();
    await running.done;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  describe.each([
    ['begins again', 'start', [1, 2, 3, 4], 0],
    ['skips the log when it sends mails', 'end', [4], 3],
  ] as const)('%s', (_, whenLogWentBack, seen, begin) => {
    it.each([
      ['is ahead of an older log', 50, undefined, 'was at event 50, and the log ends at 3'],
      ['is ahead of an older log, and has a hash', 50, 'ab', 'was at event 50, and the log ends at 3'],
      ['names another event at the end', 3, 'ab', 'was at event 3, and the log has another event there'],
      ['names another event', 2, 'ab', 'was at event 2, and the log has another event there'],
    ])('when its checkpoint %s', async (_situation, position, hash, told) => {
      const checkpoints = checkpointsInMemory();
      await checkpoints.save('counting', { position, hash, state: ['from later'] });
      const store = await ledgerOf(3);
      const reactor = new Counting();
      const { signal, ...stop } = signalled();
      const faults: unknown[] = [];
      const running = runReactor({
        eventStore: store,
        checkpoints,
        reactor,
        signal,
        whenLogWentBack,
        onFault: (error) => faults.push(error),
      });
      // The new begin is stored before the first event, so that a crash here changes nothing.
      await until(() => faults.length > 0 && reactor.saved);
      expect(await checkpoints.load('counting')).toEqual({
        position: begin,
        ...(begin > 0 && { hash: await hashAt(store, begin) }),
        state: 0,
        end: { position: 3, hash: await hashAt(store, 3) },
      });
      await until(() => running.position() === 3);
      await store.append('b', await store.head('b'), [
        { ...(await store.readAll(0, 1))[0]!, id: randomUUID() },
      ]);
      await until(() => running.position() === 4);
      stop.abort();
      await running.done;
      expect(reactor.restored).toBeUndefined();
      expect(reactor.seen).toEqual(seen);
      expect(faults).toMatchObject([
        { name: 'LogWentBack', message: expect.stringMatching(`^counting ${told}`) },
      ]);
      expect(await checkpoints.load('counting')).toMatchObject({
        position: 4,
        hash: await hashAt(store, 4),
      });
      expect(await logWentBackAt(checkpoints)).toEqual(expect.any(Number));
    });
  });

  it.each([
    ['ends earlier', 5, 'was at event 5, and the log ends at 3'],
    ['has another event there', 3, 'was at event 3, and the log has another event there'],
  ])(
    'begins again when a log has its last event, and %s than when it was saved',
    async (_, position, told) => {
      const checkpoints = checkpointsInMemory();
      const store = await ledgerOf(3);
      const end = { position, hash: 'ab' };
      await checkpoints.save('counting', { position: 2, hash: await hashAt(store, 2), state: 2, end });
      const reactor = new Counting();
      const { running, faults, stop } = start(store, reactor, checkpoints);
      await until(() => running.position() === 3);
      stop();
      await running.done;
      expect([reactor.restored, reactor.seen]).toEqual([undefined, [1, 2, 3]]);
      expect(faults).toMatchObject([
        { name: 'LogWentBack', message: expect.stringMatching(`^counting ${told}`) },
      ]);
      expect(await checkpoints.load('counting')).toMatchObject({
        end: { position: 3, hash: await hashAt(store, 3) },
      });
    },
  );

  it('begins again only after it could tell that the log went back', async () => {
    const values = new Map<string, unknown>();
    const refusals = [new Error('the disk is full'), new Error('the disk is full')];
    const reactor = new Counting();
    const seenWhenTold: number[][] = [];
    const checkpoints = checkpointsIn(
      { load: (key) => values.get(key), save: async (key, value) => void values.set(key, value) },
      async () => {
        seenWhenTold.push([...reactor.seen]);
        const refusal = refusals.shift();
        if (refusal) throw refusal;
      },
    );
    await checkpoints.save('counting', { position: 50, state: 50 });
    const { running, stop } = start(await ledgerOf(3), reactor, checkpoints);
    await until(() => running.position() === 3);
    stop();
    await running.done;
    expect([seenWhenTold, reactor.seen]).toEqual([
      [[], [], []],
      [1, 2, 3],
    ]);
  });

  it('goes on from a checkpoint without a hash that is not ahead of the log, and stores its hash', async () => {
    const checkpoints = checkpointsInMemory();
    await checkpoints.save('counting', { position: 2, state: 2 });
    const store = await ledgerOf(3);
    const reactor = new Counting();
    const { running, faults, stop } = start(store, reactor, checkpoints);
    await until(() => running.position() === 3);
    expect([reactor.restored, reactor.seen, faults]).toEqual([2, [3], []]);
    expect(await checkpoints.load('counting')).toMatchObject({ position: 2, hash: await hashAt(store, 2) });
    stop();
    await running.done;
    expect(await logWentBackAt(checkpoints)).toBeNull();
  });

  it('stores the hash of an event that it has seen, and never one from a log put in its place', async () => {
    const store = await ledgerOf(9);
    const hash = await hashAt(store, 2);
    const other = await ledgerOf(9);
    // The follower shows events 2, 6 and 9 only, and the reaction to event 6 never ends.
    const shown = {
      lastPosition: () => other.lastPosition(),
      readAll: (after: number, limit: number) => other.readAll(after, limit),
      async *follow({ signal }: { readonly signal: AbortSignal }) {
        for (const position of [2, 6, 9]) yield await store.readAll(position - 1, 1);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      },
    };
    const reactor = new Counting(({ position }) =>
      position === 6 ? Promise.reject(new Error('planted')) : Promise.resolve(),
    );
    const { running, checkpoints, stop } = start(shown, reactor);
    await until(() => reactor.seen.includes(9));
    stop();
    await running.done;
    expect(await checkpoints.load('counting')).toMatchObject({ position: 2, hash });
  });

  it('sees every event once, in order, and goes on after its checkpoint', async () => {
    const store = await ledgerOf(10);
    const one = new Counting();
    const first = start(store, one);
    await until(() => first.running.position() === 10);
    first.stop();
    await first.running.done;
    expect(one.seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    await store.append('b', await store.head('b'), [
      { ...(await store.readAll(0, 1))[0]!, id: randomUUID() },
    ]);
    const two = new Counting();
    const second = start(store, two, first.checkpoints);
    await until(() => second.running.position() === 11);
    second.stop();
    await second.running.done;
    expect([two.restored, two.seen]).toEqual([10, [11]]);
  });

  it('skips unwanted events, and still advances its position', async () => {
    const store = await ledgerOf(700);
    const reactor = Object.assign(new Counting(), { wants: () => false });
    const { running, stop } = start(store, reactor);
    await until(() => running.position() === 700);
    stop();
    await running.done;
    expect(reactor.seen).toEqual([512, 700]);
  });

  it('waits for a checkpoint from the network, and asks again when it does not come', async () => {
    const store = await ledgerOf(5);
    const reactor = new Counting();
    let asked = 0;
    const { running, faults, stop } = start(store, reactor, {
      load: async () => {
        if (++asked < 3) throw new Error('away');
        return { position: 3, hash: await hashAt(store, 3), state: 'kept' };
      },
      save: async () => undefined,
    });
    await until(() => running.position() === 5);
    expect([reactor.restored, reactor.seen, faults.length]).toEqual(['kept', [4, 5], 2]);
    stop();
    await running.done;
  });

  it('keeps its position before unfinished reactions, and bounds their number', async () => {
    const store = await ledgerOf(50);
    const release: (() => void)[] = [];
    const { running, stop } = start(
      store,
      new Counting(() => new Promise((resolve) => release.push(resolve))),
      undefined,
      8,
    );
    await until(() => running.underWay() === 8);
    await turns();
    expect([running.underWay(), running.position()]).toEqual([8, 0]);
    release[7]!();
    release[1]!();
    await turns();
    expect(running.position()).toBe(0);
    release[0]!();
    await until(() => running.position() > 0);
    expect(running.position()).toBe(2);
    const timer = setInterval(() => release.forEach((go) => go()), 5);
    await until(() => running.position() === 50);
    clearInterval(timer);
    stop();
    await running.done;
  });

  it('continues while more reactions fail forever than may run at once', async () => {
    const store = await ledgerOf(12);
    const stopping = new AbortController();
    const reactor = new Counting(({ position }) =>
      position <= 6 ? Promise.reject(new Error('this wallet stands still')) : Promise.resolve(),
    );
    const running = runReactor({
      eventStore: store,
      checkpoints: checkpointsInMemory(),
      reactor,
      signal: stopping.signal,
      underWayMax: 2,
      onFault: () => undefined,
    });
    await until(() => reactor.seen.includes(12));
    expect(running.position()).toBe(0);
    stopping.abort();
    await running.done;
  });

  it('restarts a reaction that never ends, and reports it', async () => {
    const store = await ledgerOf(3);
    const stopping = new AbortController();
    const hanging = new Set([2]);
    const reactor = new Counting(({ position }) =>
      hanging.delete(position) ? new Promise(() => undefined) : Promise.resolve(),
    );
    const faults: unknown[] = [];
    const running = runReactor({
      eventStore: store,
      checkpoints: checkpointsInMemory(),
      reactor,
      signal: stopping.signal,
      lostAfterMs: 20,
      onFault: (error, event) => faults.push([String(error), event?.position]),
    });
    await until(() => running.position() === 3);
    expect(reactor.seen).toEqual([1, 2, 3, 2]);
    expect(faults).toEqual([['Error: no end after 0.02 s', 2]]);
    stopping.abort();
    await running.done;
  });

  it('stops when far too many reactions fail, as during a store outage', async () => {
    const store = await ledgerOf(40);
    const stopping = new AbortController();
    const reactor = new Counting(() => Promise.reject(new Error('the store is away')));
    const running = runReactor({
      eventStore: store,
      checkpoints: checkpointsInMemory(),
      reactor,
      signal: stopping.signal,
      underWayMax: 2,
      onFault: () => undefined,
    });
    await until(() => running.underWay() >= 16);
    await turns();
    expect(Math.max(...reactor.seen)).toBeLessThan(20);
    stopping.abort();
    await running.done;
  });

  it('repeats a failed reaction and skips no event', async () => {
    const store = await ledgerOf(3);
    const failures = [new Error('first'), new Error('second')];
    const reactor = new Counting(({ position }) => {
      const failure = position === 2 ? failures.shift() : undefined;
      return failure ? Promise.reject(failure) : Promise.resolve();
    });
    const { running, faults, stop } = start(store, reactor);
    await until(() => running.position() === 3);
    expect([reactor.seen, faults.length]).toEqual([[1, 2, 3, 2, 2], 2]);
    stop();
    await running.done;
  });

  it('repeats a failing reaction after a restart', async () => {
    const store = await ledgerOf(3);
    const failing = new Counting(({ position }) =>
      position === 2 ? Promise.reject(new Error('planted')) : Promise.resolve(),
    );
    const first = start(store, failing);
    await until(() => first.faults.length > 0);
    first.stop();
    await first.running.done;
    const next = new Counting();
    const second = start(store, next, first.checkpoints);
    await until(() => second.running.position() === 3);
    expect(next.seen).toEqual([2, 3]);
    second.stop();
    await second.running.done;
  });

  it('treats an end of the log as a fault and resumes from its position', async () => {
    const store = await ledgerOf(4);
    let passes = 0;
    const breaking: Pick<EventStore, 'follow' | 'lastPosition' | 'readAll'> = {
      lastPosition: () => store.lastPosition(),
      readAll: (after, limit) => store.readAll(after, limit),
      async *follow(options) {
        passes += 1;
        if (passes === 1) yield await store.readAll(options.after, 2);
        else yield* store.follow(options);
      },
    };
    const reactor = new Counting();
    const { running, faults, stop } = start(breaking, reactor);
    await until(() => running.position() === 4);
    expect([reactor.seen, faults.length]).toEqual([[1, 2, 3, 4], 1]);
    stop();
    await running.done;
  });
});

describe('checkpoints', () => {
  it('are none when another version wrote them', () => {
    const values = new Map<string, unknown>([['checkpoint:old', { version: 0, position: 7, state: null }]]);
    const checkpoints = checkpointsIn({ load: (key) => values.get(key), save: async () => undefined });
    expect(checkpoints.load('old')).toBeUndefined();
    expect(checkpoints.load('none')).toBeUndefined();
  });
});

describe('a watermark', () => {
  it('settles at once when nothing is under way', async () => {
    await expect(new Watermark({ position: 5 }, 10).settled()).resolves.toBeUndefined();
    expect(new Watermark({ position: 5 }, 10).done).toEqual({ position: 5 });
  });
});
