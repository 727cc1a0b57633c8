import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CONFIG, type Config } from '../../infra/config/config.js';
import { SECRETS, type Secrets } from '../../infra/crypto/key-vault.js';
import { SESSION_STORE, type SessionStore, type StoredSession } from '../../infra/sessions/session-store.js';
import type { Role } from '../contracts/services.js';
import type { User } from './user.state.js';

export interface Session {
  /** SHA-256 of the token. */
  readonly id: string;
  readonly userId: string;
  readonly role: Role;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

export interface StartedSession {
  readonly session: Session;
  /** For the HttpOnly cookie; nothing keeps it. */
  readonly token: string;
  /** For the readable cookie. */
  readonly csrfToken: string;
  /** For the body of the login answer: proves the session it belongs to, and alone is worth nothing. */
  readonly accessToken: string;
}

interface Live extends Session {
  lastSeenAt: number;
  storedSeenAt: number;
  csrfToken: Buffer | undefined;
  accessToken: Buffer | undefined;
}

const LIVE_MAX = 50_000;
/** A session's last use is written at most this often, and at least ten times within the idle time. */
const SEEN_STORED_EVERY_MS = 60_000;
const PRUNE_EVERY_MS = 3_600_000;
const TOKEN_LENGTH = 43;

/** Signed-in browsers: 256-bit tokens stored as digests, ended by disuse, by age, by logout. */
@Injectable()
export class Sessions {
  private readonly live = new LRUCache<string, Live>({ max: LIVE_MAX });
  private prunedAt = -Infinity;

  constructor(
    @Inject(SESSION_STORE) private readonly store: SessionStore,
    @Inject(SECRETS) private readonly secrets: Pick<Secrets, 'sessionKey'>,
    @Inject(CONFIG) private readonly settings: Pick<Config, 'SESSION_IDLE' | 'SESSION_MAX'>,
  ) {}

  /** A new session with a new token, whatever the browser showed before. */
  async start(user: Pick<User, 'userId' | 'role'>, now = Date.now()): Promise<StartedSession> {
    const token = randomBytes(32).toString('base64url');
    const { userId, role } = user;
    const stored = { id: idOf(token), userId, role, startedAt: now, lastSeenAt: now };
    await this.store.put(stored);
    if (now - this.prunedAt > PRUNE_EVERY_MS) this.prune(now);
    const session = this.remember(stored);
    return {
      session,
      token,
      csrfToken: this.csrfTokenFor(session),
      accessToken: this.accessTokenFor(session),
    };
  }

  /**
   * The session of a token, and notes that it was used; undefined when there is none or it has ended. Answers at once
   * unless the sessions are shared with other processes. @throws SessionsUnavailable
   */
  find(token: string, now = Date.now()): Session | undefined | Promise<Session | undefined> {
    if (token.length !== TOKEN_LENGTH) return undefined;
    const known = this.recall(idOf(token));
    if (known instanceof Promise) return known.then((session) => session && this.use(session, now));
    return known && this.use(known, now);
  }

  /** Whether a session that was found is still one; does not count as a use of it. @throws SessionsUnavailable */
  isAlive(session: Session, now = Date.now()): boolean | Promise<boolean> {
    const known = this.recall(session.id);
    if (known instanceof Promise)
      return known.then((live) => live !== undefined && !this.hasEnded(live, now));
    return known !== undefined && !this.hasEnded(known, now);
  }

  async end(token: string): Promise<void> {
    await this.forget(idOf(token));
  }

  /** Ends one session that was found, whichever token it has. */
  async endById(sessionId: string): Promise<void> {
    await this.forget(sessionId);
  }

  /** Signs the person out everywhere: after a password change. */
  async endAll(userId: string): Promise<void> {
    const ids = await this.store.idsOf(userId);
    await Promise.all(ids.map((id) => this.forget(id)));
  }

  /** Told the id of every session that is ended, in whichever process. Best effort: ask `isAlive` from time to time. */
  onEnded(listener: (sessionId: string) => void): void {
    this.store.onDeleted(listener);
  }

  csrfTokenFor(session: Session): string {
    return this.bound('csrf', session.id).toString('base64url');
  }

  accessTokenFor(session: Session): string {
    return this.bound('access', session.id).toString('base64url');
  }

  verifyCsrf(session: Session, shown: string | undefined): boolean {
    const live = session as Live;
    return matches((live.csrfToken ??= this.bound('csrf', session.id)), shown);
  }

  /** Whether a token from a request body belongs to the session that the cookie proved. */
  verifyAccessToken(session: Session, shown: string | undefined): boolean {
    const live = session as Live;
    return matches((live.accessToken ??= this.bound('access', session.id)), shown);
  }

  private use(session: Live, now: number): Session | undefined {
    if (this.hasEnded(session, now)) {
      this.forget(session.id).catch(() => undefined);
      return undefined;
    }
    session.lastSeenAt = now;
    if (now - session.storedSeenAt > Math.min(SEEN_STORED_EVERY_MS, this.settings.SESSION_IDLE / 10))
      this.storeSeen(session);
    return session;
  }

  private hasEnded({ lastSeenAt, startedAt }: Live, now: number): boolean {
    return now - lastSeenAt > this.settings.SESSION_IDLE || now - startedAt > this.settings.SESSION_MAX;
  }

  private remember(stored: StoredSession): Live {
    const live: Live = {
      ...{ id: stored.id, userId: stored.userId, role: stored.role as Role, startedAt: stored.startedAt },
      ...{ lastSeenAt: stored.lastSeenAt, storedSeenAt: stored.lastSeenAt },
      ...{ csrfToken: undefined, accessToken: undefined },
    };
    // Where another process may end it, memory would let it live on.
    if (!this.store.shared) this.live.set(live.id, live);
    return live;
  }

  private recall(id: string): Live | undefined | Promise<Live | undefined> {
    const live = this.live.get(id);
    if (live) return live;
    const stored = this.store.get(id);
    if (stored instanceof Promise) return stored.then((found) => found && this.remember(found));
    return stored && this.remember(stored);
  }

  /** Removes what has ended from disk; what stays this time goes the next. */
  private prune(now: number): void {
    this.prunedAt = now;
    const { SESSION_IDLE, SESSION_MAX } = this.settings;
    this.store.prune(now - SESSION_IDLE, now - SESSION_MAX).catch(() => undefined);
  }

  private async forget(id: string): Promise<void> {
    this.live.delete(id);
    await this.store.delete(id);
  }

  /** Not awaited: losing it shortens the session by a minute. */
  private storeSeen(session: Live): void {
    session.storedSeenAt = session.lastSeenAt;
    this.store.seen(session.id, session.lastSeenAt).catch(() => undefined);
  }

  private bound(purpose: string, id: string): Buffer {
    return createHmac('sha256', this.secrets.sessionKey).update(`${purpose}:${id}`).digest();
  }
}

const idOf = (token: string): string => hash('sha256', token, 'base64url');

/** Compares digests of fixed length, so neither content nor length of what was shown changes the time. */
function matches(expected: Buffer, shown: string | undefined): boolean {
  if (shown === undefined || shown.length !== TOKEN_LENGTH) return false;
  const bytes = Buffer.from(shown, 'base64url');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
