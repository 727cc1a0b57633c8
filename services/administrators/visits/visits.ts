import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { decideAndAppend } from '../../../infra/event-store/decide-and-append.js';
import { fact, systemContext, type EventContext } from '../../../infra/event-store/event-context.js';
import {
  EVENT_STORE,
  NO_STREAM,
  type EventStore,
  type StreamHead,
} from '../../../infra/event-store/event-store.js';
import { now, nowMs } from '../../../infra/host/clock.js';
import { startTimer, type Timer } from '../../../infra/host/timers.js';
import { boundedCache } from '../../../infra/limits/bounded-cache.js';
import { LIMITS, type LimitRule, type Limits } from '../../../infra/limits/limits.js';
import { RuleBroken, type ErrorCode } from '../../contracts/errors.js';
import { isYounger } from '../../contracts/stored-times.js';
import { EventContexts, type Origin } from '../../customers/event-contexts.js';
import { Users } from '../../customers/users.js';
import type { Administrator } from '../administrators.js';
import {
  type PersonalDataExported,
  type PersonalDataViewed,
  refusalEvent,
  refusalsStream,
  type SignInsRefused,
  signInsStream,
  viewsStream,
} from './visits.events.js';

const HOUR_MS = 60 * 60_000;
const COUNTED_MS = 30 * 24 * HOUR_MS;
const COUNT: LimitRule = { max: 1_000_000_000, windowMs: COUNTED_MS };
/** Key of the stream and of the counter for names without an administrator or auditor. */
const UNKNOWN = 'unknown';
const VIEWS_MAX = 20_000;

const REFUSED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'LOGIN_FAILED',
  'LOGIN_LOCKED',
  'SECOND_FACTOR_INCORRECT',
  'SECOND_FACTOR_REFUSED',
  'ADMINISTRATOR_SUSPENDED',
]);

type Viewer = Pick<Administrator, 'userId' | 'role'>;

interface StoredView {
  readonly hour: number;
  readonly stored: Promise<void>;
}

interface Count {
  readonly triesInAll: number;
  /** Unix ms just before this count. Events with a larger count of the same counter are later. */
  readonly countedAtMs: number;
}

interface WaitingRefusals {
  readonly timer: Timer;
  count: Count;
  context: EventContext;
}

type LastRefusals = StreamHead & { readonly atMs: number; readonly triesInAll: number };

/**
 * Number of tries since the `last` event. A smaller count means that the counter began again, or that another
 * process has already stored a larger count.
 */
function triesSince(last: LastRefusals, { triesInAll, countedAtMs }: Count): number {
  if (triesInAll >= last.triesInAll) return triesInAll - last.triesInAll;
  return countedAtMs > last.atMs ? triesInAll : 0;
}

/** Stores sign-ins of administrators and auditors, and their views of personal data. */
@Injectable()
export class Visits implements OnApplicationShutdown {
  private readonly views = boundedCache<string, StoredView>(VIEWS_MAX);
  /**
   * Waiting refusals by account. Each is reported when an hour has passed since the account's previous event.
   */
  private readonly waiting = new Map<string, WaitingRefusals>();
  private closed = false;

  constructor(
    @Inject(EVENT_STORE)
    private readonly store: Pick<EventStore, 'append' | 'head' | 'readStream' | 'refusal'>,
    @Inject(LIMITS) private readonly limits: Pick<Limits, 'take'>,
    @Inject(Users) private readonly users: Pick<Users, 'byEmail'>,
    @Inject(EventContexts) private readonly contexts: Pick<EventContexts, 'of'>,
  ) {}

  /** @throws StoreUnavailable. The caller must then end the session. */
  async signedIn(context: EventContext): Promise<void> {
    const { id: userId } = context.actor;
    const stream = signInsStream(userId);
    const signedIn = fact('AdministratorSignedIn', { userId }, context);
    await decideAndAppend(this.store, {
      stream,
      load: () => this.store.head(stream),
      decide: () => [signedIn],
    });
  }

  /**
   * Counts a refused sign-in in the background, so that the duration of the answer does not tell whether `name`
   * has an account.
   */
  noteRefusal(error: unknown, name: string, origin: Origin): void {
    if (error instanceof RuleBroken && REFUSED.has(error.code))
      // Ignore errors of the stores, because the refusal itself must not fail. The try then stays uncounted.
      this.refused(name, origin).catch(() => undefined);
  }

