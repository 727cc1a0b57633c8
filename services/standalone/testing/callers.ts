import type { SeededUser } from '../../../infra/testing/product.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** One request to the running product; a body is sent as JSON unless a content type says otherwise. */
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
    // Ends what hangs: on a crowded machine an answer may take many seconds.
    signal: AbortSignal.timeout(60_000),
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

/** Airtime for a number; the key is the phone unless another one is given. */
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

/** Everything a customer bought. */
export async function historyOf(url: string, user: Pick<SeededUser, 'apiToken'>): Promise<HistoryRow[]> {
  const { status, body } = await call(url, user, '/api/user_transactions/', { page: 1, page_size: 1_000 });
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body['all_user_transaction'] as HistoryRow[];
}

/**
 * Everything a customer bought, this among it. A list that lacks it must have waited for it as long as lists do, and on a
 * crowded machine that may not be enough: then it is asked for again.
 */
export async function listedWith(
  url: string,
  user: Pick<SeededUser, 'apiToken'>,
  reference: unknown,
  listsWaitMs: number,
): Promise<HistoryRow[]> {
  for (let tries = 0; tries < 20; tries += 1) {
    const asked = performance.now();
    const rows = await historyOf(url, user);
    if (rows.some((row) => row.api_transaction_reference === reference)) return rows;
    const waited = performance.now() - asked;
    if (waited < listsWaitMs - 5) throw new Error(`after ${waited} ms the list lacks ${String(reference)}`);
  }
  throw new Error(`no list has ${String(reference)}`);
}

export async function walletOf(url: string, user: Pick<SeededUser, 'apiToken'>): Promise<number> {
  const { status, body } = await call(url, user, '/api/user_data/');
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return (body['user_data'] as { user_wallet: number }).user_wallet;
}

export interface SignedIn {
  readonly cookie: string;
  readonly accessToken: string;
  /** The cookies with the X-CSRFToken that belongs to them. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Signs in as a browser does. */
export async function signIn(
  url: string,
  email: string,
  password: string,
  door: 'user' | 'admin' = 'user',
): Promise<SignedIn> {
  const { status, headers, body } =
    door === 'user'
      ? await send(`${url}/api/user_login/`, 'POST', { email, password })
      : await send(`${url}/api/admin-login/`, 'POST', { username: email, password });
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  const pairs = headers.getSetCookie().map((line) => line.slice(0, line.indexOf(';')));
  const csrf = pairs.find((pair) => pair.startsWith('csrftoken='))!.slice('csrftoken='.length);
  const cookie = pairs.join('; ');
  return {
    cookie,
    accessToken: String(body['access_token'] ?? body['token']),
    headers: { cookie, 'x-csrftoken': csrf },
  };
}

/** Asks again until the answer is right; fails with what it was last. */
export async function eventually<T>(
  ask: () => Promise<T>,
  right: (answer: T) => boolean,
  { withinMs = 60_000, everyMs = 50 } = {},
): Promise<T> {
  const started = performance.now();
  for (;;) {
    const answer = await ask();
    if (right(answer)) return answer;
    if (performance.now() - started > withinMs)
      throw new Error(`not within ${withinMs} ms: ${JSON.stringify(answer)?.slice(0, 2_000)}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
