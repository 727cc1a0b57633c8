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
