import { PAYMENT_PROVIDERS, type PaymentProvider } from '../contracts/admin/money-desk.contract.js';
import { SANDBOX_CONTRACT_CODE, SANDBOX_SOURCE_ACCOUNT } from '../vendors/vendor.settings.js';

interface Judged {
  readonly NODE_ENV: string;
  readonly PUBLIC_URL?: string | undefined;
  readonly SANDBOX?: boolean | undefined;
  readonly TRANSFERS_ENABLED?: boolean | undefined;
  readonly FUNDING_PROVIDERS: readonly PaymentProvider[];
  readonly MONNIFY_URL?: string | undefined;
  readonly PAYSTACK_URL?: string | undefined;
  readonly PAYSTACK_SECRET_KEY: string;
  readonly VENDORS_FILE?: string | undefined;
  readonly SMTP_URL?: string | undefined;
  readonly MAIL_FROM: string;
  readonly MONNIFY_API_KEY: string;
  readonly MONNIFY_SECRET_KEY: string;
  readonly MONNIFY_CONTRACT_CODE: string;
  readonly MONNIFY_SOURCE_ACCOUNT: string;
  readonly VTPASS_SECRET_KEY: string;
  readonly VTPASS_WEBHOOK_SECRET: string;
  readonly PIN_ATTEMPTS_MAX: number;
  readonly RATE_LIMIT_LOGIN_FAILURES: number;
  readonly RATE_LIMIT_CODES: number;
  readonly BVN_TRIES_MAX: number;
}

/**
 * Secrets that protect payments and webhooks. Their default values begin with `sandbox-` and are refused in
 * production.
 */
const SECRETS = [
  'MONNIFY_SECRET_KEY',
  'PAYSTACK_SECRET_KEY',
  'VTPASS_SECRET_KEY',
  'VTPASS_WEBHOOK_SECRET',
] as const;
const ADDRESSES = ['MONNIFY_URL', 'PAYSTACK_URL', 'VENDORS_FILE', 'SMTP_URL'] as const;

/** Minimum number of characters in a secret. Real secrets of providers have at least 30 characters. */
const SECRET_LENGTH_MIN = 16;

const LOOSEST = {
  PIN_ATTEMPTS_MAX: 10,
  RATE_LIMIT_LOGIN_FAILURES: 100,
  RATE_LIMIT_CODES: 50,
  BVN_TRIES_MAX: 50,
} as const;

/**
 * Returns one line for each setting that production does not allow. Returns an empty list outside of
 * production.
 */
export function unfitForProduction(settings: Judged): string[] {
  if (settings.NODE_ENV !== 'production') return [];
  const ofSandbox = (name: (typeof SECRETS)[number] | 'MONNIFY_API_KEY'): boolean =>
    settings[name].startsWith('sandbox-');
  const hasMonnify = settings.FUNDING_PROVIDERS.includes('monnify');
  const isOff = (name: string): boolean =>
    Object.keys(PAYMENT_PROVIDERS).some(
      (code) => name.startsWith(code.toUpperCase()) && !settings.FUNDING_PROVIDERS.some((on) => on === code),
    );
  const secrets = SECRETS.filter((name) => !isOff(name));
  // Do not require the secret key of VTpass here. `loadVendorRows` requires it when a row of the vendors file
  // needs it.
  const missing: string[] = secrets.filter((name) => name !== 'VTPASS_SECRET_KEY' && ofSandbox(name));
  // Production may sell through the sandbox only when `SANDBOX` is set. Otherwise, require the
  // addresses of real vendors.
  if (settings.SANDBOX !== true) {
    missing.push(...ADDRESSES.filter((name) => settings[name] === undefined && !isOff(name)));
    if (hasMonnify && ofSandbox('MONNIFY_API_KEY')) missing.push('MONNIFY_API_KEY');
    if (hasMonnify && settings.MONNIFY_CONTRACT_CODE === SANDBOX_CONTRACT_CODE)
      missing.push('MONNIFY_CONTRACT_CODE');
    if (
      hasMonnify &&
      settings.TRANSFERS_ENABLED &&
      settings.MONNIFY_SOURCE_ACCOUNT === SANDBOX_SOURCE_ACCOUNT
    )
      missing.push('MONNIFY_SOURCE_ACCOUNT');
    // Refuse senders in the domain `.test`, because mail servers refuse them (RFC 6761, 6.2).
    if (/\.test>?$/i.test(settings.MAIL_FROM.trim())) missing.push('MAIL_FROM');
  }
  // Require `PUBLIC_URL`, because without it cookies would silently lack the attribute Secure and
  // the prefix `__Host-`.
  if (settings.PUBLIC_URL === undefined) missing.push('PUBLIC_URL');
  const lines = missing.map((name) => `${name}: is required in production`);
  if (settings.TRANSFERS_ENABLED && !hasMonnify)
    lines.push('TRANSFERS_ENABLED: needs monnify in FUNDING_PROVIDERS');
  for (const name of ['PUBLIC_URL', 'MONNIFY_URL', 'PAYSTACK_URL'] as const)
    if (settings[name] !== undefined && !settings[name].startsWith('https://'))
      lines.push(`${name}: must begin with https:// in production`);
  for (const name of secrets)
    if (settings[name].length < SECRET_LENGTH_MIN)
      lines.push(`${name}: must have at least ${SECRET_LENGTH_MIN} characters in production`);
  for (const [name, most] of Object.entries(LOOSEST) as [keyof typeof LOOSEST, number][])
    if (settings[name] > most) lines.push(`${name}: must be at most ${most} in production`);
  return lines;
}
