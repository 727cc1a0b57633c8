import type { PaymentProvider as Code } from '../contracts/admin/money-desk.contract.js';
import { monnifyOptions, type MonnifySettings } from './monnify/monnify.client.js';
import { createMonnifyProvider } from './monnify/monnify.provider.js';
import { readMonnifyWebhook } from './monnify/webhooks.js';
import { paystackOptions, type PaystackSettings } from './paystack/paystack.client.js';
import { createPaystackProvider } from './paystack/paystack.provider.js';
import { readPaystackWebhook } from './paystack/read-webhook.js';
import type { PaymentProvider, ProviderWebhook } from './payment-provider.js';
import type { VendorSettings } from './vendor.settings.js';

export type ProviderSettings = MonnifySettings & PaystackSettings & Pick<VendorSettings, 'FUNDING_PROVIDERS'>;

interface ProviderKind {
  readonly create: (settings: ProviderSettings) => PaymentProvider;
  /** Returns undefined when the signature is wrong. */
  readonly readWebhook: (
    rawBody: Buffer,
    signature: string | undefined,
    settings: ProviderSettings,
  ) => ProviderWebhook | undefined;
}

export const PROVIDER_KINDS: Readonly<Record<Code, ProviderKind>> = {
  monnify: {
    create: (settings) => createMonnifyProvider(monnifyOptions(settings)),
    readWebhook: (rawBody, signature, { MONNIFY_SECRET_KEY }) =>
      readMonnifyWebhook(rawBody, signature, MONNIFY_SECRET_KEY),
  },
  paystack: {
    create: (settings) => createPaystackProvider(paystackOptions(settings)),
    readWebhook: (rawBody, signature, { PAYSTACK_SECRET_KEY }) =>
      readPaystackWebhook(rawBody, signature, PAYSTACK_SECRET_KEY),
  },
};

/** Opens no connection yet. */
export const createProviders = (settings: ProviderSettings): PaymentProvider[] =>
  settings.FUNDING_PROVIDERS.map((code) => PROVIDER_KINDS[code].create(settings));
