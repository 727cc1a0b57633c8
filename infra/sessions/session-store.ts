/** `id` is the SHA-256 of the token, so that a leaked store lets no one sign in. */
export interface StoredSession {
  readonly id: string;
  readonly userId: string;
  readonly role: string;
  /** Milliseconds since the epoch, as is `lastSeenAt`. */
  readonly startedAt: number;
  readonly lastSeenAt: number;
  /** `credentialEpoch` of the user at sign-in; absent in old sessions. */
  readonly epoch?: number;
  /** Origin of the sign-in, encrypted per person. Absent where sign-ins send no notice. */
  readonly origin?: string;
}

/** Treat callers neither as signed in nor as signed out. */
export class SessionsUnavailable extends Error {
  override readonly name = 'SessionsUnavailable';
}

/**
 * Writes resolve once stored. Embedded stores answer look-ups synchronously. All methods throw
 * `SessionsUnavailable`.
 */
export interface SessionStore {
  /** True when other processes end sessions too: never cache a session. */
  readonly shared: boolean;
  get(id: string): StoredSession | undefined | Promise<StoredSession | undefined>;
  put(session: StoredSession): Promise<void>;
  /** Stores `lastSeenAt`. Never revives a session that has ended. */
  seen(id: string, lastSeenAt: number): Promise<void>;
  delete(id: string): Promise<void>;
  /** Includes expired sessions. */
  idsOf(userId: string): string[] | Promise<string[]>;
  /** Returns the number of dropped sessions. */
  prune(lastSeenBefore: number, startedBefore: number): Promise<number>;
  /** Tells of sessions deleted by any process. Calls may be missed, so poll too. */
  onDeleted(listener: (id: string) => void): void;
}

/** `max` consecutive wrong tries lock the subject, each time for longer. */
export interface TriesRule {
  readonly max: number;
  /** First, second … lock, ms. After the last, locked until `clear`. */
  readonly locksMs: readonly number[];
}

/** Largest value of a Date. */
export const UNTIL_CLEARED = 8_640_000_000_000_000;

export type Verdict =
  | { readonly outcome: 'passed' }
  | { readonly outcome: 'wrong'; readonly left: number }
  /** `until` is in ms since the epoch. */
  | { readonly outcome: 'locked'; readonly until: number };

/**
 * Survives a restart. A right try without a lock resets the wrong ones. Call `judge` after checking the
 * secret and before revealing the result. Judgements about a subject are serial, so concurrent tries get no
 * extra answers. A lock that exceeds its rule was made while the clock was ahead, and is shortened.
 */
export interface TriesStore {
  /** Stores a wrong try before answering. Synchronous when an embedded store has nothing to write. */
  judge(subject: string, right: boolean, rule: TriesRule, now: number): Verdict | Promise<Verdict>;
  lockedUntil(
    subject: string,
    rule: Pick<TriesRule, 'locksMs'>,
    now: number,
  ): number | undefined | Promise<number | undefined>;
  /** Resets wrong tries and earlier locks. */
  clear(subject: string): Promise<void>;
}

/** Increasing numbers per subject, such as signature counters. They survive a restart. */
export interface CounterStore {
  /** True if the number exceeds the stored one, over all processes. 0 counts while none is stored. */
  advance(subject: string, to: number): Promise<boolean>;
}

export const SESSION_STORE = Symbol('SESSION_STORE');
export const TRIES_STORE = Symbol('TRIES_STORE');
export const COUNTER_STORE = Symbol('COUNTER_STORE');

/** @throws SessionsUnavailable: admit no one, and ask no one to sign in again */
export async function orUnavailable<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw new SessionsUnavailable('Redis did not answer', { cause: error });
  }
}
