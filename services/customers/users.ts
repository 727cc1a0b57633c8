import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { boundedCache } from '../../infra/limits/bounded-cache.js';
import {
  EVENT_STORE,
  NO_STREAM,
  type EventStore,
  type RecordedEvent,
} from '../../infra/event-store/event-store.js';
import { KEY_VAULT, SECRETS, type KeyVault, type Secrets } from '../../infra/crypto/key-vault.js';
import { nowMs } from '../../infra/host/clock.js';
import { RuleBroken } from '../contracts/errors.js';
import { normalisePhone } from '../contracts/fields/phones.js';
import { decide, decideRegistration } from './user.decider.js';
import type { Register, UserCommand } from './user.decider.js';
import { EmailClaims, normaliseEmail } from './email-claims.js';
import { PhoneClaims } from './phone-claims.js';
import { apiTokenStream, userEvent, userOf, userStream } from './user.events.js';
import type { UserEvent, UserEventDraft } from './user.events.js';
import { evolveUser, foldUser, type User } from './user.state.js';
import { fact, type EventContext } from '../../infra/event-store/event-context.js';
import { appendedSurely, decideAndAppend } from '../../infra/event-store/decide-and-append.js';

interface Known {
  readonly user: User;
  readonly revision: number;
  readonly hash: string;
  /** `changesLike` before the user was read. */
  readonly changes: number | undefined;
  checkedAt: number;
}

interface Spending {
  readonly revision: number;
  readonly frozen: boolean;
}

const KNOWN_MAX = 20_000;
const TOKENS_MAX = 20_000;
/** Milliseconds for which a cached user may be used without reading the stream again. */
const FRESH_MS = 5_000;

@Injectable()
export class Users {
  readonly emails: EmailClaims;
  readonly phones: PhoneClaims;

