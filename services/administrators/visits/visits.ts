import { hash } from 'node:crypto';
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
  countEvent,
  refusalsStream,
  signInsStream,
  unfinishedStream,
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

/** The password was right, and the second factor was missing or too late. */
const UNFINISHED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'SECOND_FACTOR_REQUIRED',
  'PASSKEY_OR_CODE_REQUIRED',
  'PASSKEY_EXPIRED',
  'SIGN_IN_DEVICE_NOT_FOUND',
  'PASSKEYS_UNAVAILABLE',
]);
/** Time for the second factor. An honest sign-in passes the password first, too. */
const SECOND_STEP_MS = 10 * 60_000;
const SECOND_STEP: LimitRule = { max: 1_000_000, windowMs: HOUR_MS };
const SECOND_STEPS_MAX = 10_000;

/** Counts of an account that become events, each kind in a stream of its own. */
const KINDS = {
  refused: { type: 'SignInsRefused', counter: 'refused-sign-ins', streamOf: refusalsStream },
  unfinished: { type: 'SignInsUnfinished', counter: 'unfinished-sign-ins', streamOf: unfinishedStream },
} as const;
type Kind = keyof typeof KINDS;

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

interface Waiting {
  readonly timer: Timer;
  count: Count;
  context: EventContext;
}

type LastCount = StreamHead & { readonly atMs: number; readonly triesInAll: number };

/**
 * Number of tries since the `last` event. A smaller count means that the counter began again, or that another
 * process has already stored a larger count.
 */
function triesSince(last: LastCount, { triesInAll, countedAtMs }: Count): number {
  if (triesInAll >= last.triesInAll) return triesInAll - last.triesInAll;
  return countedAtMs > last.atMs ? triesInAll : 0;
}

/** Stores sign-ins of administrators and auditors, and their views of personal data. */
@Injectable()
export class Visits implements OnApplicationShutdown {
  private readonly views = boundedCache<string, StoredView>(VIEWS_MAX);
  /** Counts by kind and account, waiting until an hour after the previous event of this kind and account. */
  private readonly waiting = new Map<string, Waiting>();
  /** Timers of browsers that gave the right password and may still give the second factor. */
  private readonly secondSteps = new Map<string, Timer>();
  private closed = false;

  constructor(
    @Inject(EVENT_STORE)
    private readonly store: Pick<EventStore, 'append' | 'head' | 'readStream' | 'refusal'>,
    @Inject(LIMITS) private readonly limits: Pick<Limits, 'take' | 'clear'>,
    @Inject(Users) private readonly users: Pick<Users, 'byEmail'>,
    @Inject(EventContexts) private readonly contexts: Pick<EventContexts, 'of'>,
  ) {}

  /** @throws StoreUnavailable. The caller must then end the session. */
  async signedIn(context: EventContext, origin: Origin): Promise<void> {
    const { id: userId } = context.actor;
    await this.endSecondStep(secondStepKey(userId, origin));
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
    if (!(error instanceof RuleBroken)) return;
    // The refusal itself must not fail with the stores. The try then stays uncounted.
    if (REFUSED.has(error.code)) this.refused(name, origin).catch(() => undefined);
    if (UNFINISHED.has(error.code)) this.noteUnfinished(name, origin);
  }

  /** Waits in the background for the second factor after a right password. */
  noteUnfinished(name: string, origin: Origin): void {
    this.unfinished(name, origin).catch(() => undefined);
  }

  async refused(name: string, origin: Origin): Promise<void> {
    const user = await this.users.byEmail(name);
    const account = user && user.role !== 'user' ? user.userId : UNKNOWN;
    const context = user && account !== UNKNOWN ? await this.contexts.of(user, origin) : systemContext(now());
    await this.count('refused', account, context);
  }

