import { type Run, RUNS_IN_RECORD } from './log-layout.js';
import type { LogPuts } from './log-puts.js';
import type { NewestRuns, StreamIndex } from './stream-index.js';

/**
 * Number of streams that a commit indexes. This number exceeds the commit's `events`, so that new events
 * cannot outpace the index.
 */
const shareOf = (events: number): number => 8 + 2 * events;

/**
 * Completes the index on disk (`StreamIndex`). Indexes only a few streams per commit, so appends stay fast.
 */
export class IndexSweep {
  private streams: readonly string[] = [];
  private done = 0;
  private next = 0;
  private upTo = 0;

  constructor(
    private readonly index: StreamIndex,
    private readonly puts: LogPuts,
    private readonly unindexedMax: number,
  ) {}

  /** Call inside a transaction. */
  place(events: number): void {
    if (this.done === this.streams.length) {
      if (this.index.missing < this.unindexedMax) return;
      this.begin();
    }
    this.placeUntil(Math.min(this.done + shareOf(events), this.streams.length));
  }

  /** Call inside a transaction. */
  placeAll(): void {
    this.begin();
    this.placeUntil(this.streams.length);
  }

  /** Call this when the transaction is on disk. Otherwise the next `place` writes the same streams again. */
  placed(): void {
    if (this.done === this.next) return;
    this.done = this.next;
    if (this.done === this.streams.length) this.index.forget(this.upTo);
  }

  private begin(): void {
    this.streams = [...this.index.newest.keys()].sort();
    this.done = 0;
    this.upTo = this.index.end;
  }

  private placeUntil(next: number): void {
    this.next = next;
    for (let at = this.done; at < next; at += 1) {
      const stream = this.streams[at] as string;
      const newest = this.index.newest.get(stream);
      if (!newest) continue;
      const runs = this.unrecorded(stream, newest);
      const { firstRevision } = runs.pop() as Run;
      for (let from = 0; from < runs.length; from += RUNS_IN_RECORD)
        this.puts.runs(stream, runs.slice(from, from + RUNS_IN_RECORD));
      this.puts.head(stream, { ...newest.head, firstRevision });
    }
    if (next === this.streams.length) this.puts.indexed(this.upTo);
  }

  /**
   * Returns the runs (consecutive events) that the index on disk lacks, oldest first. Skips runs that an
   * interrupted sweep has written. Writing such a run again could remove other runs from its record.
   */
  private unrecorded(stream: string, { head, earlier }: NewestRuns): Run[] {
    const runs: Run[] = [...earlier, head];
    const [{ firstRevision }] = runs as [Run];
    const onDisk = firstRevision > 0 ? this.index.headOnDisk(stream) : undefined;
    if (!onDisk) return runs;
    if (onDisk.lastRevision < firstRevision) return [onDisk, ...runs];
    const [first, ...rest] = runs.filter(({ lastRevision }) => lastRevision >= onDisk.firstRevision) as [
      Run,
      ...Run[],
    ];
    return [{ ...first, firstRevision: Math.min(first.firstRevision, onDisk.firstRevision) }, ...rest];
  }
}
