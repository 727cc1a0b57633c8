import { headerOf, HEADER_BYTES_MAX, type SealedEvent } from '../seal-events.js';

/** Type and stream of an event, as far as a follower must know it to pass it over. */
export interface Header {
  readonly type: string;
  readonly stream: string;
}

interface Noted extends Header {
  readonly position: number;
}

const KEPT = 8_192;

/**
 * What the newest events are that this process has committed: followers beside the writer pass over what they do not want without
 * reading it from the file again, each of them for itself.
 */
export class NewestHeaders {
  private readonly ring: (Noted | undefined)[] = [];

  /** Events of one append that is on disk. @param lastPosition of the last of them */
  note(stream: string, sealed: readonly SealedEvent[], lastPosition: number): void {
    let position = lastPosition - sealed.length;
    for (const { text } of sealed) {
      position += 1;
      const header = headerOf(text.slice(0, HEADER_BYTES_MAX));
      // A name that needed escaping is read from the file, as everything older is.
      this.ring[position % KEPT] = header && { position, type: header.type, stream };
    }
  }

  at(position: number): Header | undefined {
    const noted = this.ring[position % KEPT];
    return noted?.position === position ? noted : undefined;
  }
}
