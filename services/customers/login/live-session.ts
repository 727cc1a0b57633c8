import type { StoredSession } from '../../../infra/sessions/session-store.js';
import type { Role } from '../../contracts/services.js';

/** A signed-in browser, as the rest of the product sees it. */
export interface Session {
  /** SHA-256 of the token. */
  readonly id: string;
  readonly userId: string;
  readonly role: Role;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** What the person's `credentialEpoch` was when the password was checked. */
  readonly epoch: number;
}

/** As the process that serves it has it in memory. */
export interface LiveSession extends Session {
  readonly origin: string | undefined;
  lastSeenAt: number;
  storedSeenAt: number;
  csrfToken: Buffer | undefined;
  accessToken: Buffer | undefined;
}

/** As it was stored: tokens are made where they are asked for. */
export const liveSessionOf = (stored: StoredSession): LiveSession => ({
  id: stored.id,
  userId: stored.userId,
  role: stored.role as Role,
  startedAt: stored.startedAt,
  // Sessions of before sessions had an epoch belong to the first password.
  epoch: stored.epoch ?? 0,
  lastSeenAt: stored.lastSeenAt,
  origin: stored.origin,
  storedSeenAt: stored.lastSeenAt,
  csrfToken: undefined,
  accessToken: undefined,
});
