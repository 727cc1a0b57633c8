import {
  CALLS,
  CSRF_COOKIE,
  CSRF_HEADER,
  type CallAnswer,
  type CallName,
  type CallRequest,
} from '../../../services/contracts/calls.js';
import type { Failure } from './failure.js';
import { tokenStore } from './token-store.js';

const TIMEOUT_MS = 20_000;

/** The name under which a call wants the token; most want `access_token`. */
const TOKEN_FIELD: Partial<Record<CallName, 'grabToken' | 'user_access_code' | 'none'>> = {
  login: 'none',
  session: 'none',
  siteLinks: 'none',
  register: 'none',
  forgotPassword: 'none',
  resetPassword: 'none',
  userPasswordChange: 'grabToken',
  notifications: 'grabToken',
  smsQuote: 'grabToken',
  sendSms: 'grabToken',
  betPlatforms: 'grabToken',
  validateBetCustomer: 'grabToken',
  betQuote: 'grabToken',
  fundBet: 'grabToken',
  verifyBvn: 'grabToken',
  transferMoney: 'user_access_code',
};

/** What a caller writes; the token is put in here and nowhere else. */
export type CallBody<Name extends CallName> = Omit<
  CallRequest<Name>,
  'access_token' | 'grabToken' | 'user_access_code'
>;

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export type CallResult<T> = { readonly data: T } | { readonly failure: Failure };

type ReachListener = (reached: boolean) => void;
const reachListeners = new Set<ReachListener>();

/** Tells whether each call got any answer at all, for the "cannot reach the server" notice. */
export function onReach(listener: ReachListener): () => void {
  reachListeners.add(listener);
  return () => reachListeners.delete(listener);
}

function csrfToken(): string {
  const cookies = document.cookie.split('; ').map((pair) => pair.split('='));
  const [, value = ''] = cookies.find(([name]) => name === CSRF_COOKIE) ?? [];
  return decodeURIComponent(value);
}

/** Sends one POST of the contract. Never throws: what went wrong comes back as a failure with a sentence for people. */
export async function call<Name extends CallName>(
  name: Name,
  body: CallBody<Name>,
  options: CallOptions = {},
): Promise<CallResult<CallAnswer<Name>>> {
  const tokenField = TOKEN_FIELD[name] ?? 'access_token';
  const token = tokenField === 'none' ? null : tokenStore.read();
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
  const abort = (): void => timeout.abort();
  options.signal?.addEventListener('abort', abort);
  try {
    const response = await fetch(CALLS[name].path, {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json', [CSRF_HEADER]: csrfToken(), ...options.headers },
      body: JSON.stringify(token ? { ...body, [tokenField]: token } : body),
      signal: timeout.signal,
    });
    const result = read<CallAnswer<Name>>(response, await response.text());
    // A proxy answers for a server that is down with a page of its own: that is not reaching it.
    const reached = !('failure' in result && result.failure.code === 'UNREADABLE');
    reachListeners.forEach((listener) => listener(reached));
    return result;
  } catch {
    if (!options.signal?.aborted) reachListeners.forEach((listener) => listener(false));
    return { failure: UNREACHABLE };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', abort);
  }
}

const UNREACHABLE: Failure = {
  http: 0,
  code: 'UNREACHABLE',
  message: 'We cannot reach the server. Check your connection.',
};

function read<T>(response: Response, text: string): CallResult<T> {
  let answer: Partial<Failure> & { status?: boolean };
  try {
    answer = JSON.parse(text) as typeof answer;
  } catch {
    return {
      failure: {
        http: response.status,
        code: 'UNREADABLE',
        message: 'The server did not answer properly. Try again shortly.',
      },
    };
  }
  if (response.ok && answer.status !== false) return { data: answer as T };
  return {
    failure: {
      http: response.status,
      code: answer.code ?? 'INTERNAL',
      message: answer.message ?? '',
      ...(answer.field ? { field: answer.field } : {}),
    },
  };
}
