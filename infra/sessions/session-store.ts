/** A signed-in browser. `id` is the SHA-256 of its token: whoever reads this store cannot sign in with it. */
export interface StoredSession {
  readonly id: string;
  readonly userId: string;
  readonly role: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly lastSeenAt: number;
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

/** So many wrong tries in a row lock the subject for a while. */
export interface TriesRule {
  readonly max: number;
  /** Milliseconds. */
  readonly lockMs: number;
}

export type Verdict =
  | { readonly outcome: 'passed' }
  | { readonly outcome: 'wrong'; readonly left: number }
  /** Milliseconds since the epoch. */
  | { readonly outcome: 'locked'; readonly until: number };

/**
 * Wrong tries in a row against one subject; they survive a restart. The caller finds out whether the secret was right and
 * lets the store judge, before anything of it is told: the judgements about one subject happen one after the other, so no
 * crowd of tries, in however many processes, sees more answers than allowed.
 */
export interface TriesStore {
  /** An embedded store answers at once when nothing has to be written. A wrong try is told only after it is stored. */
  judge(subject: string, right: boolean, rule: TriesRule, now: number): Verdict | Promise<Verdict>;
  /** Forgets wrong tries, and unlocks. */
  clear(subject: string): Promise<void>;
}

export const SESSION_STORE = Symbol('SESSION_STORE');
export const TRIES_STORE = Symbol('TRIES_STORE');
