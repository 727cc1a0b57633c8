import { createHmac, hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  EVENT_STORE,
  NO_STREAM,
  RevisionConflict,
  type EventStore,
  type RecordedEvent,
  type StreamHead,
} from '../../infra/event-store/event-store.js';
import { KEY_VAULT, SECRETS, type KeyVault, type Secrets } from '../../infra/crypto/key-vault.js';
import { RuleBroken } from '../contracts/errors.js';
import { apiTokenStream, emailStream, userOf, userStream, type UserEvent } from './user.events.js';
import { evolveUser, foldUser, type User } from './user.state.js';
import { writeStream } from './write-stream.js';

interface Known {
  readonly user: User;
  readonly revision: number;
  readonly hash: string;
  readonly checkedAt: number;
}

const KNOWN_MAX = 20_000;
const TOKENS_MAX = 20_000;
/** How long a user is believed without looking whether another process changed it. */
const FRESH_MS = 5_000;
const CONFLICTS_MAX = 8;

/** Who is who, folded from the streams of the people and kept in memory while they are active. */
@Injectable()
export class Users {
  private readonly known = new LRUCache<string, Known>({ max: KNOWN_MAX });
  private readonly ownerOfToken = new LRUCache<string, string>({ max: TOKENS_MAX });

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(KEY_VAULT) private readonly vault: KeyVault,
    @Inject(SECRETS) private readonly secrets: Secrets,
  ) {}

  /**
   * The user if known without reading: for the path of a purchase. Fall back to `byId`. Whoever was found, here or
   * there, has their key at hand.
   */
  cachedById(userId: string, now = Date.now()): User | undefined {
    const known = this.known.get(userId);
    return known && now - known.checkedAt < FRESH_MS ? known.user : undefined;
  }

  async byId(userId: string): Promise<User | undefined> {
    const fresh = this.cachedById(userId);
    if (fresh) return fresh;
    const known = this.known.get(userId);
    if (known) {
      const head = await this.store.head(userStream(userId));
      if (head.revision === known.revision) {
        const bringing = this.vault.bring([userId]);
        if (bringing) await bringing;
        this.known.set(userId, { ...known, checkedAt: Date.now() });
        return known.user;
      }
    }
    return (await this.load(userId))?.user;
  }

  async byEmail(email: string): Promise<User | undefined> {
    const userId = await this.ownerOfEmail(email);
    return userId === undefined ? undefined : this.byId(userId);
  }

  /** The owner of an API token, unless a newer one was issued since. */
  async byApiToken(token: string): Promise<User | undefined> {
    if (!looksLikeApiToken(token)) return undefined;
    const digest = apiTokenDigest(token);
    const userId = this.ownerOfToken.get(digest) ?? (await this.firstUserId(apiTokenStream(digest)));
    if (userId === undefined) return undefined;
    this.ownerOfToken.set(digest, userId);
    const user = await this.byId(userId);
    return user?.apiTokenDigest === digest ? user : undefined;
  }

  /** As byApiToken, without reading: undefined also when it is merely not in memory. */
  cachedByApiToken(token: string): User | undefined {
    const digest = apiTokenDigest(token);
    const userId = this.ownerOfToken.get(digest);
    const user = userId === undefined ? undefined : this.cachedById(userId);
    return user?.apiTokenDigest === digest ? user : undefined;
  }

  /** The id an email was claimed for, even if registration stopped right after; undefined when it was freed since. */
  async ownerOfEmail(email: string): Promise<string | undefined> {
    return (await this.emailClaim(email)).owner;
  }

  /** Whose the email is, and the place in its stream where that is to change. */
  async emailClaim(
    email: string,
  ): Promise<{ readonly owner: string | undefined; readonly head: StreamHead }> {
    const stream = emailStream(this.emailMac(email));
    const [last] = await this.store.readStream(stream, { direction: 'backwards', limit: 1 });
    if (!last) return { owner: undefined, head: NO_STREAM };
    const owner = last.type === 'EmailClaimed' ? (last.data['userId'] as string) : undefined;
    return { owner, head: last };
  }

  /** Keyed, so that the names of streams do not tell emails. */
  emailMac(email: string): string {
    return emailMac(this.secrets.emailKey, email);
  }

  /**
   * Reads the user, lets `decide` say what happens, stores it; again when somebody else was faster.
   * @throws RuleBroken and what `decide` throws
   */
  async change(userId: string, decide: (user: User) => readonly UserEvent[]): Promise<User> {
    for (let tries = 1; ; tries += 1) {
      const known = await this.load(userId);
      if (!known) throw new RuleBroken('AUTH_REQUIRED');
      const events = decide(known.user);
      if (events.length === 0) return known.user;
      try {
        const { head } = await writeStream(this.store, userStream(userId), known, events);
        const open = this.opener(userId);
        const user = events.reduce<User | undefined>(
          (state, event) => evolveUser(state, event, open),
          known.user,
        );
        if (!user) throw new RuleBroken('AUTH_REQUIRED');
        this.known.set(userId, { user, revision: head.revision, hash: head.hash, checkedAt: Date.now() });
        return user;
      } catch (error) {
        this.known.delete(userId);
        if (!(error instanceof RevisionConflict) || tries === CONFLICTS_MAX) throw error;
      }
    }
  }

  /** Stores the first facts of a new user. @returns false when the user exists already */
  async create(userId: string, events: readonly UserEvent[]): Promise<boolean> {
    try {
      await writeStream(this.store, userStream(userId), NO_STREAM, events);
      return true;
    } catch (error) {
      if (error instanceof RevisionConflict) return false;
      throw error;
    }
  }

  /** The log says that somebody changed, maybe in another process: what is known of them is read again when it is next wanted. */
  saw({ stream, revision }: Pick<RecordedEvent, 'stream' | 'revision'>): void {
    const userId = userOf(stream);
    const known = userId === undefined ? undefined : this.known.peek(userId);
    if (userId !== undefined && known && known.revision < revision) this.known.delete(userId);
  }

  private async load(userId: string): Promise<Known | undefined> {
    await this.vault.bring([userId]);
    const events = await this.store.readStream(userStream(userId));
    const last = events.at(-1);
    const user = last && foldUser(events as unknown as UserEvent[], this.opener(userId));
    if (!last || !user) {
      this.known.delete(userId);
      return undefined;
    }
    const known = { user, revision: last.revision, hash: last.hash, checkedAt: Date.now() };
    this.known.set(userId, known);
    return known;
  }

  private opener(userId: string) {
    return (sealed: string): Record<string, unknown> | undefined => this.vault.open(userId, sealed);
  }

  private async firstUserId(stream: string): Promise<string | undefined> {
    const [first] = await this.store.readStream(stream, { limit: 1 });
    return first?.data['userId'] as string | undefined;
  }
}

/** Emails are compared without regard to case and surrounding space. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

export const emailMac = (emailKey: Buffer, email: string): string =>
  createHmac('sha256', emailKey).update(normaliseEmail(email)).digest('hex');

export const apiTokenDigest = (token: string): string => hash('sha256', token, 'hex');

const API_TOKEN = /^nl_[A-Za-z0-9_-]{43}$/;

export const looksLikeApiToken = (text: string): boolean => API_TOKEN.test(text);
