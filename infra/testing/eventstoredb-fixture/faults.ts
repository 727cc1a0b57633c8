import type { ServiceError } from '@grpc/grpc-js';
import { Metadata, status } from '@grpc/grpc-js';

export type AppendFault =
  /** Stored, answered with `UNAVAILABLE`. */
  | 'lose-answer'
  /** Stored, never answered. */
  | 'never-answer'
  /** Not stored, answered with `ABORTED`, which leaves the outcome open. */
  | 'time-out'
  /** Not stored, never answered. */
  | 'ignore';

export interface Faults {
  /** Taken by the next appends. Heartbeats and `$` streams are exempt. */
  readonly appends: AppendFault[];
  /** Subscriptions send nothing. */
  stalled: boolean;
  /** Sends every event twice. */
  duplicating: boolean;
  /** Delay of subscriptions. */
  delayMs: number;
  /** Leaves new reads unanswered. */
  ignoringReads: boolean;
  /** Status codes for the next reads. */
  readonly failingReads: status[];
  commitMs: number;
  /** Silence before the repeat of an append fails, ms. */
  twinMs: number;
  /** Live events after which a subscription fails with `consumerTooSlow`. */
  liveMax: number;
  /** Live events kept for a subscriber whose connection takes nothing. More fail with `consumerTooSlow`. */
  unreadMax: number;
  /** Instead of failing, reads for such a subscriber from the log again, `UNREAD_MAX` records every `catchUpMs`. */
  catchUpMs: number | undefined;
  /** Backlog above which a new subscription fails with `consumerTooSlow`. */
  behindMax: number;
}

export const UNREAD_MAX = 32;
/** Faults of servers with a slow subscriber. */
export const SLOW_SUBSCRIBERS = {
  /** EventStoreDB 23.10. */
  drop: { unreadMax: UNREAD_MAX, catchUpMs: undefined },
  /** EventStoreDB since 24.2. */
  catchUp: { unreadMax: UNREAD_MAX, catchUpMs: 10 },
} as const satisfies Record<string, Partial<Faults>>;
/** Measured on a real server. */
const TWIN_MS = 2_400;

export const noFaults = (): Faults => ({
  appends: [],
  stalled: false,
  duplicating: false,
  delayMs: 0,
  ignoringReads: false,
  failingReads: [],
  commitMs: 0,
  twinMs: TWIN_MS,
  liveMax: Infinity,
  unreadMax: Infinity,
  catchUpMs: undefined,
  behindMax: Infinity,
});

export function failure(code: status, details: string, facts: Record<string, string> = {}): ServiceError {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(facts)) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
}

export const unavailable = (): ServiceError => failure(status.UNAVAILABLE, 'the fixture was told to fail');

/** Texts of a real EventStoreDB. */
export const commitTimedOut = (): ServiceError =>
  failure(status.ABORTED, 'Operation timed out: Commit phase timeout');

export const consumerTooSlow = (when: 'while live' | 'while transitioning to live'): ServiceError =>
  failure(
    status.ABORTED,
    `Operation timed out: Consumer too slow to handle event ${when}. Client resubscription required.`,
  );

export const notReady = (): ServiceError => failure(status.UNAVAILABLE, 'Server Is Not Ready');

export const notLeader = (leader: { readonly host: string; readonly port: number }): ServiceError =>
  failure(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': leader.host,
    'leader-endpoint-port': String(leader.port),
  });
