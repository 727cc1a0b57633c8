import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  EVENT_STORE,
  NO_STREAM,
  RevisionConflict,
  type EventStore,
  type RecordedEvent,
} from '../../infra/event-store/event-store.js';
import { KEY_VAULT, SECRETS, type KeyVault, type Secrets } from '../../infra/crypto/key-vault.js';
import { nowMs } from '../../infra/host/clock.js';
import { RuleBroken } from '../contracts/errors.js';
import { decide, decideRegistration } from './user.decider.js';
import type { Register, UserCommand } from './user.decider.js';
import { EmailClaims, normaliseEmail } from './email-claims.js';
import { apiTokenStream, userEvent, userOf, userStream } from './user.events.js';
import type { UserEvent, UserEventDraft } from './user.events.js';
import { evolveUser, foldUser, type User } from './user.state.js';
import { fact, type EventContext } from '../../infra/event-store/event-context.js';
import { appendSurely, decideAndAppend } from '../../infra/event-store/decide-and-append.js';

interface Known {
  readonly user: User;
  readonly revision: number;
  readonly hash: string;
  readonly checkedAt: number;
}

interface Spending {
  readonly revision: number;
  readonly frozen: boolean;
}

const KNOWN_MAX = 20_000;
const TOKENS_MAX = 20_000;
/** How long a user is believed without looking whether another process changed it. */
const FRESH_MS = 5_000;

/** Who is who, folded from the streams of the people and kept in memory while they are active. */
@Injectable()
export class Users {
  /** Whose an email is. */
  readonly emails: EmailClaims;

