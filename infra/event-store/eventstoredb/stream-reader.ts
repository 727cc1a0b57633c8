import type { ReadStreamOptions, RecordedEvent, StreamHead } from '../event-store.js';
import { NO_STREAM } from '../event-store.js';
import type { Connection, ReadStreamPage } from './connection/connection.js';
import type { LedgerStreams } from './ledger-streams.js';
import type { Patience } from './connection/retrying.js';
import { retrying } from './connection/retrying.js';
import { LogDamaged, NodeLags } from './connection/store-failures.js';
import { eventOf } from './stored-record.js';
import type { KnownHeads } from './stream-heads.js';

/** A read of one stream does not return the log positions of its events. */
const NOT_COUNTED = 0;

export class StreamReader {
  constructor(
    private readonly connection: Pick<Connection, 'readStream'>,
    private readonly streams: LedgerStreams,
    private readonly heads: KnownHeads,
    private readonly patience: Patience,
  ) {}

  nameOf(stream: string): string {
    return this.streams.nameOf(stream);
  }

  /** @throws StoreUnavailable, LogDamaged */
  read(stream: string, options: ReadStreamOptions = {}): Promise<RecordedEvent[]> {
    return retrying(() => this.readOnce(stream, options), this.patience);
  }

  look(stream: string, from: number, limit: number): Promise<RecordedEvent[]> {
    return this.page(stream, { from: BigInt(from), count: limit, look: true });
  }

  private async readOnce(
    stream: string,
    { from, direction = 'forwards', limit }: ReadStreamOptions = {},
  ): Promise<RecordedEvent[]> {
    const count = limit === undefined || limit === Infinity ? Number.MAX_SAFE_INTEGER : limit;
    const backwards = direction === 'backwards';
    if (count <= 0 || (backwards && from !== undefined && from < 0)) return [];
    if (!backwards) return this.page(stream, { from: BigInt(Math.max(from ?? 0, 0)), count });
    if (from === undefined) return this.page(stream, { from: 'end', count, backwards });
    const events = await this.page(stream, { from: BigInt(from), count, backwards });
    // Read from the end when the page is empty, because `from` may lie beyond the last event.
    return events.length > 0 ? events : this.page(stream, { from: 'end', count, backwards });
  }

  async head(stream: string): Promise<StreamHead> {
    const [last] = await this.read(stream, { direction: 'backwards', limit: 1 });
    return last ? { revision: last.revision, hash: last.hash } : NO_STREAM;
  }

  private async page(stream: string, page: ReadStreamPage): Promise<RecordedEvent[]> {
    const known = this.heads.get(stream);
    const resolved = await this.connection.readStream(this.nameOf(stream), page);
    const events = resolved.flatMap(({ event }) =>
      event ? [eventOf(event, NOT_COUNTED, this.streams.prefix)] : [],
    );
    checkLinks(events, page.backwards === true);
    const newest = page.backwards ? events[0] : events.at(-1);
    if (known && lacks(events, page, known.revision)) throw new NodeLags(stream, known.revision);
    if (newest) this.heads.learn(stream, { revision: newest.revision, hash: newest.hash });
    return events;
  }
}

function checkLinks(events: readonly RecordedEvent[], backwards: boolean): void {
  for (let index = 1; index < events.length; index += 1) {
    const [first, second] = [events[index - 1] as RecordedEvent, events[index] as RecordedEvent];
    const [older, newer] = backwards ? [second, first] : [first, second];
    if (newer.revision !== older.revision + 1 || newer.previousHash !== older.hash)
      throw new LogDamaged(`stream ${newer.stream} is broken at revision ${newer.revision}`);
  }
}

function lacks(events: readonly RecordedEvent[], page: ReadStreamPage, known: number): boolean {
  if (page.backwards) return page.from === 'end' && (events[0]?.revision ?? -1) < known;
  const from = page.from === 'start' || page.from === 'end' ? 0 : Number(page.from);
  return events.length < page.count && from <= known && (events.at(-1)?.revision ?? -1) < known;
}
