import type { Kobo } from '../contracts/money.js';

/**
 * Line of a double entry. `amount` is kobo as a decimal string, positive for a debit. The lines of an event add
 * up to zero.
 */
export interface Posting {
  readonly account: string;
  readonly amount: string;
}

/** Names of the accounts. A liability account with a negative balance shows money that we owe. */
export const accounts = {
  userAvailable: (userId: string) => `user_available:${userId}`,
  userHeld: (userId: string) => `user_held:${userId}`,
  vendorFloat: (vendor: number | string) => `vendor_float:${vendor}`,
  pspReceivable: (provider: string) => `psp_receivable:${provider}`,
  pspPayout: (provider: number | string) => `psp_payout:${provider}`,
  margin: (service: string) => `margin:${service}`,
  fee: (kind: string) => `fee:${kind}`,
  pspFee: 'psp_fee',
  vendorLoss: 'vendor_loss',
  chargebackLoss: 'chargeback_loss',
  suspense: 'suspense_unmatched',
  opening: 'opening',
  bank: (bank: string) => `bank:${bank.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
  houseCapital: 'house_capital',
  adjustment: (kind: string) => `adjustment:${kind}`,
} as const;

const PER_PERSON: ReadonlySet<string> = new Set(['user_available', 'user_held', 'user_receivable']);

export function bookOf(account: string): string {
  const colon = account.indexOf(':');
  const kind = colon < 0 ? account : account.slice(0, colon);
  return PER_PERSON.has(kind) ? kind : account;
}

/**
 * Returns postings without the lines whose amount is zero.
 * @throws Error when the lines do not add up to zero, which only a bug can cause
 */
export function balanced(lines: readonly (readonly [account: string, amount: Kobo])[]): Posting[] {
  const sum = lines.reduce((total, [, amount]) => total + amount, 0n);
  if (sum !== 0n)
    throw new Error(`postings are off by ${sum} kobo: ${lines.map(([account]) => account).join(', ')}`);
  return lines
    .filter(([, amount]) => amount !== 0n)
    .map(([account, amount]) => ({ account, amount: String(amount) }));
}
