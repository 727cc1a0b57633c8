import type { RecordedEvent } from '../../infra/event-store/event-store.js';

/** One thing that a ledger in order would not show. */
export interface Problem {
  /** Our word for the broken rule. */
  readonly rule: string;
  readonly position: number;
  readonly stream: string;
  /** Of the event in its stream; absent where no one event is to blame. */
  readonly revision?: number;
  readonly detail: string;
}

/** The event that a problem is about. */
export type Where = Pick<RecordedEvent, 'position' | 'stream'> & Partial<Pick<RecordedEvent, 'revision'>>;

/** Shown at most; all are counted. */
const SHOWN_MAX = 100;

/** Collects what was found, so that one fault does not hide the next. */
export class Problems {
  readonly shown: Problem[] = [];
  count = 0;

  add(rule: string, { position, stream, revision }: Where, detail: string): void {
    this.count += 1;
    if (this.shown.length >= SHOWN_MAX) return;
    this.shown.push({ rule, position, stream, ...(revision !== undefined && { revision }), detail });
  }
}