  async refused(name: string, origin: Origin): Promise<void> {
    const user = await this.users.byEmail(name);
    const account = user && user.role !== 'user' ? user.userId : UNKNOWN;
    const context = user && account !== UNKNOWN ? await this.contexts.of(user, origin) : systemContext(now());
    const countedAtMs = nowMs();
    const taken = await this.limits.take(`refused-sign-ins:${account}`, COUNT);
    const count = { triesInAll: taken.allowed ? COUNT.max - taken.left : COUNT.max, countedAtMs };
    const waiting = this.waiting.get(account);
    if (!waiting) return this.report(account, count, { ...context, now: now() });
    waiting.count = count;
    waiting.context = context;
  }

  /**
   * Stores a view of personal data before the data leaves the server. Each api process stores one event an
   * hour for views of the same data by the same person.
   * @throws StoreUnavailable. The caller must then not show the data.
   */
  async viewed(
    viewer: Viewer,
    visit: PersonalDataViewed | PersonalDataExported,
    origin: Origin,
  ): Promise<void> {
    const moment = now();
    const hour = Math.floor(moment.getTime() / HOUR_MS);
    const key = `${viewer.userId} ${JSON.stringify(visit)}`;
    const known = this.views.get(key);
    if (known?.hour === hour) {
      await known.stored;
      const refusal = this.store.refusal?.();
      if (refusal) throw refusal;
      return;
    }
    const stored = this.storeView(viewer, visit, origin);
    this.views.set(key, { hour, stored });
    try {
      await stored;
    } catch (error) {
      this.views.delete(key);
      throw error;
    }
  }

  onApplicationShutdown(): void {
    this.closed = true;
    for (const { timer } of this.waiting.values()) timer.cancel();
    this.waiting.clear();
  }

  private async storeView(
    viewer: Viewer,
    visit: PersonalDataViewed | PersonalDataExported,
    origin: Origin,
  ): Promise<void> {
    const stream = viewsStream(viewer.userId);
    const context = await this.contexts.of(viewer, origin);
    const event =
      'list' in visit
        ? fact('PersonalDataExported', visit, context)
        : fact('PersonalDataViewed', visit, context);
    await decideAndAppend(this.store, { stream, load: () => this.store.head(stream), decide: () => [event] });
  }

  private async report(account: string, count: Count, context: EventContext): Promise<void> {
    const { triesInAll } = count;
    const stream = refusalsStream(account);
    const { loaded, appended } = await decideAndAppend(this.store, {
      stream,
      load: () => this.lastRefusals(stream),
      decide: (last) => {
        const tries = triesSince(last, count);
        if (tries === 0 || isYounger(last.atMs, context.now.getTime(), HOUR_MS)) return [];
        const data: SignInsRefused = {
          ...(account !== UNKNOWN && { userId: account }),
          tries,
          triesInAll,
        };
        return [fact('SignInsRefused', data, context)];
      },
    });
    const isNewer = triesInAll > loaded.triesInAll || count.countedAtMs > loaded.atMs;
    if (!appended && isNewer) this.wait(account, count, context, loaded.atMs);
  }

  private wait(account: string, count: Count, context: EventContext, lastAtMs: number): void {
    if (this.closed || this.waiting.has(account)) return;
    const timer = startTimer(
      () => {
        const waiting = this.waiting.get(account);
        this.waiting.delete(account);
        if (!waiting) return;
        // Ignore a failure. The counter keeps all tries, and the next refused try reports them.
        this.report(account, waiting.count, { ...waiting.context, now: now() }).catch(() => undefined);
      },
      Math.max(0, lastAtMs + HOUR_MS - context.now.getTime()),
    ).unref();
    this.waiting.set(account, { timer, count, context });
  }

  private async lastRefusals(stream: string): Promise<LastRefusals> {
    const [last] = await this.store.readStream(stream, { direction: 'backwards', limit: 1 });
    const event = last && refusalEvent(last);
    const { revision, hash } = last ?? NO_STREAM;
    return event
      ? { revision, hash, atMs: Date.parse(event.at), triesInAll: event.data.triesInAll }
      : { revision, hash, atMs: -Infinity, triesInAll: 0 };
  }
}
