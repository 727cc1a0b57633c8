/** A signed-in browser. `id` is the SHA-256 of its token: whoever reads this store cannot sign in with it. */
export interface StoredSession {
  readonly id: string;
  readonly userId: string;
  readonly role: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly lastSeenAt: number;
}

/** Where sessions survive a restart. Writes resolve after they are durable. */
export interface SessionStore {
  get(id: string): StoredSession | undefined;
  put(session: StoredSession): Promise<void>;
  delete(id: string): Promise<void>;
  /** Ids of a person's sessions, expired ones included. */
  idsOf(userId: string): string[];
  /** Drops sessions that were last seen, or started, too long ago. Returns how many. */
  prune(lastSeenBefore: number, startedBefore: number): Promise<number>;
}

/** Wrong tries in a row against one subject. */
export interface Tries {
  readonly wrong: number;
  /** Milliseconds since the epoch; 0 while not locked. */
  readonly lockedUntil: number;
}

/** Where wrong tries survive a restart. Reading is a memory look-up: it happens on every purchase. */
export interface TriesStore {
  get(subject: string): Tries | undefined;
  /** Counts at once, resolves after it is durable. */
  set(subject: string, tries: Tries): Promise<void>;
  clear(subject: string): Promise<void>;
}

export const SESSION_STORE = Symbol('SESSION_STORE');
export const TRIES_STORE = Symbol('TRIES_STORE');
