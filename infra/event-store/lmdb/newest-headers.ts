import type { SealedEvent } from '../seal-events.js';

/** Type and stream of an event, as far as a follower must know it to pass it over. */
export interface Header {
  readonly type: string;
  readonly stream: string;
}

const KEPT = 8_192;

/**
 * What the newest events are that this process has committed: followers beside the writer pass over what they do not want without
 * reading it from the file again, each of them for itself.
 */
export class NewestHeaders {
  // Beside each other instead of an object for each event: what is kept this long is copied by every collection of garbage.
  private readonly positions = new Float64Array(KEPT);
  private readonly types: string[] = [];
  private readonly streams: string[] = [];

  /** Events of one append that is on disk. @param lastPosition of the last of them */
  note(stream: string, sealed: readonly SealedEvent[], lastPosition: number): void {
    let position = lastPosition - sealed.length;
    // A type as it was given, not as it is read from the text: a piece of a text keeps all of it alive.
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
