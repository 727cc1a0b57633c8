import type { Network } from '../../infra/simulation/network.js';
import {
  ProviderUnavailable,
  type PaymentProvider,
  type ProviderTransaction,
} from '../vendors/payment-provider.js';
import type { SimulatedLog } from '../../infra/simulation/simulated-log.js';
import { reservedAccountStream } from '../customers/reserved-accounts.js';
import { derivedId } from '../purchases/accept/references.js';
import { EPOCH } from '../../infra/simulation/simulated-host.js';
import type { ProviderCode } from './money-in/money-in-plan.js';
import { type PlannedPayment, userOf } from './scenario.js';

const AWAY = new ProviderUnavailable('the provider is away');
const UNANSWERED = { unknown: () => AWAY, refused: () => AWAY };
const FEE = 10_00n;
const RAW = { digest: '', types: { status: 'text', currency: 'text', amount: 'text' } } as const;

export interface BankedPayment extends Pick<PlannedPayment, 'reference' | 'customer' | 'paid'> {
  /** Unix ms. */
  readonly paidAt: number;
  readonly session?: string;
}

export class SimulatedBank {
  readonly paid = new Map<string, PlannedPayment>();
  readonly #books = { monnify: new Map<string, BankedPayment>(), paystack: new Map<string, BankedPayment>() };

  constructor(private readonly network: Network) {}

  pay(payment: PlannedPayment): void {
    this.paid.set(payment.reference, payment);
    this.list('monnify', { ...payment, paidAt: EPOCH + payment.atMs });
  }

  list(code: ProviderCode, payment: BankedPayment): void {
    this.#books[code].set(payment.reference, payment);
  }

  provider(code: ProviderCode): PaymentProvider {
    const { network } = this;
    const paid = this.#books[code];
    const transactionOf = (reference: string): ProviderTransaction | undefined => {
      const payment = paid.get(reference);
      return (
        payment && {
          transactionReference: reference,
          accountReference: accountOf(payment.customer),
          status: 'PAID',
          currency: 'NGN',
          paid: payment.paid,
          settled: payment.paid - FEE,
          paidAt: payment.paidAt,
          session: payment.session,
          raw: RAW,
        }
      );
    };
    return {
      code,
      reserveAccount: () => Promise.reject(AWAY),
      transaction: (reference) => network.call('payment', () => transactionOf(reference), UNANSWERED),
      async *references() {
        const listed = await network.call('payments', () => [...paid.keys()], UNANSWERED);
        for (const transactionReference of listed) yield { transactionReference, said: undefined };
      },
      close: () => Promise.resolve(),
    };
  }
}

export const accountOf = (customer: number): string => `account-${customer}`;

export function reserveAccounts(log: SimulatedLog, customers: number, provider: ProviderCode): void {
  for (let customer = 0; customer < customers; customer += 1) {
    const id = derivedId(provider === 'monnify' ? 'accounts' : `accounts-${provider}`, String(customer));
    const event = { id, type: 'AccountReserved', version: 1, at: '2026-03-10T08:00:00.000Z' };
    const actor = { kind: 'system', id: 'simulator' } as const;
    const data = { userId: userOf(customer), ...(provider !== 'monnify' && { provider }) };
    const from = { revision: -1, hash: '0'.repeat(64) };
    log.append(reservedAccountStream(provider, accountOf(customer)), from, [
      { ...event, actor, correlationId: id, causationId: id, data },
    ]);
  }
}
