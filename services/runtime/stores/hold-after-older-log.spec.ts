import { beforeEach, describe, expect, it } from '@jest/globals';
import { checkpointsIn, type Place } from '../../../infra/checkpoints/checkpoints.js';
import { hashAt } from '../../../infra/checkpoints/log-went-back.js';
import { systemContext } from '../../../infra/event-store/event-context.js';
import {
  type EventStore,
  type RecordedEvent,
  StoreUnavailable,
} from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { newEvent, newEvents } from '../../../infra/event-store/testing/new-event.js';
import { CatalogStream } from '../../catalog/catalog-stream.js';
import { CATALOG_LOOK_MS } from '../../catalog/keep-catalog.js';
import { Catalog } from '../../catalog/catalog.js';
import { holdAfterOlderLog } from './hold-after-older-log.js';

const OTHER_HASH = 'ab'.repeat(32);

let log: MemoryEventStore;
let values: Map<string, unknown>;
let viewAt: Place;
const told: string[] = [];

const snapshots = {
  load: (key: string) => values.get(key),
  save: async (key: string, value: unknown) => void values.set(key, value),
  entries: async (prefix: string, except: string) =>
    [...values].filter(([key]) => key.startsWith(prefix) && !key.startsWith(except)),
};
const checkpoints = checkpointsIn(snapshots);
const start = (eventStore: EventStore = log): Promise<void> =>
  holdAfterOlderLog({
    eventStore,
    snapshots,
    readStore: { place: async () => viewAt },
    onHeld: (reason) => told.push(reason),
  });
const holds = async (): Promise<RecordedEvent[]> =>
  (await log.readStream('catalog')).filter(({ type }) => type === 'SendingHeld');

beforeEach(async () => {
  log = new MemoryEventStore();
  await log.append('wallet-ada', await log.head('wallet-ada'), newEvents(3));
  values = new Map();
  viewAt = { position: 0 };
  told.length = 0;
});

async function release(): Promise<number> {
  const catalog = new Catalog({
    sandboxUrl: 'http://127.0.0.1',
    VTPASS_PUBLIC_KEY: '',
    VTPASS_SECRET_KEY: '',
  });
  return new CatalogStream(catalog, log).change(
    { type: 'ReleaseSending', reason: 'Compared' },
    systemContext(),
  );
}

describe('a process that starts on an older log', () => {
  it.each<[string, Place, Place | undefined]>([
    ['a checkpoint is ahead of it', { position: 9, hash: OTHER_HASH }, undefined],
    ['a checkpoint without a hash is ahead of it', { position: 9 }, undefined],
    ['a checkpoint has another event there', { position: 2, hash: OTHER_HASH }, undefined],
    ['the log ended later when a checkpoint was saved', { position: 0 }, { position: 9, hash: OTHER_HASH }],
  ])('holds sending when %s', async (_, place, end) => {
    await checkpoints.save('purchases-1', { ...place, state: null, ...(end && { end }) });
    await start();
    const lacking = [end ?? place];
    expect(await holds()).toMatchObject([
      { actor: { kind: 'system' }, data: { acceptedUpTo: 3, lacking, reason: told[0] } },
    ]);
    expect(told).toEqual([expect.stringMatching(/^purchases-1 was at event \d, and the log /)]);
  });

  it('holds sending when only a view tells that the log is older', async () => {
    viewAt = { position: 4, hash: OTHER_HASH };
    await start();
    expect(told).toEqual([expect.stringMatching(/^the view .+ was at event 4, and the log ends at 3/)]);
    expect(await holds()).toHaveLength(1);
  });

  it('holds sending once for each place, also after a release and when no follower moves its place', async () => {
    await checkpoints.save('retired', { position: 9, hash: OTHER_HASH, state: null });
    await start();
    await start();
    expect(await release()).toBe(1);
    await start();
    expect([await holds(), told]).toMatchObject([{ length: 1 }, { length: 1 }]);
    await checkpoints.save('purchases-1', { position: 8, hash: OTHER_HASH, state: null });
    await start();
    expect(await holds()).toHaveLength(2);
  });

  it('waits for other processes only at the start that stores the hold', async () => {
    await checkpoints.save('purchases-1', { position: 9, hash: OTHER_HASH, state: null });
    Object.defineProperty(log, 'hasOtherWriters', { value: true });
    const begun = Date.now();
    await start();
    const waited = Date.now() - begun;
    expect(waited).toBeGreaterThanOrEqual(2 * CATALOG_LOOK_MS - 5);
    await start();
    expect(Date.now() - begun - waited).toBeLessThan(CATALOG_LOOK_MS);
  });

  it('holds sending once when two processes start at once', async () => {
    await checkpoints.save('purchases-1', { position: 9, state: null });
    await Promise.all([start(), start()]);
    expect([await holds(), told]).toMatchObject([{ length: 1 }, { length: 1 }]);
  });

  const pausing = (meanwhile: () => Promise<unknown>): EventStore =>
    new Proxy(log, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (name !== 'readStream') return typeof member === 'function' ? member.bind(target) : member;
        return async (stream: string) => {
          await meanwhile();
          meanwhile = async () => undefined;
          return target.readStream(stream);
        };
      },
    });

  it('covers purchases that another process accepted between the comparison and the hold', async () => {
    await checkpoints.save('purchases-1', { position: 9, state: null });
    await start(pausing(async () => log.append('wallet-b', await log.head('wallet-b'), [newEvent()])));
    expect(await holds()).toMatchObject([{ data: { acceptedUpTo: 4 } }]);
  });

  it('stores no second hold when another process held and a person released before its own hold', async () => {
    await checkpoints.save('purchases-1', { position: 9, state: null });
    await start(
      pausing(async () => {
        await start();
        await release();
      }),
    );
    expect(await holds()).toHaveLength(1);
  });

  it('does not start when the hold cannot be stored, and holds at the next start', async () => {
    await checkpoints.save('purchases-1', { position: 9, state: null });
    const { append } = log;
    log.append = () => Promise.reject(new StoreUnavailable('the disk is full'));
    await expect(start()).rejects.toThrow(
      'purchases-1 was at event 9, and the log ends at 3: the log is older, and sending could not be held: the disk is full',
    );
    log.append = append;
    await start();
    expect(await holds()).toHaveLength(1);
  });
});

describe('a process that starts on its own log', () => {
  it.each<[string, () => unknown]>([
    ['in a fresh installation', () => (log = new MemoryEventStore())],
    [
      'on an empty log beside other stores, which production refuses',
      async () => {
        log = new MemoryEventStore();
        await checkpoints.save('purchases-1', { position: 9, state: null });
      },
    ],
    ['when the views are made again', () => (viewAt = { position: 1 })],
    [
      'when all checkpoints are in the log',
      async () => {
        viewAt = { position: 3, hash: (await hashAt(log, 3))! };
        await checkpoints.save('purchases-1', { ...viewAt, state: null, end: viewAt });
        await checkpoints.save('notices', { position: 2, state: null });
      },
    ],
    [
      'when a damaged value is no checkpoint any more',
      () => values.set('checkpoint:purchases-1', { version: 1, position: 'garbled' }),
    ],
    [
      'when only seals were published beyond it',
      () => checkpoints.save('published-seals', { position: 9, state: null }),
    ],
    ['when a snapshot of a wallet lies beside', () => values.set('wallet-ada', { version: 1, position: 99 })],
  ])('holds nothing %s', async (_, prepare) => {
    await prepare();
    const before = await log.lastPosition();
    await start();
    expect([await log.lastPosition(), told]).toEqual([before, []]);
  });
});
