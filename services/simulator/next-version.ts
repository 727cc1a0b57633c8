import type { EventStore, NewEvent, RecordedEvent } from '../../infra/event-store/event-store.js';
import { RevisionConflict } from '../../infra/event-store/event-store.js';
import { now } from '../../infra/host/clock.js';
import { randomUUID } from '../../infra/host/chance.js';
import { sleep } from '../../infra/host/timers.js';
import { CATALOG_STREAM } from '../catalog/catalog.events.js';
import { walletStream } from '../ledger/streams.js';
import { over } from './planted/appends.js';
import { userOf } from './scenario.js';

/** Types of events that only the newer version can read. */
export const WALLET_OF_TOMORROW = 'WalletOfTomorrow';
const CATALOG_OF_TOMORROW = 'CatalogOfTomorrow';
export const ADDED = 'ofTomorrow';

export const asTomorrow = (event: RecordedEvent): RecordedEvent =>
  event.type === WALLET_OF_TOMORROW ? { ...event, type: 'WalletOpened' } : event;

export const readByTomorrow = <Store extends Pick<EventStore, 'readStream' | 'readAll'>>(
  store: Store,
): Store =>
  over<Pick<EventStore, 'readStream' | 'readAll'>>(store, {
    readStream: async (stream, options) => (await store.readStream(stream, options)).map(asTomorrow),
    readAll: async (after, limit) => (await store.readAll(after, limit)).map(asTomorrow),
  }) as Store;

export function storeOfTomorrow(store: EventStore): EventStore {
  return over(readByTomorrow(store), {
    append: (stream, head, events) => store.append(stream, head, events.map(withMore)),
    follow: (options) =>
      (async function* () {
        for await (const events of store.follow(options)) yield events.map(asTomorrow);
      })(),
  });
}

export async function beginTomorrow(
  store: EventStore,
  customer: number,
  correlationId: string,
): Promise<void> {
  const userId = userOf(customer);
  const event = (type: string): NewEvent => ({
    id: randomUUID(),
    type,
    version: 1,
    at: now().toISOString(),
    actor: { kind: 'system', id: 'tomorrow' },
    correlationId,
    causationId: correlationId,
    data: { userId },
  });
  await surely(store, walletStream(userId), event(WALLET_OF_TOMORROW));
  await surely(store, CATALOG_STREAM, event(CATALOG_OF_TOMORROW));
}

async function surely(store: EventStore, stream: string, event: NewEvent): Promise<void> {
  for (;;)
    try {
      const stored = await store.readStream(stream);
      if (stored.some(({ id }) => id === event.id)) return;
      await store.append(stream, await store.head(stream), [event]);
      return;
    } catch (error) {
      if (!(error instanceof RevisionConflict)) await sleep(1_000);
    }
}

const withMore = (event: NewEvent): NewEvent => ({ ...event, data: { ...event.data, [ADDED]: true } });
