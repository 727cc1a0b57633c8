import type { SeededUser } from '../../../infra/testing/product.js';
import { longerPause, PATIENCE_MS } from '../../../infra/testing/until.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** Sends one request. The body is JSON unless `content-type` says otherwise. */
export async function send(
  url: string,
  method: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const raw = typeof body === 'string' || Buffer.isBuffer(body);
  const answer = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
    redirect: 'manual',
    // Generous, because a slow machine may take many seconds to answer.
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : { text } };
}

export const bearer = (user: Pick<SeededUser, 'apiToken'>): Record<string, string> => ({
  authorization: `Bearer ${user.apiToken}`,
});

/** A call by a reseller's server. */
export const call = (
  url: string,
  user: Pick<SeededUser, 'apiToken'>,
  path: string,
  body: unknown = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> => send(url + path, 'POST', body, { ...bearer(user), ...headers });

/** Buys airtime. The idempotency key is the phone by default. */
export const buyAirtime = (
  url: string,
  user: Pick<SeededUser, 'apiToken' | 'pin'>,
  phone: string,
  { amount = 100, key = phone }: { amount?: number; key?: string } = {},
): Promise<Answer> =>
  call(
    url,
    user,
    '/api/buycard/',
    { amount, network: 1, phone, transaction_pin: user.pin },
    { 'idempotency-key': key },
  );

export interface HistoryRow {
  readonly api_transaction_reference: string;
  readonly phone_number: string;
  readonly transaction_status: string;
  readonly amount: number;
}

export async function historyOf(url: string, user: Pick<SeededUser, 'apiToken'>): Promise<HistoryRow[]> {
  const { status, body } = await call(url, user, '/api/user_transactions/', { page: 1, page_size: 1_000 });
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body['all_user_transaction'] as HistoryRow[];
}

/** Milliseconds, less than the 30 s for which processes remember writers (`SharedWrites`). */
const REMEMBERED_MS = 10_000;

/**
 * Lists purchases including `reference`. The first list must have it, unless the write may already be
 * forgotten.
 */
export async function listedWith(
  url: string,
  user: Pick<SeededUser, 'apiToken'>,
  reference: unknown,
  boughtAt: number,
): Promise<HistoryRow[]> {
  return eventually(
    async () => {
      const late = performance.now() - boughtAt > REMEMBERED_MS;
      const rows = await historyOf(url, user);
      if (late || rows.some((row) => row.api_transaction_reference === reference)) return rows;
      throw new Error(`the list lacks ${String(reference)}`);
    },
    (rows) => rows.some((row) => row.api_transaction_reference === reference),
  );
}

export async function walletOf(url: string, user: Pick<SeededUser, 'apiToken'>): Promise<number> {
  const { status, body } = await call(url, user, '/api/user_data/');
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return (body['user_data'] as { user_wallet: number }).user_wallet;
}

export interface SignedIn {
  readonly cookie: string;
  readonly accessToken: string;
  /** Cookies with their `X-CSRFToken`. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Signs in as a browser does. */
export async function signIn(
  url: string,
  email: string,
  password: string,
  door: 'user' | 'admin' = 'user',
  code?: string,
): Promise<SignedIn> {
  const { status, headers, body } =
    door === 'user'
      ? await send(`${url}/api/user_login/`, 'POST', { email, password })
      : await send(`${url}/api/admin-login/`, 'POST', { username: email, password, code });
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  const pairs = headers.getSetCookie().map((line) => line.slice(0, line.indexOf(';')));
  const csrf = pairs.find((pair) => /^(?:admin_)?csrftoken=/.test(pair))!.replace(/^\w+=/, '');
  const cookie = pairs.join('; ');
  return {
    cookie,
    accessToken: String(body['access_token'] ?? body['token']),
    headers: { cookie, 'x-csrftoken': csrf },
  };
}

/** Waits for the customer's virtual account number, which the bank issues after sign-up. */
export async function accountNumberOf(
  userData: () => Promise<Readonly<Record<string, unknown>>>,
): Promise<string> {
  const { account_number: number } = await eventually(userData, (user) => Boolean(user['account_number']));
  return String(number);
}

/** Waits until reactors and projections have caught up with the log. */
export const untilQuiet = (url: string): Promise<unknown> =>
  eventually(
    async () => (await fetch(`${url}/metrics`)).text(),
    (metrics) => QUIET.every((line) => line.test(metrics)),
  );

const QUIET = [/^ledger_reaction_lag_events 0$/m, /^ledger_projection_lag_events 0$/m];

/**
 * Retries until `right`, and fails with the last answer. @param options `everyMs` is the first pause, which
 * grows
 */
export async function eventually<T>(
  ask: () => Promise<T>,
  right: (answer: T) => boolean,
  { withinMs = PATIENCE_MS, everyMs = 20 } = {},
): Promise<T> {
  const started = performance.now();
  for (let pause = everyMs; ; pause = longerPause(pause, 150)) {
    const answer = await ask();
    if (right(answer)) return answer;
    if (performance.now() - started > withinMs)
      throw new Error(`not within ${withinMs} ms: ${JSON.stringify(answer)?.slice(0, 2_000)}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
