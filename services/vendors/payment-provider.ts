import type { UnreadField, UnreadType } from '../contracts/admin/unmatched.contract.js';
import type { BankAccount, IdentityKind } from '../contracts/funding.contract.js';
import type { Kobo } from '../contracts/money.js';

/**
 * Payment as the provider describes it when asked. Amounts from any other source are not trusted.
 */
export interface ProviderTransaction {
  readonly transactionReference: string;
  /**
   * Reference of the account that received the payment. Undefined when the answer names no account.
   */
  readonly accountReference: string | undefined;
  /**
   * Status of the payment in the provider's words. When `judge` in `funding.decider.ts` does not
   * know it, an administrator must decide.
   */
  readonly status: string;
  /**
   * Currency as the provider spells it. Empty when the answer names no currency, or two different currencies.
   */
  readonly currency: string;
  /** Amount that was paid. Undefined when the amount is not certain. */
  readonly paid: Kobo | undefined;
  readonly settled: Kobo | undefined;
  /** Unix milliseconds of the payment. Undefined when the answer contains no readable time. */
  readonly paidAt?: number | undefined;
  /**
   * Session id of the bank transfer, which is unique among all banks. Undefined when the answer
   * contains none.
   */
  readonly session?: string | undefined;
  readonly raw: RawAnswer;
}

/**
 * Digest and field types of the provider's answer. The answer itself is left out, because it may name the
 * payer.
 */
export interface RawAnswer {
  /** SHA-256 of the answer as received, in hex. */
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
  /** Amount that the provider states, or undefined when its text is unclear. Never credit this amount. */
  readonly said: Kobo | undefined;
}

export type UnreadRow = Unread;

/** Webhook whose signature is right. */
export interface ProviderWebhook {
  /** Fields that contain no personal data. Only these fields may be stored. */
  readonly facts: Readonly<Record<string, string>>;
  /**
   * Payment to ask the provider about. `unreadable` when a webhook of an unknown form may be about a payment.
   */
  readonly payment: ListedPayment | 'unreadable' | undefined;
}

export interface AccountRequest {
  readonly userId: string;
  /** Reference of an account that already exists, for example because an older system opened it. */
  readonly accountReference?: string | undefined;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  /** BVN or NIN of the customer. Absent when the installation asks for none. */
  readonly identity?: Identity | undefined;
}

/** BVN or NIN of a customer. Never store or log the number. */
export interface Identity {
  readonly kind: IdentityKind;
  /** Eleven digits. */
  readonly number: string;
}

export interface ReservedAccount {
  /** Reference of the account in payments. The reference of a customer's account never changes. */
  readonly accountReference: string;
  readonly bankAccounts: readonly BankAccount[];
}

/** Adapter for a payment provider. `payment-providers.ts` lists all providers. */
export interface PaymentProvider {
  /** Code of the provider in events and idempotency keys. */
  readonly code: string;
  /**
   * Makes bank accounts for a customer. Returns the existing accounts when the customer already has
   * some.
   * @throws ProviderUnavailable, ProviderRefused
   */
  reserveAccount(request: AccountRequest): Promise<ReservedAccount>;
  /**
   * Adds the BVN or NIN to an existing account. Absent for a provider that does not check such numbers.
   * @throws ProviderUnavailable, ProviderRefused
   */
  identify?(accountReference: string, identity: Identity): Promise<void>;
  /**
   * Payment with this reference; undefined when the provider does not know the reference.
   * @throws ProviderUnavailable
   */
  transaction(reference: string): Promise<ProviderTransaction | UnreadAnswer | undefined>;
  /**
   * Lists the payments between `from` and `to` (Unix ms). A row that cannot be read becomes an
   * `UnreadRow`, and does not end the list.
   * @throws ProviderUnavailable
   */
  references(from: number, to: number): AsyncIterable<ListedPayment | UnreadRow>;
  close(): Promise<void>;
}

/**
 * Error for an answer that is missing or cannot be read. The caller must ask the provider again
 * later.
 */
export class ProviderUnavailable extends Error {
  override readonly name: string = 'ProviderUnavailable';
}

/** Error for an answer that is not JSON although its status is below 500. */
export class ProviderUnreadable extends ProviderUnavailable {
  override readonly name = 'ProviderUnreadable';

  constructor(
    message: string,
    /** Answer as received. Never log this text, because it may contain personal data. */
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
  /** Returns undefined when the bank does not know the account. */
  accountName(bankCode: string, accountNumber: string): Promise<string | undefined>;
  close(): Promise<void>;
}

export const BANK_LOOKUPS = Symbol('BANK_LOOKUPS');
