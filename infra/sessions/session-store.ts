/** A signed-in browser. `id` is the SHA-256 of its token: whoever reads this store cannot sign in with it. */
export interface StoredSession {
  readonly id: string;
  readonly userId: string;
  readonly role: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly lastSeenAt: number;
  /** Which of the person's passwords it was started with; absent in sessions of before this was noted. */
  readonly epoch?: number;
  /** From where it was started, sealed for the person; absent where nobody is told. */
  readonly origin?: string;
}

/** It could not be learnt who is signed in, or how often was tried. Never taken for «nobody», and never for «anybody». */
export class SessionsUnavailable extends Error {
  override readonly name = 'SessionsUnavailable';
}

/**
 * Where sessions survive a restart. Writes resolve after they are stored. An embedded store answers look-ups at once; one
 * beyond a network answers with a promise. All throw SessionsUnavailable.
 */
export interface SessionStore {
  /** Other processes end sessions too: nothing read from here may be believed a second time. */
  readonly shared: boolean;
  get(id: string): StoredSession | undefined | Promise<StoredSession | undefined>;
  put(session: StoredSession): Promise<void>;
  /** Notes when a session was last used. One that has ended meanwhile stays ended. */
  seen(id: string, lastSeenAt: number): Promise<void>;
  delete(id: string): Promise<void>;
  /** Ids of a person's sessions, expired ones included. */
  idsOf(userId: string): string[] | Promise<string[]>;
  /** Drops sessions that were last seen, or started, too long ago. Returns how many. */
  prune(lastSeenBefore: number, startedBefore: number): Promise<number>;
  /** Told the id of every session that is deleted, whichever process does it. Best effort: look again from time to time. */
  onDeleted(listener: (id: string) => void): void;
}

/** So many wrong tries in a row lock the subject, each time for longer. */
export interface TriesRule {
  readonly max: number;
  /** Milliseconds: of the first lock, of the second … After the last of them it stays locked until it is cleared. */
  readonly locksMs: readonly number[];
}

/** `until` of what is locked until it is cleared: the last moment that a Date can hold. */
export const UNTIL_CLEARED = 8_640_000_000_000_000;

export type Verdict =
  | { readonly outcome: 'passed' }
  | { readonly outcome: 'wrong'; readonly left: number }
  /** Milliseconds since the epoch. */
  | { readonly outcome: 'locked'; readonly until: number };

/**
 * Wrong tries in a row against one subject; they survive a restart. A right one, once no lock holds, begins afresh. The caller finds out whether the secret was right and
 * lets the store judge, before anything of it is told: the judgements about one subject happen one after the other, so no
 * crowd of tries, in however many processes, sees more answers than allowed.
 */
export interface TriesStore {
  /** An embedded store answers at once when nothing has to be written. A wrong try is told only after it is stored. */
  judge(subject: string, right: boolean, rule: TriesRule, now: number): Verdict | Promise<Verdict>;
  /** Until when the subject is locked, without a try; undefined while it is not. */
  lockedUntil(subject: string, now: number): number | undefined | Promise<number | undefined>;
  /** Forgets wrong tries and earlier locks, and unlocks. */
  clear(subject: string): Promise<void>;
}

/** Numbers that only grow, each of one subject, such as how often a key has signed; they survive a restart. */
export interface CounterStore {
  /**
   * Notes the number and says true when it is more than the one noted before, in whichever process. A zero counts nothing: it
   * is right as long as nothing was ever noted.
   */
  advance(subject: string, to: number): Promise<boolean>;
}

export const SESSION_STORE = Symbol('SESSION_STORE');
export const TRIES_STORE = Symbol('TRIES_STORE');
export const COUNTER_STORE = Symbol('COUNTER_STORE');

/** What Redis answers. @throws SessionsUnavailable when it does not: nobody may be let in, and nobody told to log in again */
export async function orUnavailable<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw new SessionsUnavailable('Redis did not answer', { cause: error });
  }
}
