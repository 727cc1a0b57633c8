import type { UnreadField, UnreadType } from '../contracts/admin/unmatched.contract.js';
import type { BankAccount } from '../contracts/funding.contract.js';
import type { Kobo } from '../contracts/money.js';

/** Payment in the provider's answer to a query. Amounts are taken from no other source. */
export interface ProviderTransaction {
  readonly transactionReference: string;
  /** Account that was paid into; undefined when the answer names none of ours. */
  readonly accountReference: string | undefined;
  /** Status in a word that `judge` knows; any other text goes before a person. */
  readonly status: string;
  /** Currency as the provider spells it; empty when the answer names no currency or two. */
  readonly currency: string;
  /** Amount paid; undefined when the amount is uncertain. */
  readonly paid: Kobo | undefined;
  readonly settled: Kobo | undefined;
  /** Unix milliseconds of the payment; undefined when the answer has no readable time. */
  readonly paidAt?: number | undefined;
  /** Session id of the bank transfer, which is unique among all banks; undefined when the answer has none. */
  readonly session?: string | undefined;
  readonly raw: RawAnswer;
}

/** Description of the provider's answer without its content, which may name the payer. */
export interface RawAnswer {
  /** SHA-256 of the raw answer, in hex. */
  readonly digest: string;
  readonly types: Readonly<Record<Exclude<UnreadField, 'answer' | 'reference'>, UnreadType>>;
}

export interface Unread {
  readonly field: UnreadField;
  readonly type: UnreadType;
  readonly digest: string;
}

export interface UnreadAnswer {
  readonly transactionReference: string;
  readonly unread: Unread;
}

export interface ListedPayment {
  readonly transactionReference: string;
  /** Amount in the row; undefined when uncertain. Never credit this amount. */
  readonly said: Kobo | undefined;
}

export type UnreadRow = Unread;

/** Webhook whose signature is right. */
export interface ProviderWebhook {
  /** Fields without personal data, which may be stored. */
  readonly facts: Readonly<Record<string, string>>;
  /** Payment to ask the provider about. `unreadable` when the webhook may name one that we cannot read. */
  readonly payment: ListedPayment | 'unreadable' | undefined;
}

export interface AccountRequest {
  readonly userId: string;
  /** Reference of an account that exists already, for example in an older system. */
  readonly accountReference?: string | undefined;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  /** BVN of the customer. The central bank requires it; the provider's sandbox does not. */
  readonly bvn?: string;
}

export interface ReservedAccount {
  /** Name of the account in payments. It never changes for a customer. */
  readonly accountReference: string;
  readonly bankAccounts: readonly BankAccount[];
}

/** A provider that gives customers bank accounts. Each has a row in `payment-providers.ts`. */
export interface PaymentProvider {
  /** Code of the provider in events and idempotency keys. */
  readonly code: string;
  /**
   * Creates the bank accounts of a customer, or returns the existing accounts.
   * @throws ProviderUnavailable, ProviderRefused
   */
  reserveAccount(request: AccountRequest): Promise<ReservedAccount>;
  /**
   * Payment by its reference; undefined for an unknown reference.
   * @throws ProviderUnavailable
   */
  transaction(reference: string): Promise<ProviderTransaction | UnreadAnswer | undefined>;
  /**
   * Payments between `from` and `to` (Unix ms). An unreadable row does not hide the others.
   * @throws ProviderUnavailable
   */
  references(from: number, to: number): AsyncIterable<ListedPayment | UnreadRow>;
  close(): Promise<void>;
}

/** Error for a missing or unreadable answer. Callers ask again later. */
export class ProviderUnavailable extends Error {
  override readonly name: string = 'ProviderUnavailable';
}

/** Error for an answer below 500 that is not JSON. */
export class ProviderUnreadable extends ProviderUnavailable {
  override readonly name = 'ProviderUnreadable';

  constructor(
    message: string,
    /** Answer as received. Never log it, because it may contain personal data. */
    readonly raw: () => string,
  ) {
    super(message);
  }
}

export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
}

export interface Bank {
  /** Differs between providers. */
  readonly code: string;
  readonly name: string;
}

export interface BankLookups {
  banks(): Promise<readonly Bank[]>;
  /** Name of the account's holder; undefined when the bank does not know the account. */
  accountName(bankCode: string, accountNumber: string): Promise<string | undefined>;
  close(): Promise<void>;
}

export const BANK_LOOKUPS = Symbol('BANK_LOOKUPS');
