import { NO_STREAM } from '../../../infra/event-store/event-store.js';
import type { EventStore, RecordedEvent, StreamHead } from '../../../infra/event-store/event-store.js';
import { verifyBytes } from '../../../infra/event-store/seal-events.js';
import { isDamage } from '../damage.js';
import type { Problems } from '../problems.js';

/**
 * `StreamHead` with writable fields. Each stream reuses its object, because a new object for each event would
 * cause most of the garbage collection.
 */
type Writable<Each> = { -readonly [Key in keyof Each]: Each[Key] };

/**
 * Checks that no `position` is missing. Checks that the `revision` and `previousHash` of each event
 * follow from the event before it in the same stream.
 */
export class ChainCheck {
  private readonly heads = new Map<string, Writable<StreamHead>>();
  private position = 0;

  constructor(private readonly problems: Problems) {}

  /** Checks the position of an event in the log and in its stream. With `bytes`, also checks `hash`. */
  add(event: RecordedEvent, bytes: Uint8Array | undefined): void {
    const { stream, revision, hash } = event;
    if (event.position !== this.position + 1) {
      this.problems.add('position-gap', event, `position ${event.position} follows ${this.position}`);
    }
    this.position = event.position;
    if (bytes && !verifyBytes(bytes, hash))
      this.problems.add('hash-wrong', event, 'the stored bytes are not what was sealed');
    let head = this.heads.get(stream);
    if (!head) this.heads.set(stream, (head = { ...NO_STREAM }));
    if (revision !== head.revision + 1) {
      this.problems.add('revision-gap', event, `revision ${revision} follows ${head.revision}`);
    }
    if (event.previousHash !== head.hash) {
      this.problems.add('chain-broken', event, `event ${revision} does not continue the event before it`);
    }
    head.revision = revision;
    head.hash = hash;
  }

  /** Accepts a newer head when events were appended after `end`. */
  async compareHeads(eventStore: EventStore, end: number): Promise<void> {
    for (const [stream, last] of this.heads) {
      const head = await this.headOf(eventStore, stream);
      if (!head) continue;
      if (head.revision === last.revision && head.hash === last.hash) continue;
      if (head.revision > last.revision && (await eventStore.lastPosition()) > end) continue;
      this.problems.add(
        'head-wrong',
        { stream, position: this.position },
        `the store ends at revision ${head.revision}, the log at ${last.revision}`,
      );
    }
  }

  private async headOf(eventStore: EventStore, stream: string): Promise<StreamHead | undefined> {
    try {
      return await eventStore.head(stream);
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.problems.add('unreadable', { stream, position: this.position }, String(error));
      return undefined;
    }
  }
}
