/** What is judged of the settings, in the shapes `Settings` gives them. */
interface Judged {
  readonly NODE_ENV: string;
  readonly SANDBOX?: boolean | undefined;
  readonly TRANSFERS_ENABLED?: boolean | undefined;
  readonly MONNIFY_URL?: string | undefined;
  readonly VENDORS_FILE?: string | undefined;
  readonly SMTP_URL?: string | undefined;
  readonly MONNIFY_API_KEY: string;
  readonly MONNIFY_SECRET_KEY: string;
  readonly MONNIFY_CONTRACT_CODE: string;
  readonly MONNIFY_SOURCE_ACCOUNT: string;
  readonly VTPASS_SECRET_KEY: string;
  readonly VTPASS_WEBHOOK_SECRET: string;
  /** Milliseconds, like the next one. */
  readonly VENDOR_NOT_FOUND_AFTER: number;
  readonly VENDOR_POST_TIMEOUT: number;
}

/** Whoever knows them can forge a payment or a vendor's word, so they are never those that everybody knows. */
const SECRETS = ['MONNIFY_SECRET_KEY', 'VTPASS_SECRET_KEY', 'VTPASS_WEBHOOK_SECRET'] as const;
const ADDRESSES = ['MONNIFY_URL', 'VENDORS_FILE', 'SMTP_URL'] as const;

export const SANDBOX_CONTRACT_CODE = '0000000000';
export const SANDBOX_SOURCE_ACCOUNT = '8016472829';

/** Least time between the end of a purchase's call and the belief that the vendor does not know it. */
const NOT_FOUND_MARGIN_MS = 30_000;

/** One line for each setting with which nobody should take money; none outside production. */
export function unfitForProduction(settings: Judged): string[] {
  if (settings.NODE_ENV !== 'production') return [];
  const ofSandbox = (name: (typeof SECRETS)[number] | 'MONNIFY_API_KEY'): boolean =>
    settings[name].startsWith('sandbox-');
  const missing: string[] = SECRETS.filter(ofSandbox);
  // The address of a sandbox alone is no decision to sell what nobody delivers.
  if (settings.SANDBOX !== true) {
    missing.push(...ADDRESSES.filter((name) => settings[name] === undefined));
    if (ofSandbox('MONNIFY_API_KEY')) missing.push('MONNIFY_API_KEY');
    if (settings.MONNIFY_CONTRACT_CODE === SANDBOX_CONTRACT_CODE) missing.push('MONNIFY_CONTRACT_CODE');
    if (settings.TRANSFERS_ENABLED && settings.MONNIFY_SOURCE_ACCOUNT === SANDBOX_SOURCE_ACCOUNT)
      missing.push('MONNIFY_SOURCE_ACCOUNT');
  }
  const lines = missing.map((name) => `${name}: is required in production`);
  if (settings.VENDOR_NOT_FOUND_AFTER < settings.VENDOR_POST_TIMEOUT + NOT_FOUND_MARGIN_MS)
    lines.push('VENDOR_NOT_FOUND_AFTER: must exceed VENDOR_POST_TIMEOUT by 30 s');
  return lines;
}
