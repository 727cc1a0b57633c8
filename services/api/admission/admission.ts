import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { monotonicMs } from '../../../infra/host/clock.js';
import { startRepeating } from '../../../infra/host/timers.js';
import type { CallReports } from '../../../infra/limits/call-reports.js';
import { SHAPES, type Access, type CallName } from '../../contracts/calls.js';
import {
  messageOf,
  RuleBroken,
  statusOf,
  type ErrorCode,
  type FailureAnswer,
} from '../../contracts/errors.js';
import { networkPrefixOf } from '../../customers/login/subnet-of.js';
import type { User } from '../../customers/user.state.js';
import {
  CallBudgets,
  raisedLimits,
  type CallBudget,
  type CallLimits,
  type LaneName,
  type LimitPolicy,
} from '../../rate-limits/call-budgets.js';
import {
  LEFT_HEADER,
  leftText,
  policiesOf,
  POLICY_HEADER,
  policyText,
} from '../../rate-limits/limit-headers.js';
import { shareBudgets } from '../../rate-limits/share-budgets.js';
import { unsharedAnswer } from '../filters/failures.filter.js';
import type { Caller } from '../guards/caller.js';
import { ASKS_NOBODY, type CallerGuard } from '../guards/caller.guard.js';
import type { RouteRules } from '../guards/route-rules.js';
import type { RequestMetrics } from '../http/request-metrics.js';
import { waitingForAccept } from './accept-queue.js';
import { Overload, type Lane, type OverloadLane, type OverloadLimits } from './overload.js';

const LOOK_EVERY_MS = 100;
const SWEEP_EVERY_MS = 5_000;
const ACCOUNTS_MAX = 200_000;
const ADDRESSES_MAX = 20_000;
/** Milliseconds until an unanswered call whose client has left no longer counts as running. */
const LEFT_FOR_MS = 60_000;
const RETRY_SECONDS_MAX = 5;

interface Admitted {
  readonly access: Access;
  /** Bucket of the caller from which a call takes. */
  readonly lane: LaneName;
  readonly waitsIn: OverloadLane;
  /** True when the route's calls count as running. False for live connections and web pages. */
  readonly counts: boolean;
  /** True when calls of this route may be refused while the server is overloaded. */
  readonly sheds: boolean;
  readonly lists: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    admitted?: Admitted;
  }
}

export interface AdmissionSettings {
  readonly RATE_LIMIT_READS: number;
  readonly RATE_LIMIT_PURCHASES: number;
  readonly RATE_LIMIT_IN_FLIGHT: number;
  readonly RATE_LIMIT_ADDRESS: number;
  readonly OVERLOAD_WAITING: number;
  readonly OVERLOAD_LOOP_DELAY: number;
  readonly OVERLOAD_LOG_LATE: number;
}

export interface AdmissionParts {
  readonly settings: AdmissionSettings;
  readonly callers: Pick<CallerGuard, 'callerOf'>;
  readonly users: { cachedById(userId: string): Pick<User, 'callsPerSecond'> | undefined };
  readonly metrics: Pick<RequestMetrics, 'shed' | 'limited' | 'limitedWebhook'>;
  readonly logLateMs: () => number;
  readonly backlogFull?: () => boolean;
  /** Tells other api processes which calls this process allowed. Absent in the only api process. */
  readonly reports?: CallReports | undefined;
  readonly now?: () => number;
  readonly waitingForAccept?: typeof waitingForAccept;
}

/** Calls that move money use the lane `buy`. */
const laneOf = ({ access, kind }: RouteRules): LaneName =>
  (access === 'buyer' || access === 'browser-buyer') && kind === 'changes' ? 'buy' : 'read';

/** Longer lists count as two reads. */
const SHORT_LIST_ROWS = 50;

const isList = (call: CallName | undefined): boolean =>
  call !== undefined && 'page_size' in ((SHAPES[call].request as { readonly shape?: object }).shape ?? {});

/** Without `page`, a list has up to `UNPAGED_ROWS` rows. */
function isLong(body: unknown): boolean {
  const { page, page_size: rows } = (body ?? {}) as { readonly page?: unknown; readonly page_size?: unknown };
  return page === undefined || Number(rows ?? 0) > SHORT_LIST_ROWS;
}

/** Answers of webhooks whose signature or address in our path is wrong. */
const WRONG_PROOF: ReadonlySet<number> = new Set([401, 404]);