  private readonly known = new LRUCache<string, Known>({ max: KNOWN_MAX });
  /** Revision of the newest fact in the log, by person: also of those who are just being read. */
  private readonly newestOf = new LRUCache<string, number>({ max: KNOWN_MAX });
  /** Whether the newest fact known here stops their spending, by person: what is known of them is believed only for a while, this is not. */
  private readonly spendingOf = new LRUCache<string, Spending>({ max: KNOWN_MAX });
  private readonly ownerOfToken = new LRUCache<string, string>({ max: TOKENS_MAX });

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(KEY_VAULT) private readonly vault: KeyVault,
    @Inject(SECRETS) secrets: Secrets,
  ) {
    this.emails = new EmailClaims(store, secrets.emailKey, this);
  }

  /**
   * The user if known without reading: for the path of a purchase. Fall back to `byId`. Whoever was found, here or
   * there, has their key at hand.
   */
  cachedById(userId: string, now = nowMs()): User | undefined {
    const known = this.known.get(userId);
    return known && now - known.checkedAt < FRESH_MS ? known.user : undefined;
  }

  /**
   * Whether the person's spending is stopped, by the newest fact that this process has stored, read or been told of, without
   * reading: whoever orders may have waited for long since they were looked up. @param user as looked up when the order came
   */
  isFrozen({ userId, frozen }: Pick<User, 'userId' | 'frozen'>): boolean {
    return this.spendingOf.get(userId)?.frozen ?? frozen ?? false;
  }

  async byId(userId: string): Promise<User | undefined> {
    const fresh = this.cachedById(userId);
    if (fresh) return fresh;
    const known = this.known.get(userId);
    if (known) {
      const head = await this.store.head(userStream(userId));
      if (head.revision === known.revision) return this.stillKnown(userId, known);
    }
    return (await this.load(userId))?.user;
  }

  /** Those of these who are known, by their ids. */
  async byIds(ids: Iterable<string>): Promise<ReadonlyMap<string, User>> {
    const people = await Promise.all(Array.from(new Set(ids), (id) => this.byId(id)));
    return new Map(people.flatMap((person) => (person ? [[person.userId, person]] : [])));
  }

  /** As byId, and never from memory alone: what the log says of the person at this moment. */
  async current(userId: string): Promise<User | undefined> {
    const known = this.known.get(userId);
    const head = await this.store.head(userStream(userId));
    if (known?.revision === head.revision && known.hash === head.hash) return this.stillKnown(userId, known);
    return (await this.load(userId))?.user;
  }

  /** Whether there ever was an account under this id, also of who was forgotten since; false of who can never have one any more. */
  async wasRegistered(userId: string): Promise<boolean> {
    return (await this.accountUnder(userId)) === 'made';
  }

  /** As `wasRegistered`; `none`: there may still be one, `never`: there can be none, because the stream begins with its end. */
  async accountUnder(userId: string): Promise<'none' | 'made' | 'never'> {
    const [first] = await this.store.readStream(userStream(userId), { limit: 1 });
    if (!first) return 'none';
    return first.type === 'PersonForgotten' ? 'never' : 'made';
  }

  async byEmail(email: string): Promise<User | undefined> {
    const userId = await this.emails.ownerOf(email);
    const user = userId === undefined ? undefined : await this.byId(userId);
    // An email that is just being changed is claimed before it is theirs, and freed after.
    return user?.email === normaliseEmail(email) ? user : undefined;
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

  /**
   * Reads the person as stored, decides, and stores what follows; again when somebody else was faster. Answers the person after it.
   * @throws RuleBroken by the rules of `user.decider`, AUTH_REQUIRED when there is no such person
   */
  async handle(userId: string, command: UserCommand, context: EventContext): Promise<User> {
    const { events, loaded, appended } = await decideAndAppend(this.store, {
      stream: userStream(userId),
      load: async () => {
        const known = await this.load(userId);
        if (!known) throw new RuleBroken('AUTH_REQUIRED');
        return known;
      },
      decide: ({ user }) => this.eventsOf(userId, decide(command, user), context),
      forget: () => this.known.delete(userId),
    });
    if (!appended) return loaded.user;
    const open = this.opener(userId);
    const user = events.reduce<User | undefined>(
      (state, event) => evolveUser(state, event, open),
      loaded.user,
    );
    if (!user) {
      this.known.delete(userId);
      throw new RuleBroken('AUTH_REQUIRED');
    }
    const { revision, hash } = appended.head;
    this.remember(userId, { user, revision, hash, checkedAt: nowMs() });
    return user;
  }

  /** The person as stored right now. */
  async reload(userId: string): Promise<User | undefined> {
    return (await this.load(userId))?.user;
  }

  /** Stores the first facts of a new person, whose key exists. @returns false when the person exists already */
  async create(command: Register, context: EventContext): Promise<boolean> {
    const { userId } = command;
    await this.vault.loadKeys([userId]);
    const events = this.eventsOf(userId, decideRegistration(command), context);
    try {
      await appendSurely(this.store, userStream(userId), NO_STREAM, events);
      return true;
    } catch (error) {
      if (error instanceof RevisionConflict) return false;
      throw error;
    }
  }

  /** The log says that somebody changed, maybe in another process: what is known of them is read again when it is next wanted. */
  onRecorded({
    stream,
    revision,
    type,
  }: Pick<RecordedEvent, 'stream' | 'revision'> & Partial<Pick<RecordedEvent, 'type'>>): void {
    const userId = userOf(stream);
    if (userId === undefined) return;
    if (type === 'SpendingFrozen' || type === 'SpendingUnfrozen')
      this.noteSpending(userId, { revision, frozen: type === 'SpendingFrozen' });
    if (revision > (this.newestOf.get(userId) ?? -1)) this.newestOf.set(userId, revision);
    const known = this.known.peek(userId);
    if (known && known.revision < revision) this.known.delete(userId);
  }

  /** Nobody changed since: whoever is known stays so for a while, with their key at hand. */
  private async stillKnown(userId: string, known: Known): Promise<User> {
    const loading = this.vault.loadKeys([userId]);
    if (loading) await loading;
    return this.remember(userId, { ...known, checkedAt: nowMs() }).user;
  }

  /**
   * Keeps what was read or stored, and answers the newest that is known. While one call waited, another may have learnt of
   * a later fact, or the log may have told of one: what is older must not cover it.
   */
  private remember(userId: string, known: Known): Known {
    this.noteSpending(userId, { revision: known.revision, frozen: known.user.frozen ?? false });
    const newest = this.known.peek(userId);
    if (newest && newest.revision > known.revision) return newest;
    if ((this.newestOf.get(userId) ?? -1) > known.revision) this.known.delete(userId);
    else this.known.set(userId, known);
    return known;
  }

  private noteSpending(userId: string, spending: Spending): void {
    if (spending.revision >= (this.spendingOf.peek(userId)?.revision ?? -1))
      this.spendingOf.set(userId, spending);
  }

  private async load(userId: string): Promise<Known | undefined> {
    await this.vault.loadKeys([userId]);
    const events = await this.store.readStream(userStream(userId));
    const last = events.at(-1);
    const user = last && foldUser(events.map(userEvent), this.opener(userId));
    if (!last || !user) {
      this.known.delete(userId);
      return undefined;
    }
    return this.remember(userId, { user, revision: last.revision, hash: last.hash, checkedAt: nowMs() });
  }

  /** Fills in what a decision leaves out, and seals what is personal. Their key is at hand. */
  private eventsOf(
    userId: string,
    drafts: readonly UserEventDraft[],
    context: EventContext,
  ): readonly UserEvent[] {
    return drafts.map(({ type, data, personal }) => {
      const sealed = personal && { sealed: this.vault.seal(userId, { ...personal }) };
      return fact(type, { ...data, ...sealed }, context) as UserEvent;
    });
  }

  private opener(userId: string) {
    return (sealed: string): Record<string, unknown> | undefined => this.vault.open(userId, sealed);
  }

  private async firstUserId(stream: string): Promise<string | undefined> {
    const [first] = await this.store.readStream(stream, { limit: 1 });
    return first?.data['userId'] as string | undefined;
  }
}

export const apiTokenDigest = (token: string): string => hash('sha256', token, 'hex');

const API_TOKEN = /^nl_[A-Za-z0-9_-]{43}$/;

export const looksLikeApiToken = (text: string): boolean => API_TOKEN.test(text);
