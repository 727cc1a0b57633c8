import type { RecordedEvent } from '../../event-store.js';
import type { StorePosition } from '../stored-record.js';

const EVENTS_MAX = 8_192;
/** Maximum size in bytes of all cached events together. */
const BYTES_MAX = 8 << 20;

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
    if (this.events.length > EVENTS_MAX || this.bytes > BYTES_MAX) this.forget(this.events.length >> 1);
  }

  page(after: number, limit: number): RecordedEvent[] | undefined {
    const first = this.events[0]?.position;
    if (first === undefined || after < first - 1) return undefined;
    return this.events.slice(after - first + 1, after - first + 1 + limit);
  }

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
