import type { Appended, StreamHead } from '../event-store.js';
import { AppendOutcomeUnknown, StoreUnavailable } from '../event-store.js';
import type { SealedEvent } from '../seal-events.js';
import { monotonicMs } from '../../host/clock.js';
import { causeOf, type DiskSpace } from '../../lmdb/disk-space.js';
import { commitFailure, REFUSE_AFTER_FAILURE_MS } from './commit-failure.js';
import { IndexSweep } from './index-sweep.js';
import type { LogFiles } from './log-layout.js';
import { NOTHING, TAIL_KEY } from './log-layout.js';
import { LogPuts } from './log-puts.js';
import type { OpenedFile } from './opened-file.js';
import type { LogReader } from './log-reader.js';
import type { StagedAppend, WaitingAppend } from './staged-batch.js';
import { StagedBatch } from './staged-batch.js';
import type { StreamIndex } from './stream-index.js';

const APPENDS_MAX = 1024;
const CHARACTERS_MAX = 4 << 20;
const NOBODY: readonly StagedAppend[] = [];
const LOOK_EVERY_MS = 20;
/** When the index on disk lacks this many events, `IndexSweep` adds them. */
const UNINDEXED_MAX = 16_384;
const appendOf = ({ append }: StagedAppend): WaitingAppend => append;
const eventsIn = (appends: readonly WaitingAppend[]): number =>
  appends.reduce((count, { sealed }) => count + sealed.length, 0);

export interface GroupCommitParts {
  readonly file: OpenedFile;
  readonly space: DiskSpace;
  readonly unindexedMax?: number | undefined;
  readonly lost?: (() => string | undefined) | undefined;
  /** Minimum milliseconds between checks that the lock is held and `file` was not moved. */
  readonly lookEveryMs?: number;
  readonly onPanic?: () => void;
  readonly onCommitted: (streams: readonly string[]) => void;
}

/**
 * Writes concurrent appends in one durable transaction, on LMDB's own thread. Tries the appends again if
 * `lastPosition` shows that another process has written, so no event is lost.
 */
export class GroupCommit {
  private waiting: WaitingAppend[] = [];
  private readonly puts: LogPuts;
  private readonly index: StreamIndex;
  private readonly sweep: IndexSweep;
  private readonly idle: (() => void)[] = [];
  private busy = false;
  private closed = false;
  private failure: StoreUnavailable | undefined;
  private refuseUntil = 0;
  private lastPosition: number;
  private wentBack = false;
  /** In ms of `monotonicMs`. */
  private lookedAt = -Infinity;

  constructor(
    private readonly files: LogFiles,
    private readonly reader: LogReader,
    private readonly parts: GroupCommitParts,
  ) {
    const { unindexedMax = UNINDEXED_MAX } = parts;
    this.puts = new LogPuts(files);
    this.index = reader.index;
    this.sweep = new IndexSweep(this.index, this.puts, unindexedMax);
    this.lastPosition = reader.lastPosition();
  }