/**
 * Kinds of `Access` that overload never refuses, because administrators need these calls. Their page also makes
 * `session` calls.
 */
const OF_STAFF: ReadonlySet<Access> = new Set<Access>(['admin', 'auditor', 'session']);

function admittedOf(rules: RouteRules): Admitted {
  const { access, call } = rules;
  const counts = call !== undefined || access === 'provider';
  const lane = laneOf(rules);
  const waitsIn = access === 'provider' ? 'provider' : lane;
  return { access, lane, waitsIn, counts, sheds: counts && !OF_STAFF.has(access), lists: isList(call) };
}

const UNKNOWN_ADDRESS: Admitted = {
  access: 'public',
  lane: 'read',
  waitsIn: 'read',
  counts: false,
  sheds: false,
  lists: false,
};

/**
 * Refuses calls before their bodies are read: of all callers while the server is overloaded, and of a
 * caller who sends too many. Calls for health and metrics always pass.
 */
export class Admission {
  readonly accounts: CallBudgets;
  readonly addresses: CallBudgets;
  /** Webhooks with a wrong signature or path, by address. Right ones leave it as it was. */
  readonly wrongWebhooks: CallBudgets;
  readonly overload: Overload;
  private readonly usual: CallLimits;
  private readonly policyOfAddresses: string;
  private readonly shared: { report(): void } | undefined;
  private readonly raised = new Map<number, CallLimits>();
  /** Calls whose client left before the answer. Such a call still counts, because its handler is running. */
  private left: { readonly call: AdmittedCall; readonly response: ServerResponse; readonly at: number }[] =
    [];
  private refusals = 0;
  private calls = 0;
  private readonly texts = new Map<string, string>();
  private readonly now: () => number;

  constructor(private readonly parts: AdmissionParts) {
    const { settings, logLateMs, backlogFull, now = monotonicMs } = parts;
    this.now = now;
    const limits: OverloadLimits = {
      waiting: settings.OVERLOAD_WAITING,
      loopDelayMs: settings.OVERLOAD_LOOP_DELAY,
      logLateMs: settings.OVERLOAD_LOG_LATE,
    };
    this.overload = new Overload(limits, logLateMs, backlogFull);
    this.usual = {
      read: settings.RATE_LIMIT_READS,
      buy: settings.RATE_LIMIT_PURCHASES,
      inFlight: settings.RATE_LIMIT_IN_FLIGHT,
    };
    this.accounts = new CallBudgets(this.usual, ACCOUNTS_MAX);
    const rate = settings.RATE_LIMIT_ADDRESS;
    this.policyOfAddresses = policyText('address', rate);
    const limitsOfAddress = { read: rate, buy: rate, inFlight: 0 };
    this.addresses = new CallBudgets(limitsOfAddress, ADDRESSES_MAX);
    this.wrongWebhooks = new CallBudgets(limitsOfAddress, ADDRESSES_MAX);
    this.shared = parts.reports && shareBudgets(this, parts.reports, now);
  }

  /** Register before the routes, and after `countAnswers`. */
  guard(server: FastifyInstance): void {
    server.addHook('onRoute', (route) => {
      const rules = route.config?.rules;
      if (!rules || rules.access === 'operations') return;
      route.config = { ...route.config, admitted: admittedOf(rules) };
    });
    server.addHook('onRequest', (request, reply, done) => this.admit(request, reply, done));
    server.addHook('preValidation', (request, reply, done) => {
      const admitted = reply.raw.call?.admitted;
      admitted?.arrived();
      const budget = request.routeOptions.config.admitted?.lists ? admitted?.budget : undefined;
      if (budget && isLong(request.body)) this.chargeLongList(budget, reply);
      done();
    });
    let lookedAt = this.now();
    let sweptAt = lookedAt;
    let accepted = 0;
    server.server.on('connection', () => (accepted += 1));
    const looking = startRepeating(() => {
      const now = this.now();
      this.overload.look(now, now - lookedAt, LOOK_EVERY_MS);
      this.lookAtConnections(server, accepted, now - lookedAt);
      accepted = 0;
      lookedAt = now;
      this.shared?.report();
      this.forgetLeft(now);
      if (now - sweptAt < SWEEP_EVERY_MS) return;
      sweptAt = now;
      this.accounts.sweep(now);
      this.addresses.sweep(now);
      this.wrongWebhooks.sweep(now);
    }, LOOK_EVERY_MS).unref();
    server.addHook('onClose', (_server, done) => {
      looking.cancel();
      done();
    });
  }

