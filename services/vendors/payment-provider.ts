import type { UnreadField, UnreadType } from '../contracts/admin/unmatched.contract.js';
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
  /** As the provider spells it; empty when it is no text. */
  readonly status: string;
  /** As the provider spells it; empty when it is no text, or when the answer names two currencies. */
  readonly currency: string;
  /** Undefined when the amount is not certain to the kobo. */
  readonly paid: Kobo | undefined;
  /** Amount passed on to us; undefined while unknown. */
  readonly settled: Kobo | undefined;
  /** Unix milliseconds of the payment; undefined when the answer has no readable time. */
  readonly paidAt?: number | undefined;
  readonly raw: RawAnswer;
}

/** Description of an answer for a person who cannot see it. Holds no content, which may name the payer. */
export interface RawAnswer {
  /** SHA-256 of the raw answer, in hex. */
  readonly digest: string;
  readonly types: Readonly<Record<Exclude<UnreadField, 'answer' | 'reference'>, UnreadType>>;
}

/** Part of an answer that the product does not read, without its content. */
export interface Unread {
  readonly field: UnreadField;
  readonly type: UnreadType;
  /** SHA-256 of the raw answer, in hex. */
  readonly digest: string;
}

/** Answer about a payment in an unknown form. */
export interface UnreadAnswer {
  readonly transactionReference: string;
  readonly unread: Unread;
}

/** Row of a list that names a payment. */
export interface ListedPayment {
  readonly transactionReference: string;
  /** Amount in the row; undefined when not certain. Only a reason to query the payment, and never booked. */
  readonly said: Kobo | undefined;
}

/** Row of a list that names no payment. Its digest does not depend on the order of its fields. */
export type UnreadRow = Unread;

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
  transaction(reference: string): Promise<ProviderTransaction | UnreadAnswer | undefined>;
  /**
   * Payments between `from` and `to` (ms). An unreadable row does not hide the others.
   * @throws ProviderUnavailable
   */
  references(from: number, to: number): AsyncIterable<ListedPayment | UnreadRow>;
  close(): Promise<void>;
}

/** No answer, or an unreadable one: ask again later. */
export class ProviderUnavailable extends Error {
  override readonly name: string = 'ProviderUnavailable';
}

/** Answer below 500 that is no JSON. */
export class ProviderUnreadable extends ProviderUnavailable {
  override readonly name = 'ProviderUnreadable';

  constructor(
    message: string,
    /** Raw answer. May hold personal data, so never log it. */
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

/** @throws ProviderUnavailable without an answer */
export interface BankLookups {
  banks(): Promise<readonly Bank[]>;
  /** Account holder; undefined when the bank knows no such account. */
  accountName(bankCode: string, accountNumber: string): Promise<string | undefined>;
  close(): Promise<void>;
}

export const BANK_LOOKUPS = Symbol('BANK_LOOKUPS');
