import type { CallResult } from '../http-call.js';
import type { VendorClient } from '../vendor-client.js';
import { fieldsOf, jsonOf } from '../vendor-json.js';

/** An access token is renewed this long before it ends. */
const RENEW_BEFORE_MS = 60_000;

/** Calls with Monnify's access token, which it keeps while it is valid. */
export class MonnifyAccess {
  private token: { readonly text: string; readonly endsAt: number } | undefined;
  private loggingIn: Promise<CallResult | undefined> | undefined;

  constructor(
    private readonly client: VendorClient,
    private readonly keys: { readonly apiKey: string; readonly secretKey: string },
    private readonly timeoutMs: number,
  ) {}

  /**
   * Makes one call. A refused token proves that the call did nothing, so then it is made once more with a new one.
   * A log-in that fails is reported as a call that was never sent.
   */
  async call(send: (headers: Readonly<Record<string, string>>) => Promise<CallResult>): Promise<CallResult> {
    for (let again = false; ; again = true) {
      const failed = await this.logIn();
      if (failed) return { answered: false, sent: false, reason: 'no access token' };
      const { text } = this.token!;
      const result = await send({ authorization: `Bearer ${text}` });
      if (!result.answered || result.status !== 401 || again) return result;
      if (this.token?.text === text) this.token = undefined;
    }
  }

  /** undefined once there is a token. */
  private logIn(): Promise<CallResult | undefined> {
    if (this.token && Date.now() < this.token.endsAt) return Promise.resolve(undefined);
    this.loggingIn ??= this.askForToken().finally(() => (this.loggingIn = undefined));
    return this.loggingIn;
  }

  private async askForToken(): Promise<CallResult | undefined> {
    const basic = Buffer.from(`${this.keys.apiKey}:${this.keys.secretKey}`).toString('base64');
    const headers = { authorization: `Basic ${basic}` };
    const result = await this.client.post('/api/v1/auth/login', headers, {}, this.timeoutMs);
    const body = result.answered ? fieldsOf(fieldsOf(jsonOf(result))?.['responseBody']) : undefined;
    const { accessToken, expiresIn } = body ?? {};
    if (typeof accessToken !== 'string' || typeof expiresIn !== 'number') return result;
    this.token = { text: accessToken, endsAt: Date.now() + expiresIn * 1_000 - RENEW_BEFORE_MS };
    return undefined;
  }
}
