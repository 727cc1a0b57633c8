import type { AllStreamRecordedEvent } from '@eventstore/db-client';
import { LRUCache } from 'lru-cache';
import { StoreUnavailable } from '../../event-store.js';
import type { Connection } from '../connection/connection.js';
import type { LedgerStreams } from '../ledger-streams.js';
import type { Mark, PositionMarks } from './position-marks.js';
import type { Patience } from '../connection/retrying.js';
import { retrying } from '../connection/retrying.js';
import { LogDamaged } from '../connection/store-failures.js';
import type { StorePosition } from '../stored-record.js';
import { comparePositions } from '../stored-record.js';

const RECORDS_MAX = 1_024;
const SLACK = 16;
const CURSORS_MAX = 256;

export interface CountedRecord {
  readonly ordinal: number;
  readonly record: AllStreamRecordedEvent;
}

/**
 * Reads the log from the server. The server's positions have gaps, so this class numbers the events itself
 * (ordinals). Numbering starts at the nearest earlier `Mark`, an event with a known ordinal.
 */
export class LogPages {
  private readonly cursors = new LRUCache<number, Mark>({ max: CURSORS_MAX });

  constructor(
    private readonly connection: Pick<Connection, 'readAll'>,
    private readonly streams: LedgerStreams,
    private readonly marks: PositionMarks,
    private readonly patience: Patience,
  ) {}

  async newestMark(): Promise<Mark | undefined> {
    const mark = await this.marks.nearest(Number.MAX_SAFE_INTEGER);
    if (!mark) return undefined;
    const [found] = await this.read(mark.position, 1);
    if (isAt(found, mark)) return mark;
    await this.marks.clear();
    return undefined;
  }

  async keep(mark: Mark): Promise<void> {
    this.cursors.set(mark.ordinal, mark);
    await this.marks.save(mark);
  }

  /** @param end highest ordinal so far */
  async page(after: number, limit: number, end: number): Promise<CountedRecord[]> {
    const wanted = Math.min(limit, end - after);
    if (wanted <= 0) return [];
    const start = await this.nearest(after);
    const found = await this.count(start, after, wanted);
    if (found) return found;
    this.cursors.clear();
    await this.marks.clear();
    return (await this.count(undefined, after, wanted)) ?? [];
  }

  private async count(
    start: Mark | undefined,
    after: number,
    wanted: number,
  ): Promise<CountedRecord[] | undefined> {
    const found: CountedRecord[] = [];
    let ordinal = start?.ordinal ?? 0;
    let last = start?.position;
    for (let first = true; found.length < wanted; first = false) {
      const size = Math.min(after + wanted - ordinal + SLACK, RECORDS_MAX);
      const records = await this.read(last ?? 'start', size);
      if (first && start && !isAt(records[0], start)) return undefined;
      for (const record of records) {
        if (last && comparePositions(record.position, last) <= 0) continue;
        last = record.position;
        if (!this.streams.isEvent(record.streamId)) continue;
        ordinal += 1;
        this.agrees(ordinal, record);
        if (ordinal > after && found.length < wanted) found.push({ ordinal, record });
      }
      if (records.length < size) break;
    }
    const end = found.at(-1);
    if (!end || found.length < wanted)
      throw new StoreUnavailable(`the event store shows only ${ordinal} events of those that were counted`);
    this.cursors.set(end.ordinal, markOf(end.ordinal, end.record));
    return found;
  }

  private async nearest(ordinal: number): Promise<Mark | undefined> {
    const exact = this.cursors.get(ordinal);
    if (exact || ordinal === 0) return exact;
    let best = await this.marks.nearest(ordinal);
    for (const cursor of this.cursors.values())
      if (cursor.ordinal <= ordinal && cursor.ordinal > (best?.ordinal ?? 0)) best = cursor;
    return best;
  }

  /** @throws LogDamaged when another event had this `ordinal` before, because an event is then missing */
  private agrees(ordinal: number, { id, streamId }: AllStreamRecordedEvent): void {
    const known = this.cursors.peek(ordinal);
    if (known && known.id !== id)
      throw new LogDamaged(
        `ordinal ${ordinal} was another event before, now it is one of stream ${streamId}`,
      );
  }

  private read(from: StorePosition | 'start', count: number): Promise<AllStreamRecordedEvent[]> {
    return retrying(async () => {
      const resolved = await this.connection.readAll({ from, count }, this.streams);
      return resolved.flatMap(({ event }) => (event ? [event] : []));
    }, this.patience);
  }
}

export const markOf = (ordinal: number, { position, id }: AllStreamRecordedEvent): Mark => ({
  ordinal,
  position,
  id,
});

export const isAt = (record: AllStreamRecordedEvent | undefined, { position, id }: Mark): boolean =>
  record !== undefined && record.id === id && comparePositions(record.position, position) === 0;
