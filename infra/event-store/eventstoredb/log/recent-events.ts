import type { RecordedEvent } from '../../event-store.js';
import type { StorePosition } from '../stored-record.js';

const EVENTS_MAX = 8_192;
/** As stored; parsed they take a few times that. */
const BYTES_MAX = 8 << 20;

/** The newest events of the log, in memory: those who keep up need not ask the server. */
export class RecentEvents {
  private events: RecordedEvent[] = [];
  private sizes: number[] = [];
  private positions: StorePosition[] = [];
  private bytes = 0;

  push(event: RecordedEvent, bytes: number, position: StorePosition): void {
    this.events.push(event);
    this.sizes.push(bytes);
    this.positions.push(position);
    this.bytes += bytes;
    // Half at a time, so that shortening costs next to nothing for each event.
    if (this.events.length > EVENTS_MAX || this.bytes > BYTES_MAX) this.forget(this.events.length >> 1);
  }

  /** Events with ordinal > after; undefined when some of those are no longer here. */
  page(after: number, limit: number): RecordedEvent[] | undefined {
    const first = this.events[0]?.position;
    if (first === undefined || after < first - 1) return undefined;
    return this.events.slice(after - first + 1, after - first + 1 + limit);
  }

  /** Where the server has an event of a page that was answered. */
  positionOf({ position }: RecordedEvent): StorePosition | undefined {
    const first = this.events[0]?.position;
    return first === undefined ? undefined : this.positions[position - first];
  }

  private forget(count: number): void {
    for (let n = 0; n < count; n += 1) this.bytes -= this.sizes[n] ?? 0;
    this.events = this.events.slice(count);
    this.sizes = this.sizes.slice(count);
    this.positions = this.positions.slice(count);
  }
}
