import type { BankAccount } from '../accounts/user.state.js';
import type { Kobo } from '../contracts/money.js';

/** What the provider says about one payment when asked. The only source of amounts. */
export interface ProviderTransaction {
  readonly transactionReference: string;
  /** Our reference of the account it was paid into; absent when it was paid into none of ours. */
  readonly accountReference: string | undefined;
  readonly status: string;
  readonly currency: string;
  readonly paid: Kobo;
  /** What the provider passes on; undefined while it does not say. */
  readonly settled: Kobo | undefined;
}

export interface AccountOrder {
  readonly accountReference: string;
  readonly accountName: string;
  readonly customerEmail: string;
  readonly customerName: string;
  /** The central bank wants every such account linked to a BVN; the provider's sandbox does without. */
  readonly bvn?: string;
}

/** A payment service provider that gives customers account numbers of their own. */
export interface PaymentProvider {
  /** Goes into events and idempotency keys. */
  readonly code: string;
  /** The accounts under this reference, made now or before. @throws ProviderUnavailable, ProviderRefused */
  reserveAccount(order: AccountOrder): Promise<BankAccount[]>;
  /** undefined when the provider does not know the reference. @throws ProviderUnavailable */
  transaction(reference: string): Promise<ProviderTransaction | undefined>;
  /** References of payments between two moments (milliseconds). @throws ProviderUnavailable */
  references(from: number, to: number): AsyncIterable<string>;
  close(): Promise<void>;
}

/** No answer, or none that can be understood: ask again later. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** The provider understood and said no. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
}
