import type { SealedEvent } from '../seal-events.js';
import { BufferPool } from './buffer-pool.js';
import type { HeadRecord, LogFiles, Run } from './log-layout.js';
import { HASH_BYTES, HEAD_BYTES, INDEX_KEY, NOTHING, RUN_BYTES, writeHead, writeRuns } from './log-layout.js';

/** Option for ascending keys. Without it, every page stays half empty. */
const AT_THE_END = { append: true } as const;
/** Ignores the promise of each `put`. The promise of the transaction covers all puts. */
const ignore = (): void => undefined;

export class LogPuts {
  private readonly pool = new BufferPool();

  constructor(private readonly files: LogFiles) {}

  /** Reuses the buffers of the previous transaction. That transaction must have ended. */
  begin(): void {
    this.pool.reset();
  }

  events(sealed: readonly SealedEvent[], lastPosition: number): void {
    let position = lastPosition - sealed.length;
    for (const event of sealed)
      this.files.events.put((position += 1), this.eventValue(event), AT_THE_END).catch(ignore);
  }

  indexed(position: number): void {
    void this.files.tail.put(INDEX_KEY, NOTHING, position);
  }

  head(stream: string, head: HeadRecord): void {
    this.pool.reserve(HEAD_BYTES);
    writeHead(head, this.pool.buffer, this.pool.offset);
    void this.files.streams.put(stream, this.pool.take(HEAD_BYTES));
  }

  runs(stream: string, runs: readonly Run[]): void {
    const last = runs[runs.length - 1] as Run;
    this.pool.reserve(RUN_BYTES * runs.length);
    writeRuns(runs, this.pool.buffer, this.pool.offset);
    void this.files.streams.put([stream, last.lastRevision], this.pool.take(RUN_BYTES * runs.length));
  }

  private eventValue({ text, hash }: SealedEvent): Buffer {
    const { pool } = this;
    pool.reserve(HASH_BYTES + text.length * 3);
    const { buffer, offset } = pool;
    buffer.write(hash, offset, 'hex');
    return pool.take(HASH_BYTES + buffer.write(text, offset + HASH_BYTES, 'utf8'));
  }
}
