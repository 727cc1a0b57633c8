import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { boundedCache } from '../../../infra/limits/bounded-cache.js';
import { CONFIG } from '../../../infra/config/settings.js';
import { randomBytes } from '../../../infra/host/chance.js';
import { nowMs } from '../../../infra/host/clock.js';
import type { CustomerSettings } from '../customer.settings.js';
import { SECRETS, type Secrets } from '../../../infra/crypto/key-vault.js';
import {
  SESSION_STORE,
  type SessionStore,
  type StoredSession,
} from '../../../infra/sessions/session-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import { isFromFuture } from '../../contracts/stored-times.js';
import type { User } from '../user.state.js';
import { liveSessionOf, type LiveSession, type Session } from './live-session.js';
import { Users } from '../users.js';

/** All times are Unix ms. */
export interface SessionSeen {
  /** Name of the session for display. The name gives no access. */
  readonly handle: string;
  /** Encrypted `{ address, device }` of the browser. Absent when both are unknown. */
  readonly origin?: string | undefined;
  readonly startedAt: number;
  readonly lastSeenAt: number;
}

export interface StartedSession {
  readonly session: Session;
  /** Value of the session cookie, which is HttpOnly. The server never stores this value. */
  readonly token: string;
  readonly csrfToken: string;
  /** Seconds until `SESSION_MAX` ends the session. */
  readonly secondsLeft: number;
  /**
   * Token in the answer to a login. The token proves the session only together with the session
   * cookie.
   */
  readonly accessToken: string;
}

export type SessionOwner = Pick<User, 'userId' | 'role' | 'credentialEpoch'>;

export interface SessionOwners {
  cachedById(userId: string): Pick<User, 'credentialEpoch'> | undefined;
  current(userId: string): Promise<Pick<User, 'credentialEpoch'> | undefined>;
}

const LIVE_MAX = 50_000;
const SEEN_STORED_EVERY_MS = 60_000;
const PRUNE_EVERY_MS = 3_600_000;
const TOKEN_LENGTH = 43;

/**
 * Starts, finds and ends sessions. Tokens have 256 random bits, and only their digests are stored.
 */
@Injectable()
export class Sessions {
  private readonly live = boundedCache<string, LiveSession>(LIVE_MAX);
  private prunedAt = -Infinity;

  constructor(
    @Inject(SESSION_STORE) private readonly store: SessionStore,
    @Inject(SECRETS) private readonly secrets: Pick<Secrets, 'sessionKey'>,
    @Inject(CONFIG) private readonly settings: Pick<CustomerSettings, 'SESSION_IDLE' | 'SESSION_MAX'>,
    @Inject(Users) private readonly people: SessionOwners,
  ) {}

  /** @throws RuleBroken(SESSION_EXPIRED) when the password has changed after `owner` was loaded */
  async start(owner: SessionOwner, now = nowMs(), origin?: string): Promise<StartedSession> {
    const token = randomBytes(32).toString('base64url');
    const { userId, role, credentialEpoch: epoch } = owner;
    const seen = { startedAt: now, lastSeenAt: now, ...(origin !== undefined && { origin }) };
    const stored = { id: idOf(token), userId, role, epoch, ...seen };
    // Cache the session before storing it, so that a parallel `endAll` ends this session too.
    const session = this.remember(stored);
    await this.store.put(stored).catch((error: unknown) => {
      this.live.delete(stored.id);
      throw error;
    });
    await this.mustBeCurrent(stored);
    if (Math.abs(now - this.prunedAt) > PRUNE_EVERY_MS) this.prune(now);
    return {
      session,
      token,
      ...this.csrfFor(session, now),
      accessToken: this.accessTokenFor(session),
    };
  }

