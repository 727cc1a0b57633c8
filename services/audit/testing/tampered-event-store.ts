import { NO_STREAM } from '../../../infra/event-store/event-store.js';
import type {
  Actor,
  EventData,
  EventStore,
  NewEvent,
  RecordedEvent,
} from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { sha256 } from '../../../infra/event-store/seal-events.js';
import type { StoredBytes } from '../../../infra/event-store/seal-events.js';
import type { StoredReader } from '../verify-ledger.js';

type Tamper = (event: RecordedEvent) => RecordedEvent | undefined;
const asStored: Tamper = (event) => event;

/** Store whose events pass through `tamper` when read; undefined removes an event. */
export class TamperedEventStore extends MemoryEventStore implements EventStore, StoredReader {
  tamper = asStored;
  /** True when tampered events get matching hashes, as an expert would do. */
  reseal = false;

  override async readAll(after: number, limit: number): Promise<RecordedEvent[]> {
    const events = await super.readAll(after, limit);
    if (this.tamper === asStored) return events;
    return events.flatMap((event) => this.tamper(structuredClone(event)) ?? []);
  }

  async readStored(after: number, limit: number): Promise<StoredBytes[]> {
    return (await this.readAll(after, limit)).map(({ position, hash, ...facts }) => {
      const bytes = Buffer.from(JSON.stringify(facts));
      return { position, hash: this.reseal ? sha256(bytes) : hash, bytes };
    });
  }
}

const actor: Actor = { kind: 'system', id: 'test' };

/** Appends any facts to a stream; `at` defaults to 2026-03-01T09:00Z. */
export async function put(
  store: EventStore,
  stream: string,
  ...facts: readonly (readonly [type: string, data: EventData, at?: string])[]
): Promise<void> {
  const head = await store.head(stream);
  const events = facts.map(([type, data, at = '2026-03-01T09:00:00.000Z'], n): NewEvent => ({
    id: `${stream}-${head.revision + n + 1}`,
    type,
    version: 1,
    at,
    actor,
    correlationId: 'context',
    causationId: 'context',
    data,
  }));
  await store.append(stream, head.revision < 0 ? NO_STREAM : head, events);
}
