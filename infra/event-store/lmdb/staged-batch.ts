import type { Appended, StreamHead } from '../event-store.js';
import { NO_STREAM, RevisionConflict } from '../event-store.js';
import type { SealedEvent } from '../seal-events.js';
import type { HeadRecord } from './log-layout.js';
import type { LogReader } from './log-reader.js';

export interface WaitingAppend {
  readonly stream: string;
  readonly expected: StreamHead;
  readonly sealed: readonly SealedEvent[];
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: Error) => void;
}

export interface StagedAppend {
  readonly append: WaitingAppend;
  readonly head: HeadRecord;
}

export class StagedBatch {
  readonly staged: StagedAppend[] = [];
  readonly postponed: WaitingAppend[] = [];
  private readonly heads = new Map<string, HeadRecord>();

  constructor(
    private readonly reader: LogReader,
    public lastPosition: number,
  ) {}

  add(append: WaitingAppend): void {
    const { stream, expected, sealed } = append;
    const inBatch = this.heads.get(stream);
    const actual = inBatch ?? this.reader.index.head(stream);
    const matches = actual
      ? actual.lastRevision === expected.revision && actual.hash === expected.hash
      : expected.revision === NO_STREAM.revision;
    if (!matches) {
      if (inBatch) this.postponed.push(append);
      else this.settleElsewhere(append, actual);
      return;
    }
    const last = sealed[sealed.length - 1] as SealedEvent;
    this.lastPosition += sealed.length;
    const head: HeadRecord = {
      firstRevision: expected.revision + 1,
      lastRevision: last.revision,
      lastPosition: this.lastPosition,
      hash: last.hash,
    };
    this.heads.set(stream, head);
    this.staged.push({ append, head });
  }

  private settleElsewhere(append: WaitingAppend, actual: HeadRecord | undefined): void {
    const stored = actual && this.storedAlready(append, actual);
    if (stored) append.resolve(stored);
    else {
      const head = actual ? { revision: actual.lastRevision, hash: actual.hash } : NO_STREAM;
      append.reject(new RevisionConflict(append.stream, append.expected, head));
    }
  }

  /**
   * Finds an append that is already stored and whose answer was lost. Compares hashes, because events with
   * equal ids may contain different data.
   */
  private storedAlready(
    { stream, expected, sealed }: WaitingAppend,
    actual: HeadRecord,
  ): Appended | undefined {
    if (actual.lastRevision < expected.revision + sealed.length) return undefined;
    const events = this.reader.stream(stream, { from: expected.revision + 1, limit: sealed.length });
    const last = events[events.length - 1];
    if (!last || last.hash !== sealed[sealed.length - 1]?.hash) return undefined;
    return { head: { revision: last.revision, hash: last.hash }, position: last.position };
  }
}