  private lookAtConnections({ server }: FastifyInstance, accepted: number, tookMs: number): void {
    const address = server.address();
    if (this.parts.settings.OVERLOAD_WAITING === 0 || address === null || typeof address === 'string') return;
    // While connections wait, a turn of the event loop accepts some.
    const idle = accepted === 0 && tookMs < 2 * LOOK_EVERY_MS;
    const waiting = idle ? 0 : (this.parts.waitingForAccept ?? waitingForAccept)(address);
    this.overload.connections.look(waiting, accepted, this.calls, tookMs);
    this.calls = 0;
  }

  private admit(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    this.calls += 1;
    const { rules, admitted = UNKNOWN_ADDRESS } = request.routeOptions.config;
    if (rules?.access === 'operations') return done();
    const { waitsIn, sheds, access } = admitted;
    if (sheds) {
      const reason = this.overload.refuses(waitsIn);
      if (reason !== undefined) {
        this.parts.metrics.shed(reason);
        const policies = policiesOf(this.usual);
        if (policies !== '') reply.header(POLICY_HEADER, policies);
        return this.refuse(reply, 'OVERLOADED', 1 + (this.refusals % RETRY_SECONDS_MAX));
      }
    }
    if (access === 'provider') return this.admitWebhook(admitted, request, reply, done);
    const { authorization, cookie } = request.headers;
    if (authorization === undefined && cookie === undefined)
      return this.admitStranger(admitted, request, reply, done);
    const known = this.callerOf(request, access);
    if (!(known instanceof Promise)) return this.admitCaller(known, admitted, request, reply, done);
    known.then((caller) => this.admitCaller(caller, admitted, request, reply, done)).catch(done);
  }

  /** Undefined when the caller is not signed in. */
  private callerOf(
    request: FastifyRequest,
    access: Access,
  ): Caller | undefined | Promise<Caller | undefined> {
    const asked = ASKS_NOBODY.has(access);
    try {
      const caller = this.parts.callers.callerOf(request, asked ? 'session' : access);
      if (!(caller instanceof Promise)) {
        if (!asked) request.caller = caller;
        return caller;
      }
      return caller.then((found) => {
        if (!asked) request.caller = found;
        return found;
      }, notSignedIn);
    } catch (error) {
      return notSignedIn(error);
    }
  }

  private admitCaller(
    caller: Caller | undefined,
    admitted: Admitted,
    request: FastifyRequest,
    reply: FastifyReply,
    done: () => void,
  ): void {
    if (!caller) return this.admitStranger(admitted, request, reply, done);
    const { lane, counts } = admitted;
    const now = this.now();
    const budget = this.accounts.of(caller.userId, now);
    const user = caller.user ?? this.parts.users.cachedById(caller.userId);
    if (user) budget.setLimits(this.limitsOf(user.callsPerSecond), now);
    const crowded = counts && budget.crowded;
    const waitMs = crowded ? 0 : budget.take(lane, now);
    if (counts) tellLimits(reply, policiesOf(budget.limits), lane, budget.left(lane, now));
    if (crowded) return this.limit(reply, 'in-flight', 1_000);
    if (waitMs > 0) return this.limit(reply, lane, waitMs);
    this.pass(reply, admitted, budget, done);
  }

  private chargeLongList(budget: CallBudget, reply: FastifyReply): void {
    const now = this.now();
    budget.charge('read', now);
    tellLimits(reply, policiesOf(budget.limits), 'read', budget.left('read', now));
  }

  private admitStranger(
    admitted: Admitted,
    request: FastifyRequest,
    reply: FastifyReply,
    done: () => void,
  ): void {
    const now = this.now();
    const budget = this.addresses.of(networkPrefixOf(request.ip), now);
    const waitMs = budget.take('read', now);
    if (admitted.counts) tellLimits(reply, this.policyOfAddresses, 'address', budget.left('read', now));
    if (waitMs > 0) return this.limit(reply, 'address', waitMs);
    this.pass(reply, admitted, undefined, done);
  }

