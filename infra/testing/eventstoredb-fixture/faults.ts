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
  /** Reads that begin are not answered. */
  ignoringReads: boolean;
  /** The next reads fail, one each, with these. */
  readonly failingReads: status[];
  /** How long a commit takes, milliseconds. */
  commitMs: number;
  /** How long the twin of an append that is being committed is answered by nothing, milliseconds. */
  twinMs: number;
  /** A subscription that has told so many live events is thrown out: its consumer is too slow. */
  liveMax: number;
  /** A subscription that begins further behind than this is thrown out before it says anything. */
  behindMax: number;
}

/** What a real server was measured to take. */
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
  behindMax: Infinity,
});

export function failure(code: status, details: string, facts: Record<string, string> = {}): ServiceError {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(facts)) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
}

export const unavailable = (): ServiceError => failure(status.UNAVAILABLE, 'the fixture was told to fail');

/** Words of a real server, as are those below. */
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
