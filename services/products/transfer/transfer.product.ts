import { demoNaira } from '../demo.js';
import { type Chances } from '../product.js';
import {
  ruleBrokenBy,
  type OrderContext,
  type Prices,
  type ProductOrder,
  type Ordered,
  type ProductDescriptor,
  type Sealed,
} from '../product.js';
import type { Kobo } from '../../contracts/money.js';
import type { TransferProduct } from '../../contracts/transfer.contract.js';

/**
 * Bank transfer in the form in which it is sent to a vendor. `accountName` is the name that the
 * bank reported.
 */
export type TransferVendorRequest = Ordered<TransferProduct> & {
  readonly accountNumber: string;
  readonly accountName: string;
  readonly narration: string;
};

export interface TransferAsked {
  readonly bankCode: string;
  readonly accountNumber: string;
  readonly amount: Kobo;
  /** Text that appears on the recipient's bank statement. */
  readonly narration: string;
}

export interface TransferQuoteRequest {
  readonly amount: Kobo;
}

const NARRATION = 'Transfer';
const ANY_BANK: TransferProduct = { service: 'transfer', bankCode: '', bankName: '' };

export const TRANSFER = {
  service: 'transfer',
  /**
   * The name of the account holder comes only from the bank, and never from the customer. When this customer
   * has not looked up the account within the last 15 minutes, the bank is asked now.
   */
  order: async (asked: TransferAsked, { user, ownPrices, lookups }: OrderContext): Promise<ProductOrder> => {
    const { bankCode, accountNumber, amount } = asked;
    const narration = asked.narration.trim() || NARRATION;
    let holder: { readonly name: string; readonly bankName: string } | undefined;
    const refusal = await ruleBrokenBy(async () => {
      ownPrices.requireTransfers();
      holder = await lookups.accountHolder(user.userId, bankCode, accountNumber);
    });
    return {
      service: 'transfer',
      recipient: `${bankCode}/${accountNumber}`,
      what: String(amount),
      also: '',
      alsoPersonal: narration,
      shownRecipient: accountNumber,
      sealed: { recipient: accountNumber, accountName: holder?.name ?? '', narration },
      offer: () => {
        if (refusal) throw refusal;
        const product = { service: 'transfer', bankCode, bankName: holder!.bankName } as const;
        return ownPrices.transfer({ product, amount });
      },
    };
  },
  quote: ({ amount }: TransferQuoteRequest, { ownPrices }: Prices) =>
    ownPrices.transfer({ product: ANY_BANK, amount }),
  label: ({ bankName }) => `Transfer to ${bankName}`,
  vendorRequest: (
    product,
    amount: Kobo,
    { recipient, accountName, narration }: Sealed,
  ): TransferVendorRequest | undefined =>
    typeof recipient === 'string' && typeof accountName === 'string' && typeof narration === 'string'
      ? { ...product, amount, accountNumber: recipient, accountName, narration }
      : undefined,
  receipt: [
    ['recipient', 'Account number'],
    ['accountName', 'Account name'],
    ['narration', 'Narration'],
  ],
  choice: ({ bankCode }) => bankCode,
  demo: {
    share: 2,
    asked: (chances: Chances): TransferAsked => ({
      bankCode: '058',
      accountNumber: `01${chances.digits(8)}`,
      narration: '',
      amount: demoNaira(1_000 * (1 + chances.upTo(20))),
    }),
  },
} as const satisfies ProductDescriptor<TransferProduct, TransferAsked, TransferQuoteRequest>;
