export interface Proposal {
  /** Undefined only in tests. */
  readonly id: string | undefined;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
}

export interface LogRecord extends Proposal {
  readonly stream: string;
  readonly revision: number;
  /** Grows by the bytes of each record. */
  readonly position: bigint;
}

export type Expected = 'any' | 'no_stream' | 'exists' | number;

export type AppendOutcome =
  | { readonly kind: 'stored'; readonly revision: number; readonly position: bigint }
  | { readonly kind: 'conflict'; readonly current: number };

const HEADER_BYTES = 137;
/** Appends between two records of the server's own, such as `$statsCollected`. */
const OWN_EVERY = 7;

/** Log in memory that recognizes a repeated append by its event ids. */
export class MemoryLog {
  readonly all: LogRecord[] = [];
  private readonly streams = new Map<string, LogRecord[]>();
  private readonly listeners = new Set<() => void>();
  private nextPosition = 4_321n;
  private appends = 0;

  constructor() {
    this.storeOwn('$users', '$user');
  }

  stream(name: string): readonly LogRecord[] {
    return this.streams.get(name) ?? [];
  }

  append(stream: string, expected: Expected, proposals: readonly Proposal[]): AppendOutcome {
    const stored = this.stream(stream);
    const current = stored.length - 1;
    const wanted = expected === 'no_stream' ? -1 : expected;
    if (wanted === 'exists' ? current < 0 : typeof wanted === 'number' && wanted !== current) {
      const from = typeof wanted === 'number' ? wanted + 1 : 0;
      const again = stored.slice(from, from + proposals.length);
      const last = again.at(-1);
      const same =
        again.length === proposals.length && again.every(({ id }, index) => id === proposals[index]?.id);
      if (!last || !same || wanted === 'exists') return { kind: 'conflict', current };
      return { kind: 'stored', revision: last.revision, position: last.position };
    }
    let last: LogRecord | undefined;
    for (const proposal of proposals) last = this.store(stream, proposal);
    this.appends += 1;
    if (this.appends % OWN_EVERY === 0) this.storeOwn('$stats-127.0.0.1:2113', '$statsCollected');
    for (const listener of this.listeners) listener();
    return { kind: 'stored', revision: last?.revision ?? current, position: last?.position ?? 0n };
  }

  /** Calls `listener` after each append; returns a function that stops it. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Leaves a hole, as a scavenge does, that clients must notice. */
  remove(record: LogRecord): void {
    this.all.splice(this.all.indexOf(record), 1);
  }

  get end(): bigint {
    return this.nextPosition;
  }

  /** Restores the log as it was before the record at `position`. */
  rollBack(position: bigint): void {
    const kept = (record: LogRecord): boolean => record.position < position;
    this.all.splice(0, this.all.length, ...this.all.filter(kept));
    for (const [name, records] of this.streams) this.streams.set(name, records.filter(kept));
    this.nextPosition = position;
  }

  indexFrom(position: bigint): number {
    let [low, high] = [0, this.all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.all[middle] as LogRecord).position < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private store(stream: string, proposal: Proposal): LogRecord {
    const stored = this.streams.get(stream) ?? [];
    const record = { ...proposal, stream, revision: stored.length, position: this.nextPosition };
    this.nextPosition += BigInt(HEADER_BYTES + proposal.data.length);
    stored.push(record);
    this.streams.set(stream, stored);
    this.all.push(record);
    return record;
  }

  private storeOwn(stream: string, type: string): void {
    const id = crypto.randomUUID();
    this.store(stream, { id, type, contentType: 'application/json', data: Buffer.from('{}') });
  }
}
