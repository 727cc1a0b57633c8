import type { Kobo } from '../../../contracts/money.js';
import { requireWithin, type Offer, type ProductOrder } from '../../product.js';

/** Invented product without a vendor: airtime delivered as a code by email. */
export interface VoucherProduct {
  readonly service: 'voucher';
  readonly network: number;
}

interface VoucherAsked {
  readonly network: number;
  readonly email: string;
  readonly amount: Kobo;
}

const RANGE = { minimum: 100_00n, maximum: 5_000_00n };
const VENDOR = 21;

export const VOUCHER = {
  service: 'voucher',
  order: ({ network, email, amount }: VoucherAsked): ProductOrder => ({
    service: 'voucher' as ProductOrder['service'],
    recipient: `${network}/${email.toLowerCase()}`,
    what: String(amount),
    also: '',
    shownRecipient: email,
    sealed: { recipient: email },
    offer: () => {
      requireWithin(amount, RANGE);
      const product = { service: 'voucher', network } as unknown as Offer['product'];
      return {
        product,
        amount,
        discount: 5_00n,
        price: amount - 5_00n,
        expectedCost: amount,
        vendor: VENDOR,
      };
    },
  }),
  label: ({ network }: VoucherProduct) => `Airtime 2 Cash, network ${network}`,
  vendorRequest: (product: VoucherProduct, amount: Kobo, { recipient }: Readonly<Record<string, unknown>>) =>
    typeof recipient === 'string' ? { ...product, amount, email: recipient } : undefined,
  receipt: [['recipient', 'Sent to']],
  choice: ({ network }: VoucherProduct) => String(network),
} as const;
