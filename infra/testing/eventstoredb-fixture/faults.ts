import type { ServiceError } from '@grpc/grpc-js';
import { Metadata, status } from '@grpc/grpc-js';

/** What becomes of an append. */
export type AppendFault =
  /** Stored; the connection says it broke. */
  | 'lose-answer'
  /** Stored; nothing is ever said. */
  | 'never-answer'
  /** Not stored, and says so with an error that leaves it open. */
  | 'time-out'
  /** Not stored; nothing is ever said. */
  | 'ignore';

/** What the fixture does wrong, as long as it is told to. */
export interface Faults {
  /** For the next appends, one each, in this order. Heartbeats are spared. */
  readonly appends: AppendFault[];
  /** Subscriptions are open and say nothing. */
  stalled: boolean;
  /** Every event comes twice. */
  duplicating: boolean;
  /** Events come this much later. */
  delayMs: number;
  /** Says before the events how far the log goes, as servers do for what a filter leaves out. */
  checkpointing: boolean;
  /** Reads that begin are not answered. */
  ignoringReads: boolean;
  /** The next reads fail, one each, with these. */
  readonly failingReads: status[];
}

export const noFaults = (): Faults => ({
  appends: [],
  stalled: false,
  duplicating: false,
  delayMs: 0,
  checkpointing: false,
  ignoringReads: false,
  failingReads: [],
});

export function failure(code: status, details: string, facts: Record<string, string> = {}): ServiceError {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(facts)) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
}

export const unavailable = (): ServiceError => failure(status.UNAVAILABLE, 'the fixture was told to fail');
