import type { Kobo } from '../contracts/money.js';
import type {
  AirtimeProduct,
  BetProduct,
  CableProduct,
  DataProduct,
  ElectricityProduct,
  ExamProduct,
  SmsProduct,
  TransferProduct,
} from '../contracts/products.js';

/** `amount` is the face value: what is to be delivered. `phone` is `+234…`. */
interface Ordered {
  readonly amount: Kobo;
}

export type AirtimeOrder = AirtimeProduct & Ordered & { readonly phone: string };
export type DataOrder = DataProduct & Ordered & { readonly phone: string };
/** Vendors tell the customer's phone about it. */
export type CableOrder = CableProduct & Ordered & { readonly iuc: string; readonly phone: string };
export type ElectricityOrder = ElectricityProduct &
  Ordered & { readonly meter: string; readonly phone: string };
export type ExamOrder = ExamProduct & Ordered & { readonly phone: string };
export type SmsOrder = Omit<SmsProduct, 'recipients'> &
  Ordered & { readonly senderId: string; readonly body: string; readonly recipients: readonly string[] };
export type BetOrder = BetProduct & Ordered & { readonly clientId: string };
export type TransferOrder = TransferProduct &
  Ordered & { readonly accountNumber: string; readonly accountName: string; readonly narration: string };

/** What a vendor is asked to deliver: the product, and in the clear whom it is for. Stored nowhere. */
export type VendorOrder =
  AirtimeOrder | DataOrder | CableOrder | ElectricityOrder | ExamOrder | SmsOrder | BetOrder | TransferOrder;
