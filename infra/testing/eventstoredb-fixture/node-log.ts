import type { AppendOutcome, Expected, LogRecord, MemoryLog, Proposal } from './memory-log.js';

/** Committed log as one node sees it: while it lags, records after `newestKnown` are hidden. */
export class NodeLog {
  private readonly listeners = new Set<() => void>();
  private newestKnown: bigint | undefined;

  constructor(private readonly log: MemoryLog) {
    log.listen(() => this.tell());
  }

  /** Number of visible records. */
  get size(): number {
    return this.newestKnown === undefined ? this.log.all.length : this.log.indexFrom(this.newestKnown + 1n);
  }

  get newest(): LogRecord | undefined {
    return this.record(this.size - 1);
  }

  record(index: number): LogRecord | undefined {
    const record = this.log.all[index];
    return record && this.knows(record) ? record : undefined;
  }

  slice(from: number, to: number): LogRecord[] {
    return this.log.all.slice(from, Math.min(to, this.size));
  }

  indexFrom(position: bigint): number {
    return Math.min(this.log.indexFrom(position), this.size);
  }

  stream(name: string): readonly LogRecord[] {
    const stored = this.log.stream(name);
    return this.newestKnown === undefined ? stored : stored.filter((record) => this.knows(record));
  }

  /** Commits even while this node lags. */
  append(stream: string, expected: Expected, proposals: readonly Proposal[]): AppendOutcome {
    return this.log.append(stream, expected, proposals);
  }

  /** Calls `listener` when records may have become visible. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Hides newer records until `keepUp`. */
  lag(): void {
    this.newestKnown ??= this.log.all.at(-1)?.position ?? -1n;
  }

  keepUp(): void {
    this.newestKnown = undefined;
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  private knows({ position }: LogRecord): boolean {
    return this.newestKnown === undefined || position <= this.newestKnown;
  }
}
