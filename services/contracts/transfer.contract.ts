import { z } from 'zod';
import { asks, buys, looksUp, serverOnly, type Call } from './call.js';
import {
  Amount,
  BodyToken,
  Bounded,
  Confirmed,
  Digits,
  Ok,
  OrderPin,
  PasskeyProof,
  PurchaseAnswer,
  QuoteAnswer,
  Text,
} from './fields/http-fields.js';

export interface TransferProduct {
  readonly service: 'transfer';
  readonly bankName: string;
  /** Code of the bank at the provider that looked up the account. */
  readonly bankCode: string;
}

export const TRANSFER_CALLS = {
  listBanks: asks('/banking/list-banks/'),
  /**
   * Looks up the name of the owner of a bank account. Money can be sent to an account only within
   * 15 minutes after this call.
   */
  bankDetails: looksUp('/banking/fetch-banks-details/'),
  transferQuote: asks('/banking/transfer-quote/'),
  transferMoney: { ...buys('/banking/transfer-money/'), token: 'user_access_code' },
} as const satisfies Record<string, Call>;

export const TRANSFER_SHAPES = serverOnly(() => {
  const NO_BANK_CODE = 'must be the code of a bank from the list';
  const BankCode = Bounded(6, 'must be text', NO_BANK_CODE)
    .regex(/^\d{3,6}$/, NO_BANK_CODE)
    .meta({ description: 'The code of a bank from the list, as text.', example: '058' });

  const AccountNumber = Digits(10, 'ten digits').meta({
    description: 'Ten digits, as text.',
    example: '0123456789',
  });

  const Sent = Amount.meta({ example: 10_000 });

  return {
    listBanks: {
      request: z.object({ access_token: BodyToken }),
      answer: z.object({
        status: Ok,
        banks: z.array(
          z.object({
            code: z.string().meta({ example: '058' }),
            name: z.string().meta({ example: 'Guaranty Trust Bank' }),
          }),
        ),
        message: z.string().meta({ example: '' }),
      }),
    },
    bankDetails: {
      request: z.object({ account_number: AccountNumber, bankCode: BankCode, access_token: BodyToken }),
      answer: z.object({
        status: Ok,
        accountName: z.string().meta({ example: 'ADA OBI' }),
        message: z.string().meta({ example: '' }),
      }),
    },
    transferQuote: {
      request: z.object({ amount_to_withdrawal: Sent, access_token: BodyToken }),
      answer: QuoteAnswer.extend({ fee: z.number().meta({ example: 25 }) }),
    },
    transferMoney: {
      request: z.object({
        user_access_code: BodyToken,
        user_bank_name: Text(100, 0).nullish().meta({ description: 'Optional, for the receipt.' }),
        bank_name_code: BankCode,
        user_account_name: Text(200, 0).nullish().meta({ description: 'Optional, and not believed.' }),
        user_account_number: AccountNumber,
        amount_to_withdrawal: Sent,
        transaction_pin: OrderPin,
        passkey: PasskeyProof.optional(),
        narration: Text(100, 0)
          .nullish()
          .meta({ description: 'Optional: what it is for, up to 100 characters.', example: 'Rent' }),
        confirm_duplicate: Confirmed,
      }),
      answer: PurchaseAnswer,
    },
  };
});