  /** The handler checks the signature, so only the answer shows whether the webhook came from a provider. */
  private admitWebhook(
    admitted: Admitted,
    request: FastifyRequest,
    reply: FastifyReply,
    done: () => void,
  ): void {
    const wrong = this.wrongWebhooks.of(networkPrefixOf(request.ip), this.now());
    const waitMs = wrong.take('read', this.now());
    if (waitMs > 0) {
      this.parts.metrics.limitedWebhook();
      return this.limit(reply, 'address', waitMs);
    }
    const { raw } = reply;
    raw.once('close', () => {
      if (raw.writableEnded && !WRONG_PROOF.has(raw.statusCode)) wrong.giveBack('read');
    });
    this.pass(reply, admitted, undefined, done);
  }

  private limit(reply: FastifyReply, policy: LimitPolicy, waitMs: number): void {
    this.parts.metrics.limited(policy);
    const code = policy === 'in-flight' ? 'TOO_MANY_AT_ONCE' : 'RATE_LIMITED';
    this.refuse(reply, code, Math.ceil(waitMs / 1_000), policy);
  }

  /**
   * Returns the same object for the same rate, because `CallBudget` treats another object as changed limits.
   */
  private limitsOf(perSecond: number | undefined): CallLimits {
    if (perSecond === undefined) return this.usual;
    let limits = this.raised.get(perSecond);
    if (!limits) this.raised.set(perSecond, (limits = raisedLimits(this.usual, perSecond)));
    return limits;
  }

  private pass(
    { raw }: FastifyReply,
    { lane, waitsIn, counts }: Admitted,
    budget: CallBudget | undefined,
    done: () => void,
  ): void {
    const { call } = raw;
    // The client left during the wait for `callerOf`.
    if (!call) return;
    if (!counts) return done();
    const reads = lane === 'read';
    call.admitted = new AdmittedCall(this.overload.lanes[waitsIn], budget, reads, this.onLeft);
    // Strangers may leave bodies unfinished, so their calls count only after the body has arrived.
    if (!budget) return done();
    call.admitted.arrived();
    if (reads) budget.beginRead(done);
    else done();
  }

  private readonly onLeft = (call: AdmittedCall, response: ServerResponse): void =>
    void this.left.push({ call, response, at: this.now() });

  private forgetLeft(now: number): void {
    if (this.left.length === 0) return;
    this.left = this.left.filter(({ call, response, at }) => {
      if (!response.writableEnded && now - at < LEFT_FOR_MS) return true;
      call.end();
      return false;
    });
  }

  /** Answers without throwing an exception, because a refusal must cost little. */
  private refuse(reply: FastifyReply, code: ErrorCode, seconds: number, policy?: LimitPolicy): void {
    this.refusals += 1;
    if (reply.raw.call) reply.raw.call.errorCode = code;
    const key = `${code} ${policy} ${seconds}`;
    let answer = this.texts.get(key);
    if (answer === undefined) {
      const failure: FailureAnswer = { status: false, code, message: messageOf(code, { seconds }) };
      answer = JSON.stringify({ ...failure, ...(policy && { policy }) });
      if (seconds <= RETRY_SECONDS_MAX) this.texts.set(key, answer);
    }
    void unsharedAnswer(reply)
      .code(statusOf(code))
      .header('retry-after', String(seconds))
      .header('content-type', 'application/json; charset=utf-8')
      .send(answer);
  }
}

/** Sets no headers when the call has no limit. */
function tellLimits(reply: FastifyReply, policies: string, policy: LimitPolicy, left: number): void {
  if (policies !== '') reply.header(POLICY_HEADER, policies);
  if (left !== Infinity) reply.header(LEFT_HEADER, leftText(policy, left));
}

class AdmittedCall {
  private waits = false;

  constructor(
    private readonly lane: Lane,
    readonly budget: CallBudget | undefined,
    private readonly reads: boolean,
    private readonly onLeft: (call: AdmittedCall, response: ServerResponse) => void,
  ) {
    if (budget) budget.inFlight += 1;
  }

  arrived(): void {
    if (this.waits) return;
    this.waits = true;
    this.lane.waiting += 1;
  }

  onClose(response: ServerResponse): void {
    if (response.writableEnded) this.end();
    else this.onLeft(this, response);
  }

  end(): void {
    const { lane, budget } = this;
    if (this.waits) {
      lane.waiting -= 1;
      lane.answered += 1;
    }
    if (!budget) return;
    budget.inFlight -= 1;
    if (this.reads) budget.endRead();
  }
}

function notSignedIn(error: unknown): undefined {
  if (!(error instanceof RuleBroken)) throw error;
}
