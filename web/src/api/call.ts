import { addressOf, type Call } from '../../../services/contracts/call.js';
import type { CallAnswer, CallName, CallRequest } from '../../../services/contracts/calls.js';
import { CUSTOMER_SIDE_CALLS } from '../../../services/contracts/customer-side-calls.js';
import { CSRF_HEADER } from '../../../services/contracts/wire-names.js';
import { repeat, t } from '../languages/language.js';
import type { Failure } from './failure.js';
import { csrfCookie } from './side.js';
import { tokenStore } from './token-store.js';

const TIMEOUT_MS = 20_000;

const known: Partial<Record<CallName, Call>> = { ...CUSTOMER_SIDE_CALLS };

export function knowCalls(calls: Partial<Record<CallName, Call>>): void {
  Object.assign(known, calls);
}

function callOf(name: CallName): Call {
  const found = known[name];
  if (!found) throw new Error(`the call ${name} is not loaded on this page`);
  return found;
}

/** Names of calls that are sent without a session token. */
export const WITHOUT_TOKEN: ReadonlySet<CallName> = new Set<CallName>([
  'login',
  'adminLogin',
  'beginAdminLogin',
  'session',
  'siteLinks',
  'legalPages',
  'legalPage',
  'register',
  'forgotPassword',
  'resetPassword',
  'adminForgotPassword',
  'adminResetPassword',
  'adminInvitation',
  'acceptAdminInvitation',
]);

const RENEWS_SESSION: ReadonlySet<CallName> = new Set<CallName>(['setPin', 'changePin', 'resetPin']);
let renewing: Promise<unknown> = Promise.resolve();

/**
 * A call of `RENEWS_SESSION` replaces the session. A 401 during this call does not prove that the person is
 * logged out.
 */
export const sessionRenewed = (): Promise<unknown> => renewing;

export type CallBody<Name extends CallName> = Omit<
  CallRequest<Name>,
  'access_token' | 'grabToken' | 'user_access_code'
>;

export interface CallOptions {
  readonly id?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export type CallResult<T> = { readonly data: T } | { readonly failure: Failure };

let earliest: number | undefined;

export const shownFrom = (): number | undefined => earliest;

type ReachListener = (reached: boolean) => void;
const reachListeners = new Set<ReachListener>();

export function onReach(listener: ReachListener): () => void {
  reachListeners.add(listener);
  return () => reachListeners.delete(listener);
}

/** Value of a cookie that scripts may read. Empty when there is no such cookie. */
export function cookieOf(wanted: string): string {
  const cookies = document.cookie.split('; ').map((pair) => pair.split('='));
  const [, value = ''] = cookies.find(([cookie]) => cookie === wanted) ?? [];
  return decodeURIComponent(value);
}

/** CSRF token of the session in this tab. Customers and administrators have separate sessions. */
export const csrfToken = (): string => cookieOf(csrfCookie());

/**
 * Sends calls to the server. On the administrators' pages, `StepUp` replaces `send` to ask for a proof of
 * identity.
 */
export const way = { send };

/** Sends one call of the API contract. Never throws. Errors are returned as a `Failure`. */
export function call<Name extends CallName>(
  name: Name,
  body: CallBody<Name>,
  options: CallOptions = {},
): Promise<CallResult<CallAnswer<Name>>> {
  const answer = way.send(name, body, options);
  if (RENEWS_SESSION.has(name)) renewing = answer;
  return answer;
}

async function send<Name extends CallName>(
  name: Name,
  body: CallBody<Name>,
  options: CallOptions,
): Promise<CallResult<CallAnswer<Name>>> {
  const called = callOf(name);
  const { method, token: field } = called;
  const tokenField = field ?? 'access_token';
  const token = WITHOUT_TOKEN.has(name) ? null : tokenStore.read();
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
  const abort = (): void => timeout.abort();
  options.signal?.addEventListener('abort', abort);
  try {
    const response = await fetch(addressOf(called, options.id), {
      method,
      credentials: 'include',
      headers: { 'content-type': 'application/json', [CSRF_HEADER]: csrfToken(), ...options.headers },
      body: JSON.stringify(token ? { ...body, [tokenField]: token } : body),
      signal: timeout.signal,
    });
    const result = read<CallAnswer<Name>>(response, await response.text());
    if ('data' in result) {
      const { position } = result.data as { readonly position?: unknown };
      if (typeof position === 'number') earliest = Math.min(position, earliest ?? position);
    }
    // Treat `UNREADABLE` as no connection to the server, because the answer may be the error page of a proxy.
    const reached = !('failure' in result && result.failure.code === 'UNREADABLE');
    reachListeners.forEach((listener) => listener(reached));
    return result;
  } catch {
    if (!options.signal?.aborted) reachListeners.forEach((listener) => listener(false));
    return { failure: unreachable() };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', abort);
  }
}

export const unreachable = (): Failure => ({
  http: 0,
  code: 'UNREACHABLE',
  message: t('We cannot reach the server. Check your connection.'),
});

export function read<T>(response: Response, text: string): CallResult<T> {
  let answer: Partial<Failure> & { status?: boolean };
  try {
    answer = JSON.parse(text) as typeof answer;
  } catch {
    return {
      failure: {
        http: response.status,
        code: 'UNREADABLE',
        message: t('The server did not answer properly. Try again shortly.'),
      },
    };
  }
  if (response.ok && answer.status !== false) return { data: answer as T };
  return {
    failure: {
      http: response.status,
      code: answer.code ?? 'INTERNAL',
      message: repeat(answer.message ?? ''),
      ...(answer.field ? { field: answer.field } : {}),
      ...(answer.earlier_reference ? { earlier_reference: answer.earlier_reference } : {}),
    },
  };
}