  append(stream: string, expected: StreamHead, sealed: readonly SealedEvent[]): Promise<Appended> {
    return new Promise((resolve, reject) => {
      const refusal = this.refused();
      if (refusal) {
        reject(refusal);
        return;
      }
      this.waiting.push({ stream, expected, sealed, resolve, reject });
      this.start();
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.busy) await new Promise<void>((resolve) => this.idle.push(resolve));
    await this.completeIndex();
  }

  refusal(): StoreUnavailable | undefined {
    return this.refused() ?? this.shortage();
  }

  private refused(): StoreUnavailable | undefined {
    if (this.closed) return new StoreUnavailable('the event store is closed');
    return this.failure && monotonicMs() < this.refuseUntil ? this.failure : undefined;
  }

  private shortage(): StoreUnavailable | undefined {
    const shortage = this.parts.space.shortage();
    return shortage === undefined ? undefined : new StoreUnavailable(`nothing was stored: ${shortage}`);
  }

  /**
   * Checks the lock and the file at most once per `lookEveryMs`. Each commit also detects a second writer and
   * a moved file.
   */
  private putAway(): StoreUnavailable | undefined {
    const now = monotonicMs();
    if (now - this.lookedAt < (this.parts.lookEveryMs ?? LOOK_EVERY_MS)) return undefined;
    const reason =
      this.parts.lost?.() ?? (this.isInPlace ? undefined : 'the file of the log was moved or replaced');
    if (reason !== undefined) return new StoreUnavailable(`nothing was stored: ${reason}`);
    this.lookedAt = now;
    return undefined;
  }

  get isReplaced(): boolean {
    return this.wentBack || this.parts.file.state === 'replaced';
  }

  private start(): void {
    if (this.busy) return;
    this.busy = true;
    setImmediate(this.run);
  }

  private readonly run = (): void => {
    void this.commit(this.takeWaiting()).then((stored) => {
      const crowd = this.waiting.length > 0 && eventsIn(this.waiting) * 2 >= eventsIn(stored.map(appendOf));
      this.busy = crowd;
      if (crowd) this.run();
      for (const { append, head } of stored)
        append.resolve({
          head: { revision: head.lastRevision, hash: head.hash },
          position: head.lastPosition,
        });
      if (this.busy) return;
      if (this.waiting.length > 0) this.start();
      else for (const resolve of this.idle.splice(0)) resolve();
    });
  };

  private takeWaiting(): WaitingAppend[] {
    let characters = 0;
    let count = 0;
    for (const { sealed } of this.waiting) {
      for (const { text } of sealed) characters += text.length;
      count += 1;
      if (count === APPENDS_MAX || characters >= CHARACTERS_MAX) break;
    }
    if (count < this.waiting.length) return this.waiting.splice(0, count);
    const all = this.waiting;
    this.waiting = [];
    return all;
  }

  private async commit(appends: readonly WaitingAppend[]): Promise<readonly StagedAppend[]> {
    const refusal = this.shortage() ?? this.putAway();
    if (refusal) {
      for (const append of appends) append.reject(refusal);
      return NOBODY;
    }
    let staged: readonly StagedAppend[] = [];
    try {
      const batch = new StagedBatch(this.reader, this.lastPosition);
      for (const append of appends) batch.add(append);
      staged = batch.staged;
      if (batch.postponed.length > 0) this.waiting = [...batch.postponed, ...this.waiting];
      if (staged.length === 0) return NOBODY;
      if (!(await this.write(staged, batch.lastPosition))) {
        this.resync(staged);
        return NOBODY;
      }
      this.lastPosition = batch.lastPosition;
      for (const { append, head } of staged) {
        this.index.add(append.stream, head);
        this.reader.newest.note(append.stream, append.sealed, head.lastPosition);
      }
    } catch (error) {
      const cause = await causeOf(error);
      if (cause !== error) this.parts.space.failed(cause);
      if (this.parts.space.panicked) this.parts.onPanic?.();
      const failure = commitFailure(cause, this.parts.space.panicked);
      if (failure instanceof StoreUnavailable) this.failure = failure;
      this.refuseUntil = monotonicMs() + REFUSE_AFTER_FAILURE_MS;
      for (const append of appends) if (!this.waiting.includes(append)) append.reject(failure);
      return NOBODY;
    }
    this.parts.onCommitted(staged.map(({ append }) => append.stream));
    if (this.isInPlace) return staged;
    // LMDB wrote the appends to a file that was moved or replaced, and that no later start reads.
    const unknown = new AppendOutcomeUnknown(
      'the file of the log was moved or replaced while an append was stored',
    );
    for (const { append } of staged) append.reject(unknown);
    return NOBODY;
  }

  private get isInPlace(): boolean {
    return !this.wentBack && this.parts.file.state === 'same';
  }

  private resync(staged: readonly StagedAppend[]): void {
    this.files.events.resetReadTxn();
    this.wentBack ||= this.reader.lastPosition() < this.lastPosition;
    this.index.catchUp();
    this.lastPosition = this.index.end;
    this.waiting = [...staged.map(({ append }) => append), ...this.waiting];
  }

  private async write(staged: readonly StagedAppend[], lastPosition: number): Promise<boolean> {
    const { tail } = this.files;
    this.puts.begin();
    const written = await tail.ifVersion(TAIL_KEY, this.lastPosition, () => {
      for (const { append, head } of staged) this.puts.events(append.sealed, head.lastPosition);
      this.sweep.place(lastPosition - this.lastPosition);
      void tail.put(TAIL_KEY, NOTHING, lastPosition);
    });
    if (written) this.sweep.placed();
    return written;
  }

  /** Completes the index of streams, so that the next start need not read the log. */
  private async completeIndex(): Promise<void> {
    if (this.index.missing === 0 || this.shortage()) return;
    try {
      this.puts.begin();
      await this.files.tail.ifVersion(TAIL_KEY, this.lastPosition, () => this.sweep.placeAll());
    } catch (error) {
      await causeOf(error);
    }
  }
}
