import { Agent, request } from 'undici';
import { ProviderUnavailable } from '../payment-provider.js';
import { LoginBody } from './monnify.answers.js';

export interface MonnifyOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly contractCode: string;
  readonly timeoutMs?: number;
}

export interface Answer {
  readonly status: number;
  /** `responseBody` of the envelope. */
  readonly body: unknown;
  /** Monnify's own words; for the log of a refusal. */
  readonly message: string;
}

const TIMEOUT_MS = 15_000;
/** An access token is renewed this long before it ends. */
const RENEW_BEFORE_MS = 60_000;

/** Calls to Monnify with its access token: kept while it is valid, renewed once when it is refused. */
export class MonnifySession {
  private readonly agent: Agent;
  private token: { readonly text: string; readonly endsAt: number } | undefined;
  private loggingIn: Promise<string> | undefined;

  constructor(private readonly options: MonnifyOptions) {
    const timeout = options.timeoutMs ?? TIMEOUT_MS;
    this.agent = new Agent({
      connections: 16,
      connectTimeout: timeout,
      headersTimeout: timeout,
      bodyTimeout: timeout,
    });
  }

  /** @throws ProviderUnavailable on anything but an understood answer below 500 */
  async call(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
    const token = await this.accessToken();
    const answer = await this.send(method, path, `Bearer ${token}`, body);
    if (answer.status !== 401) return answer;
    if (this.token?.text === token) this.token = undefined;
    const again = await this.send(method, path, `Bearer ${await this.accessToken()}`, body);
    if (again.status === 401) throw new ProviderUnavailable('Monnify refuses its own access token');
    return again;
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }

  private accessToken(): Promise<string> {
    if (this.token && Date.now() < this.token.endsAt) return Promise.resolve(this.token.text);
    this.loggingIn ??= this.logIn().finally(() => (this.loggingIn = undefined));
    return this.loggingIn;
  }

  private async logIn(): Promise<string> {
    const { apiKey, secretKey } = this.options;
    const basic = Buffer.from(`${apiKey}:${secretKey}`).toString('base64');
    const answer = await this.send('POST', '/api/v1/auth/login', `Basic ${basic}`);
    const login = LoginBody.safeParse(answer.body);
    if (answer.status !== 200 || !login.success)
      throw new ProviderUnavailable(
        `Monnify did not let us in (${answer.status}): check MONNIFY_API_KEY and MONNIFY_SECRET_KEY`,
      );
    const { accessToken, expiresIn } = login.data;
    this.token = { text: accessToken, endsAt: Date.now() + expiresIn * 1_000 - RENEW_BEFORE_MS };
    return accessToken;
  }

  private async send(
    method: 'GET' | 'POST',
    path: string,
    authorization: string,
    body?: object,
  ): Promise<Answer> {
    let status: number;
    let text: string;
    try {
      const answer = await request(new URL(path, this.options.baseUrl), {
        ...{ method, dispatcher: this.agent },
        headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      status = answer.statusCode;
      text = await answer.body.text();
    } catch (error) {
      throw new ProviderUnavailable('Monnify did not answer', { cause: error });
    }
    if (status >= 500 || status === 429) throw new ProviderUnavailable(`Monnify answered ${status}`);
    return { status, ...envelope(text, status) };
  }
}

function envelope(text: string, status: number): { body: unknown; message: string } {
  try {
    const parsed = JSON.parse(text) as { responseBody?: unknown; responseMessage?: unknown } | null;
    return { body: parsed?.responseBody, message: String(parsed?.responseMessage ?? '') };
  } catch (error) {
    if (status === 401) return { body: undefined, message: '' };
    throw new ProviderUnavailable(`Monnify answered ${status} with something else than JSON`, {
      cause: error,
    });
  }
}
