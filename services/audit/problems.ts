import type { RecordedEvent } from '../../infra/event-store/event-store.js';

export interface Problem {
  /** Name of the broken rule, such as `hash-wrong`. */
  readonly rule: string;
  readonly position: number;
  readonly stream: string;
  readonly revision?: number;
  readonly detail: string;
}

export type Where = Pick<RecordedEvent, 'position' | 'stream'> & Partial<Pick<RecordedEvent, 'revision'>>;

const SHOWN_MAX = 100;

export class Problems {
  readonly shown: Problem[] = [];
  count = 0;

  add(rule: string, { position, stream, revision }: Where, detail: string): void {
    this.count += 1;
    if (this.shown.length >= SHOWN_MAX) return;
    this.shown.push({ rule, position, stream, ...(revision !== undefined && { revision }), detail });
  }
}
