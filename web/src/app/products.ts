import type { Products } from '../domain/products.js';
import { airtime } from '../products/airtime/airtime.product.js';
import { bet } from '../products/bet/bet.product.js';
import { bvn } from '../products/bvn/bvn.product.js';
import { cable } from '../products/cable/cable.product.js';
import { data } from '../products/data/data.product.js';
import { electricity } from '../products/electricity/electricity.product.js';
import { exams } from '../products/exams/exams.product.js';
import { sms } from '../products/sms/sms.product.js';
import { transfer } from '../products/transfer/transfer.product.js';

/**
 * Products in the order in which they are shown. A service without a product is a compile error.
 */
export const PRODUCTS = {
  airtime,
  data,
  cable,
  electricity,
  exams,
  sms,
  bet,
  transfer,
  bvn,
} satisfies Products;

type Sold = (typeof PRODUCTS)[keyof typeof PRODUCTS];
export type ProductAdminPath =
  Sold['house']['path'] | Extract<Sold, { adminList: object }>['adminList']['path'];
