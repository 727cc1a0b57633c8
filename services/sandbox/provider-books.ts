import { createHash } from 'node:crypto';
import { openJournal, type Journal } from './journal.js';

export interface ReservedAccount {
  readonly accountReference: string;
  readonly accountName: string;
  readonly customerEmail: string;
  readonly customerName: string;
  /** Numbers of the account at the provider's banks, in the order of `banks`. */
  readonly accountNumbers: readonly string[];
  readonly at: number;
}

export interface Transfer {
  /** Number of the transfer, counted from 0. */
  readonly number: number;
  readonly transactionReference: string;
  readonly accountNumber: string;
  readonly account: ReservedAccount;
  /** Naira. */
  readonly amount: number;
  readonly at: number;
  readonly duplicates: number;
  readonly loseWebhook: boolean;
  /** True after a server has accepted the webhook. */
  told: boolean;
}

/** Number of different account numbers that a provider can assign. */
const NUMBERS = 1_000_000_000n;

export interface BookRules {
  /** Banks of the provider. Each account has one number at each bank. */
  readonly banks: readonly { readonly bankCode: string; readonly bankName: string }[];
  readonly firstNumber: bigint;
  readonly referenceOf: (number: number, at: number) => string;
}

export class ProviderBooks {
  readonly transfers: Transfer[] = [];
  private readonly byReference = new Map<string, Transfer>();
  private readonly accounts = new Map<string, ReservedAccount>();
  private readonly byAccountNumber = new Map<string, ReservedAccount>();

  private constructor(
    private readonly rules: BookRules,
    private readonly journal: () => Journal,
  ) {}

  static async open(file: string, rules: BookRules): Promise<ProviderBooks> {
    const opening: { journal?: Journal } = {};
    const books = new ProviderBooks(rules, () => opening.journal!);
    opening.journal = await openJournal(file, ([what, ...rest]) => {
      const [first, second, third, fourth, fifth, sixth, seventh] = rest.map(String) as [string, ...string[]];
      if (what === 'account') books.enterAccount(first, second!, third!, fourth!, Number(fifth));
      else if (what === 'transfer')
        books.enterTransfer(
          first,
          second!,
          Number(third),
          Number(fourth),
          Number(fifth),
          sixth === '1',
          seventh === '1',
        );
      else if (what === 'told') books.byReference.get(first)!.told = true;
    });
    return books;
  }

  account(accountReference: string): ReservedAccount | undefined {
    return this.accounts.get(accountReference);
  }

  accountWithNumber(accountNumber: string): ReservedAccount | undefined {
    return this.byAccountNumber.get(accountNumber);
  }

  newestAccounts(most: number): ReservedAccount[] {
    return [...this.accounts.values()].slice(-most).reverse();
  }

  find(transactionReference: string): Transfer | undefined {
    return this.byReference.get(transactionReference);
  }

  /** Opens an account. A second request with the same `accountReference` gets the existing account. */
  reserve(
    accountReference: string,
    accountName: string,
    customerEmail: string,
    customerName: string,
    at: number,
  ): ReservedAccount {
    const known = this.accounts.get(accountReference);
    if (known) return known;
    this.journal().append(['account', accountReference, accountName, customerEmail, customerName, at]);
    return this.enterAccount(accountReference, accountName, customerEmail, customerName, at);
  }

  /** @throws Error for an unknown account number */
  receive(
    accountNumber: string,
    amount: number,
    at: number,
    options: { duplicates: number; loseWebhook: boolean },
  ): Transfer {
    const reference = this.rules.referenceOf(this.transfers.length, at);
    const lost = options.loseWebhook ? 1 : 0;
    this.journal().append(['transfer', reference, accountNumber, amount, at, options.duplicates, lost]);
    return this.enterTransfer(
      reference,
      accountNumber,
      amount,
      at,
      options.duplicates,
      options.loseWebhook,
      false,
    );
  }

  told(transfer: Transfer): void {
    transfer.told = true;
    this.journal().append(['told', transfer.transactionReference]);
  }

  durable(): Promise<void> {
    return this.journal().durable();
  }

  close(): Promise<void> {
    return this.journal().close();
  }

  private enterAccount(
    accountReference: string,
    accountName: string,
    customerEmail: string,
    customerName: string,
    at: number,
  ): ReservedAccount {
    const accountNumbers = this.rules.banks.map(({ bankCode }) =>
      this.freeNumber(`${bankCode} ${accountReference}`),
    );
    const account = { accountReference, accountName, customerEmail, customerName, accountNumbers, at };
    this.accounts.set(accountReference, account);
    for (const accountNumber of accountNumbers) this.byAccountNumber.set(accountNumber, account);
    return account;
  }

  private enterTransfer(
    transactionReference: string,
    accountNumber: string,
    amount: number,
    at: number,
    duplicates: number,
    loseWebhook: boolean,
    told: boolean,
  ): Transfer {
    const account = this.byAccountNumber.get(accountNumber);
    if (!account) throw new Error('no such account number');
    const number = this.transfers.length;
    const transfer = {
      number,
      transactionReference,
      accountNumber,
      account,
      amount,
      at,
      duplicates,
      loseWebhook,
      told,
    };
    this.transfers.push(transfer);
    this.byReference.set(transactionReference, transfer);
    return transfer;
  }

  /**
   * Account number of ten digits that is not in use. After a restart, the same `seed` gives the same number.
   */
  private freeNumber(seed: string): string {
    for (let attempt = 0; ; attempt++) {
      const digest = createHash('sha256').update(`${seed} ${attempt}`).digest();
      const accountNumber = String(this.rules.firstNumber + (digest.readBigUInt64BE(0) % NUMBERS));
      if (!this.byAccountNumber.has(accountNumber)) return accountNumber;
    }
  }
}
