import { type Run, RUNS_IN_RECORD } from './log-layout.js';
import type { LogPuts } from './log-puts.js';
import type { NewestRuns, StreamIndex } from './stream-index.js';

/** Streams written with a commit of so many events: always more than it adds. */
const shareOf = (events: number): number => 8 + 2 * events;

/**
 * Brings the index on disk up to date once so many events are missing there: a few streams with each commit, for whoever
 * appends would have to wait for all. In the order of the keys, so that a page is written once for all that is new on it.
 */
export class IndexSweep {
  private streams: readonly string[] = [];
  private done = 0;
  private next = 0;
  /** The index on disk is complete up to here when the sweep is over. */
  private upTo = 0;

  constructor(
    private readonly index: StreamIndex,
    private readonly puts: LogPuts,
    private readonly unindexedMax: number,
  ) {}

  /** Inside the transaction of a commit: places the next streams. */
  place(events: number): void {
    if (this.done === this.streams.length) {
      if (this.index.missing < this.unindexedMax) return;
      this.begin();
    }
    this.placeUntil(Math.min(this.done + shareOf(events), this.streams.length));
  }

  /** Inside a transaction: places all that is missing. */
  placeAll(): void {
    this.begin();
    this.placeUntil(this.streams.length);
  }

  /** What was placed is on disk. Unless this is said it is placed again. */
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
   * The runs that no record holds, that of the head last. The head on disk and every run before it are recorded, also by a sweep that
   * was cut short or is begun anew: a record that were written again with fewer runs would lose those that it holds alone. What is
   * known here begins where the index ended, perhaps within the run of the head on disk: then that tells where the run begins.
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
