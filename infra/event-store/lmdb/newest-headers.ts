import type { SealedEvent } from '../seal-events.js';

export interface Header {
  readonly type: string;
  readonly stream: string;
}

const KEPT = 8_192;

/** Headers of recent events. With these, the writing thread skips unwanted events unread. */
export class NewestHeaders {
  // Use three arrays instead of an object per event, because many long-lived objects slow down garbage
  // collection.
  private readonly positions = new Float64Array(KEPT);
  private readonly types: string[] = [];
  private readonly streams: string[] = [];

  note(stream: string, sealed: readonly SealedEvent[], lastPosition: number): void {
    let position = lastPosition - sealed.length;
    // Take the type from `sealed`. A type cut from the stored text would keep the whole text in memory.
    for (const { type } of sealed) {
      position += 1;
      const at = position % KEPT;
      this.positions[at] = position;
      this.types[at] = type;
      this.streams[at] = stream;
    }
  }

  at(position: number): Header | undefined {
    const at = position % KEPT;
    if (position === 0 || this.positions[at] !== position) return undefined;
    return { type: this.types[at]!, stream: this.streams[at]! };
  }
}
