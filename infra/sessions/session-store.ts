/**
 * Stored session. `id` is the SHA-256 of the token, so a person who gets a copy of the store cannot
 * sign in with it.
 */
export interface StoredSession {
  readonly id: string;
  readonly userId: string;
  readonly role: string;
  /** Unix ms at which the session started. `lastSeenAt` is Unix ms too. */
  readonly startedAt: number;
  readonly lastSeenAt: number;
  /** The user's `credentialEpoch` at sign-in. Absent in sessions of older versions. */
  readonly epoch?: number;
  /** Origin of the sign-in, encrypted with the user's key. */
  readonly origin?: string;
  /** Unix ms at which the person proved their identity again after the sign-in. Absent before that. */
  readonly provenAt?: number;
}

/**
 * Error when the session store does not answer. The caller must neither admit people nor ask them to sign in
 * again.
 */
export class SessionsUnavailable extends Error {
  override readonly name = 'SessionsUnavailable';
}

/** Store of sessions. A write resolves once it is stored. All methods throw `SessionsUnavailable`. */
export interface SessionStore {
  /** True when other processes can end sessions, which must then never be cached. */
  readonly shared: boolean;
  get(id: string): StoredSession | undefined | Promise<StoredSession | undefined>;
  put(session: StoredSession): Promise<void>;
  /** Stores `lastSeenAt`. Does nothing when the session has ended. */
  seen(id: string, lastSeenAt: number): Promise<void>;
  /** Stores `provenAt`. Does nothing when the session has ended. */
  proven(id: string, provenAt: number): Promise<void>;
  delete(id: string): Promise<void>;
  /** Includes expired sessions. */
  idsOf(userId: string): string[] | Promise<string[]>;
  prune(lastSeenBefore: number, startedBefore: number): Promise<number>;
  /**
   * Calls `listener` for each session that any process deleted. A call may be missed, so poll the store as
   * well.
   */
  onDeleted(listener: (id: string) => void): void;
}

/** Rule that locks a subject after `max` wrong tries in a row. Each lock is longer than the one before. */
export interface TriesRule {
  readonly max: number;
  /**
   * Durations in ms of the first lock, the second lock, and so on. A lock after the last of these ends only
   * with `clear`.
   */
  readonly locksMs: readonly number[];
  /** Milliseconds after the last wrong try until the record is removed. Absent for a record without an end. */
  readonly keepMs?: number;
}

/** Largest time that a Date can hold. */
export const UNTIL_CLEARED = 8_640_000_000_000_000;

export type Verdict =
  | { readonly outcome: 'passed' }
  | { readonly outcome: 'wrong'; readonly left: number }
  /** Verdict on a locked subject. `until` is the Unix ms at which the lock ends. */
  | { readonly outcome: 'locked'; readonly until: number };

/**
 * Counts wrong tries, for example of a PIN, even across restarts. A right try resets the count unless the
 * subject is locked. Call `judge` after checking the secret and before revealing the result, so that parallel
 * tries cannot exceed `max`. A lock is shortened if the clock was ahead when the lock began.
 */
export interface TriesStore {
  /** Judges a try. Stores a wrong try before returning the verdict. */
  judge(subject: string, right: boolean, rule: TriesRule, now: number): Verdict | Promise<Verdict>;
  lockedUntil(
    subject: string,
    rule: Pick<TriesRule, 'locksMs'>,
    now: number,
  ): number | undefined | Promise<number | undefined>;
  clear(subject: string): Promise<void>;
}

/** Store of one rising number per subject, such as a signature counter. The numbers survive a restart. */
export interface CounterStore {
  /**
   * Stores `to` and returns true if `to` is higher than the stored number. Accepts 0 only while no number is
   * stored.
   */
  advance(subject: string, to: number): Promise<boolean>;
}

export const SESSION_STORE = Symbol('SESSION_STORE');
export const TRIES_STORE = Symbol('TRIES_STORE');
export const COUNTER_STORE = Symbol('COUNTER_STORE');

/** @throws SessionsUnavailable instead of any other error */
export async function orUnavailable<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw new SessionsUnavailable('Redis did not answer', { cause: error });
  }
}
