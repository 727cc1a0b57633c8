import type { HeadRecord, LogFiles, Run } from './log-layout.js';
import { INDEX_KEY, LAST_REVISION_MAX, positionIn, readHead, readRun } from './log-layout.js';
import { glimpsed, hashIn } from './log-layout.js';

export class BrokenStream extends Error {
  override readonly name = 'BrokenStream';
}

export interface NewestRuns {
  readonly head: HeadRecord;
  readonly earlier: Run[];
}

/**
 * Index from streams to positions. Its scattered pages are slow to write, so commits write them only after
 * thousands of new events.
 */
export class StreamIndex {
  private readonly runs = new Map<string, NewestRuns>();
  private indexed: number;
  private known: number;

  constructor(
    private readonly files: LogFiles,
    limit = Infinity,
  ) {
    this.indexed = this.known = this.onDiskUpTo();
    this.catchUp(limit);
  }

  get newest(): ReadonlyMap<string, NewestRuns> {
    return this.runs;
  }

  get end(): number {
    return this.known;
  }

  get missing(): number {
    return this.known - this.indexed;
  }

  get start(): number {
    return this.indexed;
  }

  catchUp(limit = Infinity): void {
    const onDisk = this.onDiskUpTo();
    if (onDisk > this.indexed) this.forget(onDisk);
    for (let walked = 0; walked < limit; walked += 1) {
      const position = this.known + 1;
      const value = this.files.events.getBinaryFast(position);
      if (!value) return;
      const { stream, revision } = glimpsed(value);
      this.add(stream, {
        firstRevision: revision,
        lastRevision: revision,
        lastPosition: position,
        hash: hashIn(value),
      });
    }
  }

  add(stream: string, head: HeadRecord): void {
    if (head.lastPosition <= this.known) return;
    this.known = head.lastPosition;
    const before = this.runs.get(stream);
    if (!before) {
      this.runs.set(stream, { head, earlier: [] });
      return;
    }
    const { head: last, earlier } = before;
    if (head.firstRevision !== last.lastRevision + 1)
      throw new BrokenStream(
        `at position ${head.lastPosition} is a stream's revision ${head.firstRevision} after ${last.lastRevision}`,
      );
    const continues = positionIn(head, head.firstRevision) === last.lastPosition + 1;
    if (!continues) earlier.push(last);
    const { firstRevision } = continues ? last : head;
    this.runs.set(stream, { head: { ...head, firstRevision }, earlier });
  }

  forget(indexed: number): void {
    this.indexed = indexed;
    this.known = Math.max(this.known, indexed);
    for (const [stream, { head, earlier }] of this.runs)
      if (head.lastPosition <= indexed) this.runs.delete(stream);
      else while (earlier[0] && earlier[0].lastPosition <= indexed) earlier.shift();
  }

  head(stream: string): HeadRecord | undefined {
    return this.runs.get(stream)?.head ?? this.headOnDisk(stream);
  }

  headOnDisk(stream: string): HeadRecord | undefined {
    const bytes = this.files.streams.getBinaryFast(stream);
    return bytes && readHead(bytes);
  }

  runOf(stream: string, head: HeadRecord, revision: number): Run {
    if (revision >= head.firstRevision) return head;
    const newest = this.runs.get(stream);
    const first = newest?.earlier[0];
    if (newest && first && revision >= first.firstRevision)
      return newest.earlier.find(({ lastRevision }) => revision <= lastRevision) as Run;
    const onDisk = newest ? this.headOnDisk(stream) : undefined;
    if (onDisk && revision >= onDisk.firstRevision && revision <= onDisk.lastRevision) return onDisk;
    const range = { start: [stream, revision], end: [stream, LAST_REVISION_MAX], limit: 1 };
    for (const { key, value } of this.files.streams.getRange(range)) {
      const run = readRun(revision, key[1] as number, value);
      if (run.firstRevision <= revision) return run;
    }
    throw new Error(`the index of stream ${stream} does not hold revision ${revision}`);
  }

  private onDiskUpTo(): number {
    const { tail, events } = this.files;
    const named = tail.getEntry(INDEX_KEY)?.version;
    if (named !== undefined) return named;
    for (const position of events.getKeys({ reverse: true, limit: 1 })) return position;
    return 0;
  }
}