  /** Counts the browser when no sign-in from it follows within `SECOND_STEP_MS`. */
  async unfinished(name: string, origin: Origin): Promise<void> {
    const user = await this.users.byEmail(name);
    if (!user || user.role === 'user' || this.closed) return;
    const key = secondStepKey(user.userId, origin);
    const context = await this.contexts.of(user, origin);
    await this.limits.take(key, SECOND_STEP);
    if (this.secondSteps.has(key)) return;
    if (this.secondSteps.size >= SECOND_STEPS_MAX) return this.count('unfinished', user.userId, context);
    const judge = async (): Promise<void> => {
      this.secondSteps.delete(key);
      const taken = await this.limits.take(key, SECOND_STEP);
      await this.limits.clear(key);
      // The sign-in, or another process that counted this browser, has cleared the key.
      if (taken.allowed && taken.left === SECOND_STEP.max - 1) return;
      await this.count('unfinished', user.userId, context);
    };
    const timer = startTimer(() => void judge().catch(() => undefined), SECOND_STEP_MS).unref();
    this.secondSteps.set(key, timer);
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
    for (const timer of this.secondSteps.values()) timer.cancel();
    this.waiting.clear();
    this.secondSteps.clear();
  }

  private async endSecondStep(key: string): Promise<void> {
    this.secondSteps.get(key)?.cancel();
    this.secondSteps.delete(key);
    // Ignore errors, because the sign-in must not fail. It may then be counted as unfinished.
    await this.limits.clear(key).catch(() => undefined);
  }

  private async count(kind: Kind, account: string, context: EventContext): Promise<void> {
    const countedAtMs = nowMs();
    const taken = await this.limits.take(`${KINDS[kind].counter}:${account}`, COUNT);
    const count = { triesInAll: taken.allowed ? COUNT.max - taken.left : COUNT.max, countedAtMs };
    const waiting = this.waiting.get(waitingKey(kind, account));
    if (!waiting) return this.report(kind, account, count, { ...context, now: now() });
    waiting.count = count;
    waiting.context = context;
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

  private async report(kind: Kind, account: string, count: Count, context: EventContext): Promise<void> {
    const { triesInAll } = count;
    const { type, streamOf } = KINDS[kind];
    const stream = streamOf(account);
    const { loaded, appended } = await decideAndAppend(this.store, {
      stream,
      load: () => this.lastCount(stream),
      decide: (last) => {
        const tries = triesSince(last, count);
        if (tries === 0 || isYounger(last.atMs, context.now.getTime(), HOUR_MS)) return [];
        const of = account === UNKNOWN ? {} : { userId: account };
        return [fact<string, object>(type, { ...of, tries, triesInAll }, context)];
      },
    });
    const isNewer = triesInAll > loaded.triesInAll || count.countedAtMs > loaded.atMs;
    if (!appended && isNewer) this.wait(kind, account, count, context, loaded.atMs);
  }

  private wait(kind: Kind, account: string, count: Count, context: EventContext, lastAtMs: number): void {
    const key = waitingKey(kind, account);
    if (this.closed) return;
    const known = this.waiting.get(key);
    if (known) {
      // Several counts may have been reported at the same moment.
      const { triesInAll, countedAtMs } = known.count;
      if (count.triesInAll > triesInAll || count.countedAtMs > countedAtMs) known.count = count;
      return;
    }
    const timer = startTimer(
      () => {
        const waiting = this.waiting.get(key);
        this.waiting.delete(key);
        if (!waiting) return;
        // Ignore a failure. The counter keeps all tries, and the next try reports them.
        this.report(kind, account, waiting.count, { ...waiting.context, now: now() }).catch(() => undefined);
      },
      Math.max(0, lastAtMs + HOUR_MS - context.now.getTime()),
    ).unref();
    this.waiting.set(key, { timer, count, context });
  }

  private async lastCount(stream: string): Promise<LastCount> {
    const [last] = await this.store.readStream(stream, { direction: 'backwards', limit: 1 });
    const event = last && countEvent(last);
    const { revision, hash } = last ?? NO_STREAM;
    return event
      ? { revision, hash, atMs: Date.parse(event.at), triesInAll: event.data.triesInAll }
      : { revision, hash, atMs: -Infinity, triesInAll: 0 };
  }
}

const waitingKey = (kind: Kind, account: string): string => `${kind} ${account}`;

/** A hash, because the counters outlive the request and hold no address. */
const secondStepKey = (userId: string, { address, device }: Origin): string =>
  `second-step:${userId}:${hash('sha256', `${address}\n${device ?? ''}`)}`;