  /**
   * Finds the session of a token, and records its use.
   * @throws SessionsUnavailable
   */
  find(token: string, now = nowMs()): Session | undefined | Promise<Session | undefined> {
    if (token.length !== TOKEN_LENGTH) return undefined;
    const known = this.recall(idOf(token));
    if (known instanceof Promise)
      return known.then(async (session) => session && (await this.ofPassword(session, now)));
    return known && this.ofPassword(known, now);
  }

  /**
   * Tells whether a session is still valid, without recording a use of it.
   * @throws SessionsUnavailable
   */
  isAlive(session: Session, now = nowMs()): boolean | Promise<boolean> {
    const known = this.recall(session.id);
    const isLive = (live: LiveSession | undefined): boolean | Promise<boolean> => {
      if (live === undefined || this.hasEnded(live, now)) return false;
      return this.hasCurrentEpoch(live);
    };
    return known instanceof Promise ? known.then(isLive) : isLive(known);
  }

  /**
   * Notes that the owner of a session has just proved again who they are.
   * @throws SessionsUnavailable
   */
  async noteProof({ id }: Session, now = nowMs()): Promise<void> {
    await this.store.proven(id, now);
    const live = this.live.get(id);
    if (live) live.provenAt = now;
  }

  async end(token: string): Promise<void> {
    await this.forget(idOf(token));
  }

  async endById(sessionId: string): Promise<void> {
    await this.forget(sessionId);
  }

  async of(userId: string, now = nowMs()): Promise<readonly SessionSeen[]> {
    const ids = await this.store.idsOf(userId);
    const stored = await Promise.all(ids.map(async (id) => this.recall(id)));
    return stored
      .filter((session) => session !== undefined && !this.hasEnded(session, now))
      .map((session) => this.seenOf(session!))
      .sort((one, other) => other.lastSeenAt - one.lastSeenAt);
  }

  async endByHandle(userId: string, handle: string): Promise<boolean> {
    const ids = await this.store.idsOf(userId);
    const id = ids.find((one) => this.handleOf(one) === handle);
    if (id === undefined) return false;
    await this.forget(id);
    return true;
  }

  async endAll(userId: string): Promise<void> {
    const ids = await this.store.idsOf(userId);
    await Promise.all(ids.map((id) => this.forget(id)));
  }

  async endOthers(userId: string, keptId: string | undefined): Promise<void> {
    const ids = await this.store.idsOf(userId);
    await Promise.all(ids.filter((id) => id !== keptId).map((id) => this.forget(id)));
  }

  /**
   * Calls `listener` when a process ends a session. A notification between processes can get lost,
   * so the caller must also ask `isAlive` from time to time.
   */
  onEnded(listener: (sessionId: string) => void): void {
    this.store.onDeleted(listener);
  }

  csrfFor(session: Session, now = nowMs()): Pick<StartedSession, 'csrfToken' | 'secondsLeft'> {
    const leftMs = session.startedAt + this.settings.SESSION_MAX - now;
    return {
      csrfToken: this.bound('csrf', session.id).toString('base64url'),
      secondsLeft: Math.max(0, Math.floor(leftMs / 1_000)),
    };
  }

  accessTokenFor(session: Session): string {
    return this.bound('access', session.id).toString('base64url');
  }

  verifyCsrf(session: Session, shown: string | undefined): boolean {
    const live = session as LiveSession;
    return matches((live.csrfToken ??= this.bound('csrf', session.id)), shown);
  }

  verifyAccessToken(session: Session, shown: string | undefined): boolean {
    const live = session as LiveSession;
    return matches((live.accessToken ??= this.bound('access', session.id)), shown);
  }

  /** Deletes a new session when the password was changed before the session was stored. */
  private async mustBeCurrent({ id, userId, epoch }: StoredSession): Promise<void> {
    let current: Pick<User, 'credentialEpoch'> | undefined;
    try {
      current = await this.people.current(userId);
    } catch (error) {
      await this.forget(id).catch(() => undefined);
      throw error;
    }
    if (current?.credentialEpoch === epoch) return;
    await this.forget(id);
    throw new RuleBroken('SESSION_EXPIRED');
  }

