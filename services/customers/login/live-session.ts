import type { StoredSession } from '../../../infra/sessions/session-store.js';
import type { Role } from '../../contracts/services.js';

export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly role: Role;
  /** Unix milliseconds. */
  readonly startedAt: number;
  /** Unix milliseconds at which the person last proved their identity, at sign-in or later. */
  readonly provenAt: number;
  readonly epoch: number;
}

export interface LiveSession extends Omit<Session, 'provenAt'> {
  provenAt: number;
  readonly origin: string | undefined;
  lastSeenAt: number;
  storedSeenAt: number;
  csrfToken: Buffer | undefined;
  accessToken: Buffer | undefined;
}

export const liveSessionOf = (stored: StoredSession): LiveSession => ({
  id: stored.id,
  userId: stored.userId,
  role: stored.role as Role,
  startedAt: stored.startedAt,
  provenAt: stored.provenAt ?? stored.startedAt,
  // A session that an older version stored has no `epoch`. Use 0, because the session began with the first
  // password of the account.
  epoch: stored.epoch ?? 0,
  lastSeenAt: stored.lastSeenAt,
  origin: stored.origin,
  storedSeenAt: stored.lastSeenAt,
  csrfToken: undefined,
  accessToken: undefined,
});
