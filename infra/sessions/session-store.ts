/** `id` is the SHA-256 of the token, so that no one can sign in with a leaked store. */
export interface StoredSession {
  readonly id: string;
  readonly userId: string;
  readonly role: string;
  /** Unix time in ms, like `lastSeenAt`. */
  readonly startedAt: number;
  readonly lastSeenAt: number;
  /** The user's `credentialEpoch` at sign-in; absent in old sessions. */
  readonly epoch?: number;
  /** Origin of the sign-in, encrypted with the user's key. */
  readonly origin?: string;
}

/** The store does not answer, so callers are neither signed in nor signed out. */
export class SessionsUnavailable extends Error {
  override readonly name = 'SessionsUnavailable';
}

/** Writes resolve once stored. All methods throw `SessionsUnavailable`. */
export interface SessionStore {
  /** True when other processes end sessions too, so never cache one. */
  readonly shared: boolean;
  get(id: string): StoredSession | undefined | Promise<StoredSession | undefined>;
  put(session: StoredSession): Promise<void>;
  /** Stores `lastSeenAt`, unless the session has ended. */
  seen(id: string, lastSeenAt: number): Promise<void>;
  delete(id: string): Promise<void>;
  /** Includes expired sessions. */
  idsOf(userId: string): string[] | Promise<string[]>;
  prune(lastSeenBefore: number, startedBefore: number): Promise<number>;
  /** Called for sessions that any process deleted. Calls may be missed, so poll too. */
  onDeleted(listener: (id: string) => void): void;
}

/** `max` wrong tries in a row lock the subject, each time for longer. */
export interface TriesRule {
  readonly max: number;
  /** Milliseconds of the first lock, the second lock and so on. Further locks end only with `clear`. */
  readonly locksMs: readonly number[];
}

/** Largest value of a Date. */
export const UNTIL_CLEARED = 8_640_000_000_000_000;

export type Verdict =
  | { readonly outcome: 'passed' }
  | { readonly outcome: 'wrong'; readonly left: number }
  /** `until` is Unix time in ms. */
  | { readonly outcome: 'locked'; readonly until: number };

/**
 * Counts wrong tries, for example of a PIN, even over restarts. Call `judge` after checking the secret and
 * before revealing the result, so that concurrent tries get no extra answers. A right try resets the count
 * unless the subject is locked. Shortens a lock that was made while the clock was ahead.
 */
export interface TriesStore {
  /** Stores a wrong try before it answers. */
  judge(subject: string, right: boolean, rule: TriesRule, now: number): Verdict | Promise<Verdict>;
  lockedUntil(
    subject: string,
    rule: Pick<TriesRule, 'locksMs'>,
    now: number,
  ): number | undefined | Promise<number | undefined>;
  clear(subject: string): Promise<void>;
}

/** Store of rising numbers per subject, such as signature counters. Numbers survive a restart. */
export interface CounterStore {
  /**
   * Stores `to` and returns true if it is higher than the stored number. 0 is accepted while no number is
   * stored.
   */
  advance(subject: string, to: number): Promise<boolean>;
}

export const SESSION_STORE = Symbol('SESSION_STORE');
export const TRIES_STORE = Symbol('TRIES_STORE');
export const COUNTER_STORE = Symbol('COUNTER_STORE');

/** @throws SessionsUnavailable; then admit no one, and ask no one to sign in again */
export async function orUnavailable<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw new SessionsUnavailable('Redis did not answer', { cause: error });
  }
}
