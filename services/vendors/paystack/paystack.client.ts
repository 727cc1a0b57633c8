import type { CallResult } from '../http-call.js';
import { ProviderUnavailable, ProviderUnreadable } from '../payment-provider.js';
import { vendorClient, type VendorClient } from '../vendor-client.js';
import { fieldsOf, jsonOf } from '../vendor-json.js';
import type { VendorSettings } from '../vendor.settings.js';

export interface PaystackOptions {
  readonly baseUrl: string;
  readonly secretKey: string;
  /** Paystack's name (slug) for the bank at which accounts are opened. */
  readonly bank: string;
  /** Default 15 s. */
  readonly timeoutMs?: number;
}

export type PaystackSettings = Pick<
  VendorSettings,
  'PAYSTACK_URL' | 'PAYSTACK_SECRET_KEY' | 'PAYSTACK_BANK'
> & { readonly sandboxUrl: string };

export const paystackOptions = (config: PaystackSettings): PaystackOptions => ({
  baseUrl: config.PAYSTACK_URL ?? `${config.sandboxUrl}/paystack`,
  secretKey: config.PAYSTACK_SECRET_KEY,
  bank: config.PAYSTACK_BANK,
});

export interface PaystackAnswer {
  readonly status: number;
  readonly isRefusal: boolean;
  readonly data: unknown;
  readonly meta: unknown;
  readonly message: string;
  readonly code: unknown;
  /** Answer as received. May contain personal data. */
  readonly raw: string;
}

const TIMEOUT_MS = 15_000;
const CONNECTIONS = 16;
/** Maximum number of bytes in an answer. A page of 100 transactions fits into it. */
const ANSWER_BYTES_MAX = 16 * 1024 * 1024;

export class PaystackClient {
  private readonly client: VendorClient;
  private readonly timeoutMs: number;
  private readonly headers: Readonly<Record<string, string>>;

  constructor({ baseUrl, secretKey, timeoutMs = TIMEOUT_MS }: PaystackOptions) {
    this.timeoutMs = timeoutMs;
    this.headers = { authorization: `Bearer ${secretKey}` };
    const limits = { connections: CONNECTIONS, answerBytesMax: ANSWER_BYTES_MAX };
    this.client = vendorClient(baseUrl, { ...limits, connectTimeoutMs: timeoutMs });
  }

  /** @throws ProviderUnavailable when there is no readable answer with a status below 500 */
  async get(path: string): Promise<PaystackAnswer> {
    return understood(await this.client.get(path, this.headers, this.timeoutMs));
  }

  /** @throws ProviderUnavailable when there is no readable answer with a status below 500 */
  async post(path: string, body: object): Promise<PaystackAnswer> {
    return understood(await this.client.post(path, this.headers, body, this.timeoutMs));
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

function understood(result: CallResult): PaystackAnswer {
  if (!result.answered)
    throw new ProviderUnavailable('Paystack did not answer', { cause: new Error(result.reason) });
  const { status, body: raw } = result;
  if (status === 401)
    throw new ProviderUnavailable('Paystack did not let us in (401): check PAYSTACK_SECRET_KEY');
  if (status >= 500 || status === 429) throw new ProviderUnavailable(`Paystack answered ${status}`);
  const json = jsonOf(result);
  if (json === undefined)
    throw new ProviderUnreadable(`Paystack answered ${status} with something else than JSON`, () => raw);
  const { status: isDone, data, meta, message, code } = fieldsOf(json) ?? {};
  return {
    status,
    isRefusal: isDone === false,
    data,
    meta,
    message: typeof message === 'string' ? message : '',
    code,
    raw,
  };
}