  private readonly known = boundedCache<string, Known>(KNOWN_MAX);
  private readonly newestOf = boundedCache<string, number>(KNOWN_MAX);
  private readonly spendingOf = boundedCache<string, Spending>(KNOWN_MAX);
  private readonly ownerOfToken = boundedCache<string, string>(TOKENS_MAX);

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(KEY_VAULT) private readonly vault: KeyVault,
    @Inject(SECRETS) secrets: Secrets,
  ) {
    this.emails = new EmailClaims(store, secrets.emailKey, this);
    this.phones = new PhoneClaims(store, secrets.emailKey, this);
  }

  /**
   * Returns the cached user, whose key is in memory. Returns `undefined` when the user must be read with
   * `byId`.
   */
  cachedById(userId: string, now = nowMs()): User | undefined {
    // Use `peek`, because `remember` already renews the entry of an active user every `FRESH_MS`.
    const known = this.known.peek(userId);
    if (!known) return undefined;
    if (Math.abs(now - known.checkedAt) >= FRESH_MS && !this.renews(userId, known, now)) return undefined;
    return known.user;
  }

  private renews(userId: string, known: Known, now: number): boolean {
    if (known.changes === undefined || this.changes(userId) !== known.changes) return false;
    if (this.vault.loadKeys([userId])) return false;
    known.checkedAt = now;
    return this.known.get(userId) === known;
  }

  private changes(userId: string): number | undefined {
    return this.store.changesLike?.(userStream(userId));
  }

  /**
   * True when spending of the customer is frozen. Also true when the freeze came after `user` was
   * loaded.
   */
  isFrozen({ userId, frozen }: Pick<User, 'userId' | 'frozen'>): boolean {
    return this.spendingOf.peek(userId)?.frozen ?? frozen ?? false;
  }

  async byId(userId: string): Promise<User | undefined> {
    const fresh = this.cachedById(userId);
    if (fresh) return fresh;
    const known = this.known.get(userId);
    if (known) {
      const changes = this.changes(userId);
      const head = await this.store.head(userStream(userId));
      if (head.revision === known.revision) return this.stillKnown(userId, { ...known, changes });
    }
    return (await this.load(userId))?.user;
  }

  async byIds(ids: Iterable<string>): Promise<ReadonlyMap<string, User>> {
    const people = await Promise.all(Array.from(new Set(ids), (id) => this.byId(id)));
    return new Map(people.flatMap((person) => (person ? [[person.userId, person]] : [])));
  }

  async current(userId: string): Promise<User | undefined> {
    const known = this.known.get(userId);
    const changes = this.changes(userId);
    const head = await this.store.head(userStream(userId));
    if (known?.revision === head.revision && known.hash === head.hash)
      return this.stillKnown(userId, { ...known, changes });
    return (await this.load(userId))?.user;
  }

  /** True when an account with this id has ever existed, even when the person was erased. */
  async wasRegistered(userId: string): Promise<boolean> {
    return (await this.accountUnder(userId)) === 'made';
  }

  async accountUnder(userId: string): Promise<'none' | 'made' | 'never'> {
    const [first] = await this.store.readStream(userStream(userId), { limit: 1 });
    if (!first) return 'none';
    return first.type === 'PersonForgotten' ? 'never' : 'made';
  }

  async byEmail(email: string): Promise<User | undefined> {
    const userId = await this.emails.ownerOf(email);
    const user = userId === undefined ? undefined : await this.byId(userId);
    // Compare the email as well. During a change, the user has already claimed the new email but still has the
    // old one.
    return user?.email === normaliseEmail(email) ? user : undefined;
  }

  async bySignInName(name: string): Promise<User | undefined> {
    const phone = normalisePhone(name);
    if (phone === undefined) return this.byEmail(name);
    const userId = await this.phones.ownerOf(phone);
    const user = userId === undefined ? undefined : await this.byId(userId);
    return user && normalisePhone(user.phone) === phone ? user : undefined;
  }

  /** Returns undefined for a token that a newer token replaced, and after `validUntil` of the token. */
  async byApiToken(token: string): Promise<User | undefined> {
    if (!looksLikeApiToken(token)) return undefined;
    const digest = apiTokenDigest(token);
    const userId = this.ownerOfToken.get(digest) ?? (await this.firstUserId(apiTokenStream(digest)));
    if (userId === undefined) return undefined;
    this.ownerOfToken.set(digest, userId);
    return ownerIfValid(await this.byId(userId), digest);
  }

  /** `byApiToken` from memory only. */
  cachedByApiToken(token: string): User | undefined {
    const digest = apiTokenDigest(token);
    const userId = this.ownerOfToken.peek(digest);
    return ownerIfValid(userId === undefined ? undefined : this.cachedById(userId), digest);
  }

  /**
   * Decides a command and appends its events. After a parallel change, decides again.
   * @returns the user after the command
   * @throws RuleBroken(AUTH_REQUIRED) for an unknown user, and what `decide` throws
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
    this.remember(userId, { user, revision, hash, changes: undefined, checkedAt: nowMs() });
    return user;
  }

  /** Returns every phone that the user ever had. */
  async phonesOf(userId: string): Promise<readonly string[]> {
    await this.vault.loadKeys([userId]);
    const open = this.opener(userId);
    const phones = (await this.store.readStream(userStream(userId))).flatMap(({ type, data }) => {
      if (type !== 'UserRegistered' && type !== 'ProfileChanged') return [];
      const phone = open(data['sealed'] as string)?.['phone'];
      return typeof phone === 'string' ? [phone] : [];
    });
    return [...new Set(phones)];
  }

  async reload(userId: string): Promise<User | undefined> {
    return (await this.load(userId))?.user;
  }

  /**
   * Stores a new user. The key of the user must already exist.
   * @returns false when the user already exists
   */
  async create(command: Register, context: EventContext): Promise<boolean> {
    const { userId } = command;
    await this.vault.loadKeys([userId]);
    const events = this.eventsOf(userId, decideRegistration(command), context);
    return appendedSurely(this.store, userStream(userId), NO_STREAM, events);
  }

  /** Updates the cached users. The caller must pass every event of the log. */
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

  private async stillKnown(userId: string, known: Known): Promise<User> {
    const loading = this.vault.loadKeys([userId]);
    if (loading) await loading;
    return this.remember(userId, { ...known, checkedAt: nowMs() }).user;
  }

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
    const changes = this.changes(userId);
    const events = await this.store.readStream(userStream(userId));
    const last = events.at(-1);
    const user = last && foldUser(events.map(userEvent), this.opener(userId));
    if (!last || !user) {
      this.known.delete(userId);
      return undefined;
    }
    const { revision, hash: lastHash } = last;
    return this.remember(userId, { user, revision, hash: lastHash, changes, checkedAt: nowMs() });
  }

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

const ownerIfValid = (user: User | undefined, digest: string): User | undefined =>
  user?.apiTokenDigest === digest && nowMs() < (user.apiTokenValidUntil ?? Infinity) ? user : undefined;

/** Matches every token of 128 random bits or more, because tokens of older systems have many forms. */
const API_TOKEN = /^[A-Za-z0-9._~+/=-]{22,128}$/;

export const looksLikeApiToken = (text: string): boolean => API_TOKEN.test(text);
