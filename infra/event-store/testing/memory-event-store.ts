import { createHash } from 'node:crypto';
import {
  type Appended,
  type EventStore,
  type FollowOptions,
  type NewEvent,
  NO_STREAM,
  type ReadStreamOptions,
  type RecordedEvent,
  RevisionConflict,
  StoreUnavailable,
  type StreamHead,
} from '../event-store.js';
import { walkOver } from '../follow-events.js';

/** In-memory `EventStore` for tests. */
export class MemoryEventStore implements EventStore {
  readonly #all: RecordedEvent[] = [];
  readonly #streams = new Map<string, RecordedEvent[]>();
  readonly #waiting = new Set<() => void>();
  #closed = false;

  async append(stream: string, expected: StreamHead, events: readonly NewEvent[]): Promise<Appended> {
    if (this.#closed) throw new StoreUnavailable('closed');
    const stored = this.#streams.get(stream) ?? [];
    const actual = headOf(stored);
    if (actual.revision !== expected.revision || actual.hash !== expected.hash) {
      const again = stored.slice(expected.revision + 1, expected.revision + 1 + events.length);
      const sealed = events.reduce((head, event) => headAfter(stream, head, event), expected);
      if (again.length !== events.length || headOf(again).hash !== sealed.hash)
        throw new RevisionConflict(stream, expected, actual);
      return { head: headOf(again), position: again.at(-1)?.position };
    }
    for (const event of events) this.#store(stream, stored, event);
    this.#streams.set(stream, stored);
    for (const wake of this.#waiting) wake();
    return { head: headOf(stored), position: this.#all.length };
  }

  async readStream(stream: string, options: ReadStreamOptions = {}): Promise<RecordedEvent[]> {
    const stored = this.#streams.get(stream) ?? [];
    const { direction = 'forwards', limit = stored.length } = options;
    if (direction === 'forwards') return stored.slice(options.from ?? 0).slice(0, limit);
    return stored
      .slice(0, (options.from ?? stored.length - 1) + 1)
      .reverse()
      .slice(0, limit);
  }

  async head(stream: string): Promise<StreamHead> {
    return headOf(this.#streams.get(stream) ?? []);
  }

  async readAll(after: number, limit: number): Promise<RecordedEvent[]> {
    return this.#all.slice(after, after + limit);
  }

  async *follow({
    after,
    signal,
    batchMax = 512,
    wants,
  }: FollowOptions): AsyncIterable<readonly RecordedEvent[]> {
    let position = after;
    while (!signal.aborted) {
      const batch = this.#all.slice(position, position + batchMax);
      if (batch.length > 0) {
        position += batch.length;
        yield walkOver(batch, wants).events;
      } else await this.#woken(signal);
    }
  }

  async lastPosition(): Promise<number> {
    return this.#all.length;
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  #store(stream: string, stored: RecordedEvent[], event: NewEvent): void {
    const before = headOf(stored);
    const { revision, hash } = headAfter(stream, before, event);
    const position = this.#all.length + 1;
    const recorded: RecordedEvent = { ...event, stream, revision, previousHash: before.hash, position, hash };
    stored.push(recorded);
    this.#all.push(recorded);
  }

  #woken(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}

function headAfter(
  stream: string,
  { revision, hash: previousHash }: StreamHead,
  event: NewEvent,
): StreamHead {
  const facts = { ...event, stream, revision: revision + 1, previousHash };
  return { revision: revision + 1, hash: createHash('sha256').update(JSON.stringify(facts)).digest('hex') };
}

function headOf(events: readonly RecordedEvent[]): StreamHead {
  const last = events.at(-1);
  return last ? { revision: last.revision, hash: last.hash } : NO_STREAM;
}
