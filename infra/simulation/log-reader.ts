import {
  StoreUnavailable,
  type Appended,
  type EventStore,
  type ReadStreamOptions,
  type RecordedEvent,
  type StreamHead,
} from '../event-store/event-store.js';
import type { StoredBytes } from '../event-store/seal-events.js';
import type { SimulatedLog } from './simulated-log.js';

export class LogReader implements EventStore {
  constructor(private readonly log: SimulatedLog) {}

  append(): Promise<Appended> {
    return Promise.reject(new StoreUnavailable('the simulation has ended'));
  }

  async readStream(stream: string, options?: ReadStreamOptions): Promise<RecordedEvent[]> {
    return this.log.stream(stream, options);
  }

  async head(stream: string): Promise<StreamHead> {
    return this.log.head(stream);
  }

  async readAll(after: number, limit: number): Promise<RecordedEvent[]> {
    return this.log.page(after, limit);
  }

  async readStored(after: number, limit: number): Promise<StoredBytes[]> {
    return this.log.page(after, limit).map(({ position, hash, ...facts }) => ({
      position,
      hash,
      bytes: Buffer.from(JSON.stringify(facts)),
    }));
  }

  async *follow(): AsyncIterable<readonly RecordedEvent[]> {
    yield await this.readAll(0, this.log.all.length);
  }

  async lastPosition(): Promise<number> {
    return this.log.all.length;
  }

  async close(): Promise<void> {}
}
