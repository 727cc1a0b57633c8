import {
  type Appended,
  NO_STREAM,
  type NewEvent,
  type ReadStreamOptions,
  type RecordedEvent,
  RevisionConflict,
  type StreamHead,
} from '../event-store/event-store.js';
import { openEvent, sealEvents } from '../event-store/seal-events.js';

/** Event log of the simulation, which outlives the simulated processes. */
export class SimulatedLog {
  readonly all: RecordedEvent[] = [];
  readonly #streams = new Map<string, RecordedEvent[]>();
  readonly #followers = new Set<() => void>();
  generation = 0;
  onStored: (events: readonly RecordedEvent[]) => void = () => undefined;

  /** @throws RevisionConflict */
  append(stream: string, expected: StreamHead, events: readonly NewEvent[]): Appended {
    const stored = this.#streams.get(stream) ?? [];
    const actual = headOf(stored);
    if (actual.revision !== expected.revision || actual.hash !== expected.hash)
      return sameAppend(stream, stored, expected, events) ?? conflict(stream, expected, actual);
    const recorded = sealEvents(stream, expected, events).map(({ text, hash }, index) =>
      openEvent(text, this.all.length + index + 1, hash),
    );
    stored.push(...recorded);
    this.all.push(...recorded);
    this.#streams.set(stream, stored);
    this.onStored(recorded);
    for (const tell of this.#followers) tell();
    return { head: headOf(stored), position: this.all.length };
  }

  goBack(length: number): void {
    this.all.length = length;
    for (const [stream, stored] of this.#streams)
      this.#streams.set(
        stream,
        stored.filter(({ position }) => position <= length),
      );
    this.generation += 1;
  }

  stream(stream: string, options: ReadStreamOptions = {}): RecordedEvent[] {
    const stored = this.#streams.get(stream) ?? [];
    const { direction = 'forwards', limit = stored.length } = options;
    if (direction === 'forwards') return stored.slice(options.from ?? 0).slice(0, limit);
    return stored
      .slice(0, (options.from ?? stored.length - 1) + 1)
      .reverse()
      .slice(0, limit);
  }

  head(stream: string): StreamHead {
    return headOf(this.#streams.get(stream) ?? []);
  }

  page(after: number, limit: number): RecordedEvent[] {
    return this.all.slice(after, after + limit);
  }

  onAppend(tell: () => void): () => void {
    this.#followers.add(tell);
    return () => void this.#followers.delete(tell);
  }
}

function headOf(events: readonly RecordedEvent[]): StreamHead {
  const last = events.at(-1);
  return last ? { revision: last.revision, hash: last.hash } : NO_STREAM;
}

function sameAppend(
  stream: string,
  stored: readonly RecordedEvent[],
  expected: StreamHead,
  events: readonly NewEvent[],
): Appended | undefined {
  const from = expected.revision + 1;
  const again = stored.slice(from, from + events.length);
  const head = headOf(again);
  const same = head.hash === sealEvents(stream, expected, events).at(-1)?.hash;
  return same ? { head, position: again.at(-1)?.position } : undefined;
}

function conflict(stream: string, expected: StreamHead, actual: StreamHead): never {
  throw new RevisionConflict(stream, expected, actual);
}
