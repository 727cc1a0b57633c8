import type { BankAccount } from '../contracts/funding.contract.js';
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

export interface AccountRequest {
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
  reserveAccount(request: AccountRequest): Promise<BankAccount[]>;
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

export interface Bank {
  /** Code at this provider: never one of another provider's. */
  readonly code: string;
  readonly name: string;
}

/** The questions about banks that a payment provider answers. @throws ProviderUnavailable when it does not answer */
export interface BankLookups {
  banks(): Promise<readonly Bank[]>;
  /** Who holds an account; undefined when the bank knows no such account. */
  accountName(bankCode: string, accountNumber: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Injection token of the BankLookups. */
export const BANK_LOOKUPS = Symbol('BANK_LOOKUPS');
