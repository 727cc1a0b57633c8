import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  type BeforeAppend,
  type EventStore,
  NO_STREAM,
  type NewEvent,
  type StreamHead,
} from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { newEvent } from '../../../infra/event-store/testing/new-event.js';
import { isNewer, oldestVersion } from './oldest-version.js';

const FIRST_STORED_BY = { PriceHeld: '0.2.0', PriceLifted: '0.10.0' };

/** Process on a shared log, with `beforeAppend` as in the real stores. */
class Opened {
  beforeAppend: BeforeAppend | undefined;

  constructor(private readonly log: EventStore) {}

  async append(stream: string, head: StreamHead, events: readonly NewEvent[]) {
    await this.beforeAppend?.(events);
    return this.log.append(stream, head, events);
  }

  readStream(stream: string) {
    return this.log.readStream(stream);
  }
}

describe('the oldest version that may open a ledger', () => {
  let log: MemoryEventStore;
  beforeEach(() => void (log = new MemoryEventStore()));

  async function opened(version: string): Promise<Opened> {
    const store = new Opened(log);
    store.beforeAppend = await oldestVersion(store, version, FIRST_STORED_BY);
    return store;
  }
  let streams = 0;
  const append = async (store: Opened, type: string) =>
    store.append(`s-${(streams += 1)}`, NO_STREAM, [{ ...newEvent(), type }]);
  const types = async () =>
    (await log.readAll(0, 100)).map(({ type, data }) =>
      type === 'OldestVersionNamed' ? `${type} ${String(data['version'])}` : type,
    );

  it('is any until an event of a new type is stored: going back works', async () => {
    await append(await opened('0.2.0'), 'WalletFunded');
    expect(await types()).toEqual(['WalletFunded']);
    await expect(opened('0.1.0')).resolves.toBeDefined();
  });

  it('is named right before the first event of a new type, and once', async () => {
    const store = await opened('0.10.0');
    for (const type of ['PriceHeld', 'PriceHeld', 'PriceLifted', 'PriceHeld']) await append(store, type);
    await append(await opened('0.10.0'), 'PriceLifted');
    expect(await types()).toEqual([
      'OldestVersionNamed 0.2.0',
      'PriceHeld',
      'PriceHeld',
      'OldestVersionNamed 0.10.0',
      'PriceLifted',
      'PriceHeld',
      'PriceLifted',
    ]);
  });

  it('refuses an older build with a sentence that says what to do', async () => {
    await append(await opened('0.10.0'), 'PriceLifted');
    await expect(opened('0.9.3')).rejects.toThrow(
      'this is version 0.9.3, and the ledger holds events of version 0.10.0 (PriceLifted): start version 0.10.0 or newer, or restore a backup that was made before the upgrade',
    );
    for (const version of ['0.10.0', '0.11.0', '1.0.0']) await opened(version);
  });

  it('is named once by processes that store new events at the same moment', async () => {
    const stores = await Promise.all(Array.from({ length: 5 }, () => opened('0.2.0')));
    await Promise.all(stores.map((store) => append(store, 'PriceHeld')));
    expect((await types()).filter((type) => type.startsWith('Oldest'))).toHaveLength(1);
  });

  it('stores nothing when it cannot be named', async () => {
    const store = await opened('0.2.0');
    const append0 = log.append.bind(log);
    log.append = (stream, head, events) =>
      stream === 'ledger' ? Promise.reject(new Error('disk full')) : append0(stream, head, events);
    await expect(append(store, 'PriceHeld')).rejects.toThrow('disk full');
    expect(await types()).toEqual([]);
  });
});

it('versions are compared by their numbers', () => {
  expect([isNewer('0.10.0', '0.9.9'), isNewer('0.9.9', '0.10.0'), isNewer('1.0.0', '1.0.0')]).toEqual([
    true,
    false,
    false,
  ]);
});
