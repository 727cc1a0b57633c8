import type { FastifyRequest, preHandlerHookHandler } from 'fastify';
import type { SharedWrites } from '../../infra/live/shared-writes.js';
import { CSRF_HEADER, type Access } from '../contracts/calls.js';
import { RuleBroken } from '../contracts/errors.js';
import { SHAPES } from '../contracts/http.js';
import type { Role } from '../contracts/services.js';
import type { RouteRules } from './access.js';
import type { ApiSessions } from './api-deps.js';
import type { Caller } from './caller.js';
import { checkedInput } from './checked-input.js';
import type { Identification } from './identification.js';
import { unsharedAnswer } from './headers.js';
import { fromAnotherSite } from './same-site.js';

/** Roles that may use a route; undefined when the route asks for nobody. */
const ROLES_FOR: Record<Access, readonly Role[] | undefined> = {
  public: undefined,
  operations: undefined,
  provider: undefined,
  session: ['user', 'admin', 'auditor'],
  user: ['user'],
  'browser-user': ['user'],
  admin: ['admin'],
  auditor: ['admin', 'auditor'],
};

/** Body fields of the contract that hold the caller's token. */
const BODY_TOKENS = ['access_token', 'grabToken', 'user_access_code'] as const;

export interface Admission {
  readonly identification: Identification;
  readonly sessions: Pick<ApiSessions, 'verifyCsrf' | 'verifyAccessToken'>;
  readonly ownOrigin: string | undefined;
  /** Where it is noted that somebody changes something, when other processes answer too. */
  readonly sharedWrites?: Pick<SharedWrites, 'note'> | undefined;
}

/**
 * Everything that is checked after the body is parsed and before a handler runs, in this order: who (401), may they and
 * did their own page send it (403), is the body well formed (422). Made once per route, so a request runs only what
 * its route needs; it waits for nothing when the caller is in memory.
 */
export function admit(
  rules: RouteRules,
  { identification, sessions, ownOrigin, sharedWrites }: Admission,
): preHandlerHookHandler {
  const roles = ROLES_FOR[rules.access];
  const shape = rules.call && SHAPES[rules.call].request;

  const pass = (request: FastifyRequest, caller: Caller | undefined): void => {
    if (caller && roles) {
      if (!roles.includes(caller.role)) throw new RuleBroken('WRONG_ROLE');
      if (caller.session === undefined && rules.access !== 'user') throw new RuleBroken('WRONG_ROLE');
      checkBodyTokens(request.body, caller, sessions);
      if (
        rules.kind === 'changes' &&
        caller.session &&
        !sessions.verifyCsrf(caller.session, csrfHeader(request))
      )
        throw new RuleBroken('CSRF_FAILED');
    }
    request.caller = caller;
    if (shape) request.body = checkedInput(shape, request.body);
    if (caller && rules.kind === 'changes') sharedWrites?.note(caller.userId);
  };

  return function admitRequest(request, reply, done) {
    unsharedAnswer(reply);
    let failure: Error | undefined;
    try {
      if (rules.sameSite && fromAnotherSite(request.headers, ownOrigin)) throw new RuleBroken('CROSS_SITE');
      const caller = roles && identification.of(request, rules.access);
      if (caller instanceof Promise) {
        caller.then((found) => pass(request, found)).then(() => done(), done);
        return;
      }
      pass(request, caller);
    } catch (error) {
      failure = error as Error;
    }
    done(failure);
  };
}

const csrfHeader = (request: FastifyRequest): string => {
  const header = request.headers[CSRF_HEADER];
  return typeof header === 'string' ? header : '';
};

/** A token in the body proves nothing by itself; one of somebody else proves that something is wrong. */
function checkBodyTokens(body: unknown, caller: Caller, sessions: Admission['sessions']): void {
  if (typeof body !== 'object' || body === null) return;
  for (const field of BODY_TOKENS) {
    const token: unknown = (body as Record<string, unknown>)[field];
    if (typeof token !== 'string' || token === '') continue;
    const owned = caller.session
      ? sessions.verifyAccessToken(caller.session, token)
      : token === caller.apiToken;
    if (!owned) throw new RuleBroken('SESSION_EXPIRED');
  }
}
