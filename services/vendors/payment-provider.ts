import type { BankAccount } from '../contracts/funding.contract.js';
import type { Kobo } from '../contracts/money.js';

/** Payment as the provider reports it. Amounts come from no other source. */
export interface ProviderTransaction {
  readonly transactionReference: string;
  /**
   * Our reference of the account that received the payment; undefined when that account is not
   * ours.
   */
  readonly accountReference: string | undefined;
  readonly status: string;
  readonly currency: string;
  readonly paid: Kobo;
  /** Amount passed on to us; undefined while unknown. */
  readonly settled: Kobo | undefined;
}

export interface AccountRequest {
  readonly accountReference: string;
  readonly accountName: string;
  readonly customerEmail: string;
  readonly customerName: string;
  /** BVN of the customer, required by the central bank and optional at the provider's sandbox. */
  readonly bvn?: string;
}

/** Gives customers their own account numbers. */
export interface PaymentProvider {
  /** Code of the provider, part of events and idempotency keys. */
  readonly code: string;
  /** Creates the accounts or returns existing ones. @throws ProviderUnavailable, ProviderRefused */
  reserveAccount(request: AccountRequest): Promise<BankAccount[]>;
  /** Payment by its reference; undefined for an unknown reference. @throws ProviderUnavailable */
  transaction(reference: string): Promise<ProviderTransaction | undefined>;
  /** References of payments between `from` and `to` (ms). @throws ProviderUnavailable */
  references(from: number, to: number): AsyncIterable<string>;
  close(): Promise<void>;
}

/** No answer, or an unreadable one: ask again later. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
}

export interface Bank {
  /** Differs between providers. */
  readonly code: string;
  readonly name: string;
}

/** @throws ProviderUnavailable without an answer */
export interface BankLookups {
  banks(): Promise<readonly Bank[]>;
  /** Account holder; undefined when the bank knows no such account. */
  accountName(bankCode: string, accountNumber: string): Promise<string | undefined>;
  close(): Promise<void>;
}

export const BANK_LOOKUPS = Symbol('BANK_LOOKUPS');
