import type { EventStore } from '../../infra/event-store/event-store.js';
import { PAYMENT_PROVIDERS } from '../contracts/admin/money-desk.contract.js';
import type { Kobo } from '../contracts/money.js';
import { sessionOf } from '../vendors/provider-answer.js';
import { newestInWallet } from '../wallet/newest-in-wallet.js';
import type { HandCredit, PaymentName } from './funding.events.js';

type Store = Pick<EventStore, 'readStream'>;

/** Bank statements are booked days after the transfer. */
const LIKELY_WITHIN_MS = 7 * 24 * 3_600_000;
const CLOCKS_DIFFER_MS = 6 * 3_600_000;
const NONE = 'none';

/**
 * Newest payment of the same amount that a provider brought into the wallet. A manual credit of this amount may
 * be the same money.
 */
export async function likelyPayment(
  eventStore: Store,
  userId: string,
  amount: Kobo,
  now: Date,
): Promise<PaymentName | undefined> {
  const since = now.getTime() - LIKELY_WITHIN_MS;
  const found = await newestInWallet(eventStore, userId, ({ type, data, at }) => {
    if (Date.parse(at) < since) return NONE;
    if (type !== 'WalletFunded' || !Object.hasOwn(PAYMENT_PROVIDERS, data.provider)) return undefined;
    if (BigInt(data.paid) !== amount && BigInt(data.credited) !== amount) return undefined;
    const { provider, transactionReference } = data;
    return { provider, transactionReference };
  });
  return found === NONE ? undefined : found;
}

export async function likelyCredit(
  eventStore: Store,
  userId: string,
  payment: {
    readonly paid: Kobo;
    readonly charge: Kobo;
    readonly paidAt?: number | undefined;
    readonly session?: string | undefined;
  },
  now: Date,
): Promise<HandCredit | undefined> {
  const { paid, charge, session, paidAt } = payment;
  const since = paidAt === undefined ? now.getTime() - LIKELY_WITHIN_MS : paidAt - CLOCKS_DIFFER_MS;
  const until = paidAt === undefined ? Infinity : paidAt + LIKELY_WITHIN_MS;
  const found = await newestInWallet(eventStore, userId, ({ type, data, at }) => {
    const atMs = Date.parse(at);
    if (atMs < since) return NONE;
    if (type !== 'ManualFundingCredited' || atMs > until) return undefined;
    const { amount, bank, reference } = data;
    if (BigInt(amount) !== paid && BigInt(amount) !== paid - charge) return undefined;
    return session !== undefined && sessionOf(reference) !== undefined ? undefined : { bank, reference };
  });
  return found === NONE ? undefined : found;
}