  private ofPassword(session: LiveSession, now: number): Session | undefined | Promise<Session | undefined> {
    const judge = (current: boolean): Session | undefined => {
      if (current) return this.use(session, now);
      this.forget(session.id).catch(() => undefined);
      return undefined;
    };
    const current = this.hasCurrentEpoch(session);
    return current instanceof Promise ? current.then(judge) : judge(current);
  }

  /** Reads the user again when the epochs differ, because the cached user may be outdated. */
  private hasCurrentEpoch({ userId, epoch }: LiveSession): boolean | Promise<boolean> {
    if (this.people.cachedById(userId)?.credentialEpoch === epoch) return true;
    return this.people.current(userId).then((owner) => owner?.credentialEpoch === epoch);
  }

  private use(session: LiveSession, now: number): Session | undefined {
    if (this.hasEnded(session, now)) {
      this.forget(session.id).catch(() => undefined);
      return undefined;
    }
    session.lastSeenAt = now;
    // Use the absolute difference, to replace a future time that a wrong clock has stored. With a future
    // time, an unused session would stay valid for too long.
    const unstoredMs = Math.abs(now - session.storedSeenAt);
    if (unstoredMs > Math.min(SEEN_STORED_EVERY_MS, this.settings.SESSION_IDLE / 10)) this.storeSeen(session);
    return session;
  }

  /**
   * True when a session is too old or was not used for too long. Also true for a session that began
   * in the future, because its age is unknown.
   */
  private hasEnded({ lastSeenAt, startedAt }: LiveSession, now: number): boolean {
    const { SESSION_IDLE, SESSION_MAX } = this.settings;
    return now - lastSeenAt > SESSION_IDLE || now - startedAt > SESSION_MAX || isFromFuture(startedAt, now);
  }

  private remember(stored: StoredSession): LiveSession {
    const live = liveSessionOf(stored);
    // Cache sessions only when the store is not shared, because another process may end a session
    // in a shared store.
    if (!this.store.shared) this.live.set(live.id, live);
    return live;
  }

  private recall(id: string): LiveSession | undefined | Promise<LiveSession | undefined> {
    const live = this.live.get(id);
    if (live) return live;
    const stored = this.store.get(id);
    // Do not cache a session from an asynchronous store, because the session may have ended during the read.
    if (stored instanceof Promise) return stored.then((found) => found && liveSessionOf(found));
    return stored && this.remember(stored);
  }

  /** Ignores an error, because the next run deletes the same sessions. */
  private prune(now: number): void {
    this.prunedAt = now;
    const { SESSION_IDLE, SESSION_MAX } = this.settings;
    this.store.prune(now - SESSION_IDLE, now - SESSION_MAX).catch(() => undefined);
  }

  private async forget(id: string): Promise<void> {
    this.live.delete(id);
    await this.store.delete(id);
  }

  /** When the write is lost, the session only ends a minute earlier. */
  private storeSeen(session: LiveSession): void {
    session.storedSeenAt = session.lastSeenAt;
    this.store.seen(session.id, session.lastSeenAt).catch(() => undefined);
  }

  private seenOf({ id, startedAt, lastSeenAt, origin }: LiveSession): SessionSeen {
    return { handle: this.handleOf(id), startedAt, lastSeenAt, origin };
  }

  handleOf(id: string): string {
    return this.bound('handle', id).toString('base64url');
  }

  private bound(purpose: string, id: string): Buffer {
    return createHmac('sha256', this.secrets.sessionKey).update(`${purpose}:${id}`).digest();
  }
}

const idOf = (token: string): string => hash('sha256', token, 'base64url');

/** Compares two digests in constant time. All digests have the same length. */
function matches(expected: Buffer, shown: string | undefined): boolean {
  if (shown === undefined || shown.length !== TOKEN_LENGTH) return false;
  const bytes = Buffer.from(shown, 'base64url');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
