import type { Kobo } from '../contracts/money.js';
import type { Product } from '../contracts/products.js';
import type { VendorOrder } from '../vendors/vendor-order.js';
import { airtimeOrder } from './airtime/airtime.order.js';
import { betOrder } from './bet/bet.order.js';
import { cableOrder } from './cable/cable.order.js';
import { dataOrder } from './data/data.order.js';
import { electricityOrder } from './electricity/electricity.order.js';
import { examOrder } from './exams/exam.order.js';
import { smsOrder } from './sms/sms.order.js';
import { transferOrder } from './transfer/transfer.order.js';

/** What was sealed with a purchase, opened. */
export type Sealed = Readonly<Record<string, unknown>>;

/** What a vendor is asked for, of a product and the person it is for. undefined when something of it is not there. */
export function orderFor(product: Product, amount: Kobo, sealed: Sealed): VendorOrder | undefined {
  switch (product.service) {
    case 'airtime':
      return airtimeOrder(product, amount, sealed);
    case 'data':
      return dataOrder(product, amount, sealed);
    case 'cable':
      return cableOrder(product, amount, sealed);
    case 'electricity':
      return electricityOrder(product, amount, sealed);
    case 'exams':
      return examOrder(product, amount, sealed);
    case 'sms':
      return smsOrder(product, amount, sealed);
    case 'bet':
      return betOrder(product, amount, sealed);
    case 'transfer':
      return transferOrder(product, amount, sealed);
    default:
      return undefined;
  }
}
