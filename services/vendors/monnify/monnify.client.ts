import { monotonicMs } from '../../../infra/host/clock.js';
import type { CallResult, OnAnswer } from '../http-call.js';
import { ProviderUnavailable, ProviderUnreadable } from '../payment-provider.js';
import type { SendWindow } from '../send-window.js';
import { vendorClient, type VendorClient } from '../vendor-client.js';
import { jsonOf } from '../vendor-json.js';
import type { VendorSettings } from '../vendor.settings.js';
import { LoginAnswer } from './monnify.answers.js';

export interface MonnifyAccount {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly secretKey: string;
}

export interface MonnifyOptions extends MonnifyAccount {
  readonly contractCode: string;
  /** Default 15 s. */
  readonly timeoutMs?: number;
}

export type MonnifySettings = Pick<
  VendorSettings,
  'MONNIFY_URL' | 'MONNIFY_API_KEY' | 'MONNIFY_SECRET_KEY' | 'MONNIFY_CONTRACT_CODE'
> & { readonly sandboxUrl: string };

export const monnifyOptions = (config: MonnifySettings): MonnifyOptions => ({
  baseUrl: config.MONNIFY_URL ?? config.sandboxUrl,
  apiKey: config.MONNIFY_API_KEY,
  secretKey: config.MONNIFY_SECRET_KEY,
  contractCode: config.MONNIFY_CONTRACT_CODE,
});

/** Times are milliseconds. */
export interface MonnifyConnection {
  readonly timeoutMs: number;
  readonly connectTimeoutMs?: number;
  readonly connections?: number;
  readonly answerBytesMax?: number;
  readonly onAnswer?: OnAnswer | undefined;
}

export interface MonnifyCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: object;
  readonly timeoutMs?: number;
  /** Period in which a transfer may be sent. Absent for other requests. */
  readonly window?: SendWindow;
}

export interface Answer {
  readonly status: number;
  readonly isRefusal: boolean;
  readonly body: unknown;
  readonly message: string;
  /** Answer as received. May contain personal data. */
  readonly raw: string;
}

export const LOGIN_REFUSED = 'log-in refused';

const TIMEOUT_MS = 15_000;
const CONNECTIONS = 16;
const RENEW_BEFORE_MS = 60_000;
/**
 * Maximum number of bytes in the answer to a query. A page of 100 transactions and the list of all
 * banks in the country fit into it.
 */
const QUESTION_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Client for Monnify's API. Uses an access token until it expires. After a 401, the client gets one
 * new token and tries again.
 */
export class MonnifyClient {
  private readonly client: VendorClient;
  private token: { readonly text: string; readonly endsAt: number } | undefined;
  private loggingIn: Promise<CallResult | undefined> | undefined;

  constructor(
    private readonly account: MonnifyAccount,
    private readonly connection: MonnifyConnection,
  ) {
    this.client = vendorClient(account.baseUrl, connection);
  }

  static forQuestions(options: MonnifyOptions): MonnifyClient {
    const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    // Use only the origin of `baseUrl`, because all paths of Monnify's API begin at the root of the
    // host.
    const account = { ...options, baseUrl: new URL(options.baseUrl).origin };
    return new MonnifyClient(account, {
      timeoutMs,
      connectTimeoutMs: timeoutMs,
      connections: CONNECTIONS,
      answerBytesMax: QUESTION_BYTES_MAX,
    });
  }

  /** Never throws. After a 401, the call is made once more, because a refused call has no effect. */
  async call(call: MonnifyCall): Promise<CallResult> {
    const { result, refusal } = await this.attempt(call);
    if (result) return result;
    const isRefused = refusal.answered && (refusal.status === 401 || refusal.status === 403);
    return { answered: false, sent: false, reason: isRefused ? LOGIN_REFUSED : 'no access token' };
  }

  async ask(method: MonnifyCall['method'], path: string, body?: object): Promise<Answer> {
    const { result, refusal } = await this.attempt({ method, path, ...(body && { body }) });
    if (!result) throw notLetIn(refusal);
    const answer = understood(result);
    if (answer.status === 401) throw new ProviderUnavailable('Monnify refuses its own access token');
    return answer;
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private async attempt(
    call: MonnifyCall,
  ): Promise<
    | { readonly result: CallResult; readonly refusal?: undefined }
    | { readonly result?: undefined; readonly refusal: CallResult }
  > {
    for (let again = false; ; again = true) {
      const refusal = await this.logIn();
      if (refusal) return { refusal };
      const { text } = this.token!;
      const result = await this.send(call, `Bearer ${text}`);
      if (!result.answered || result.status !== 401 || again) return { result };
      if (this.token?.text === text) this.token = undefined;
    }
  }

  private logIn(): Promise<CallResult | undefined> {
    if (this.token && monotonicMs() < this.token.endsAt) return Promise.resolve(undefined);
    this.loggingIn ??= this.requestToken().finally(() => (this.loggingIn = undefined));
    return this.loggingIn;
  }

  private async requestToken(): Promise<CallResult | undefined> {
    const { apiKey, secretKey } = this.account;
    const basic = Buffer.from(`${apiKey}:${secretKey}`).toString('base64');
    const result = await this.send({ method: 'POST', path: '/api/v1/auth/login' }, `Basic ${basic}`);
    const answered = result.answered && result.status === 200 ? jsonOf(result) : undefined;
    const login = LoginAnswer.safeParse(answered);
    if (!login.success) return result;
    const { accessToken, expiresIn } = login.data.responseBody;
    this.token = { text: accessToken, endsAt: monotonicMs() + expiresIn * 1_000 - RENEW_BEFORE_MS };
    return undefined;
  }

  private send(call: MonnifyCall, authorization: string): Promise<CallResult> {
    const { method, path, body, window, timeoutMs = this.connection.timeoutMs } = call;
    if (method === 'GET') return this.client.get(path, { authorization }, timeoutMs);
    const send = method === 'PUT' ? this.client.put : this.client.post;
    return send(path, { authorization }, body, timeoutMs, window);
  }
}

function notLetIn(refusal: CallResult): ProviderUnavailable {
  const { status } = understood(refusal);
  return new ProviderUnavailable(
    `Monnify did not let us in (${status}): check MONNIFY_API_KEY and MONNIFY_SECRET_KEY`,
  );
}

/**
 * Reads the envelope of an answer whose status is below 500.
 * @throws ProviderUnavailable
 */
function understood(result: CallResult): Answer {
  if (!result.answered)
    throw new ProviderUnavailable('Monnify did not answer', { cause: new Error(result.reason) });
  const { status } = result;
  if (status >= 500 || status === 429) throw new ProviderUnavailable(`Monnify answered ${status}`);
  const envelope = jsonOf(result) as
    { requestSuccessful?: unknown; responseBody?: unknown; responseMessage?: unknown } | null | undefined;
  // Accept a 401 that is not JSON, because a gateway in front of Monnify's API may send it.
  if (envelope === undefined && status !== 401)
    throw new ProviderUnreadable(
      `Monnify answered ${status} with something else than JSON`,
      () => result.body,
    );
  const message = String(envelope?.responseMessage ?? '');
  const isRefusal = envelope?.requestSuccessful === false;
  return { status, isRefusal, body: envelope?.responseBody, message, raw: result.body };
}
