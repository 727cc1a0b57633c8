import type { Proposal } from './memory-log.js';

/** Counts by kind, such as `append purchase`, `head wallet` or `look wallet`. */
export type StreamCalls = Record<string, number>;

export interface StreamRead {
  readonly stream: string;
  readonly backwards: boolean;
  /** First revision requested; backwards, `end` means the newest. */
  readonly from: number | 'end';
  readonly count: number;
}

/**
 * Counts calls by kind of stream. A client re-reads its own append when the answer is late, which depends on load: such
 * reads count as `look`.
 */
export class CountedCalls {
  readonly calls: StreamCalls = {};
  /** Events by type; a repeated `id` counts once. */
  readonly events: Record<string, number> = {};
  private readonly ids = new Set<string>();
  /** Places of appends, to recognize a `look`. */
  private readonly places = new Set<string>();

  /** `revision` is that of the first event. */
  appended(stream: string, revision: number, events: readonly Proposal[]): void {
    this.add(`append ${kindOf(stream)}`);
    this.places.add(placeOf(stream, revision, events.length));
    for (const { id = '', type } of events) {
      if (!this.ids.has(id)) this.events[type] = (this.events[type] ?? 0) + 1;
      this.ids.add(id);
    }
  }

  read({ stream, backwards, from, count }: StreamRead): void {
    const looks = !backwards && from !== 'end' && this.places.has(placeOf(stream, from, count));
    const isHead = backwards && from === 'end' && count === 1;
    this.add(`${looks ? 'look' : isHead ? 'head' : 'read'} ${kindOf(stream)}`);
  }

  readAll(): void {
    this.add('read all');
  }

  private add(call: string): void {
    this.calls[call] = (this.calls[call] ?? 0) + 1;
  }
}

const placeOf = (stream: string, revision: number, events: number): string =>
  `${stream} ${revision} ${events}`;

/** Kind of a stream: `purchase` for `purchase-<id>`, with any ledger prefix. */
const kindOf = (stream: string): string => /([a-z]+)-[0-9a-z-]*$/.exec(stream)?.[1] ?? stream;
