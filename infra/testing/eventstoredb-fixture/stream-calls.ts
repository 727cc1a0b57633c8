import type { Proposal } from './memory-log.js';

/** How often each kind of call was made, as `append purchase`, `head wallet`, `read wallet`, `look wallet`, `read all`. */
export type StreamCalls = Record<string, number>;

/** One read of a stream. */
export interface StreamRead {
  readonly stream: string;
  readonly backwards: boolean;
  /** The first revision that is asked for; backwards, `end` for the newest. */
  readonly from: number | 'end';
  readonly count: number;
}

/**
 * Counts the calls that concern single streams, by kind of stream: how often each kind is called tells what a purchase
 * costs. A client looks again for an append of its own that is not answered soon, which depends on how busy the machine is:
 * such looks are counted apart, so that the other figures do not.
 */
export class CountedCalls {
  readonly calls: StreamCalls = {};
  /** How many events of each type came; one that is sent again counts once. */
  readonly events: Record<string, number> = {};
  private readonly ids = new Set<string>();
  /** Where appends wanted to be stored: what a look after one asks for. */
  private readonly places = new Set<string>();

  /** An append of events of which the first would have this revision. */
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

/** `purchase` of `purchase-<id>`, whatever prefix the ledger has. */
const kindOf = (stream: string): string => /([a-z]+)-[0-9a-z-]*$/.exec(stream)?.[1] ?? stream;
