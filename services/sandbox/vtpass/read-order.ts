import type { PlanLists } from '../lists/plan-lists.js';
import { PRODUCTS, type Product, variationsOf } from './products.js';
import type { VendorRequest } from '../vendor-books.js';

export interface Refused {
  readonly code: string;
  readonly words: string;
}

const refuse = (code: string, words: string): Refused => ({ code, words });
const DAY_MS = 86_400_000;
const LAGOS_OFFSET_MS = 3_600_000;
const QUANTITY_MAX = 100;

export function readOrder(
  body: unknown,
  vendor: number,
  now: number,
  lists: Pick<PlanLists, 'vtpass'>,
): VendorRequest | Refused {
  const {
    request_id: id,
    serviceID,
    billersCode,
    phone,
    variation_code: variation,
    quantity = 1,
    amount,
  } = (body ?? {}) as Record<string, unknown>;
  if (typeof id !== 'string' || !/^\d{12}[A-Za-z0-9]{0,24}$/.test(id))
    return refuse('085', 'IMPROPER REQUEST ID');
  if (!isToday(id, now)) return refuse('085', 'IMPROPER REQUEST ID: NOT TODAY');
  const known = typeof serviceID === 'string' ? PRODUCTS.get(serviceID) : undefined;
  if (!known) return refuse('012', 'PRODUCT DOES NOT EXIST');
  const product = known.variations ? { ...known, variations: variationsOf(lists, String(serviceID)) } : known;
  const recipient = product.biller ? billersCode : (billersCode ?? phone);
  if (!isDigits(recipient) || !isDigits(phone)) return refuse('011', 'INVALID ARGUMENTS');
  if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1 || quantity > QUANTITY_MAX)
    return refuse('011', 'INVALID ARGUMENTS');
  if (product.biller === 'meter' && variation !== 'prepaid' && variation !== 'postpaid')
    return refuse('010', 'VARIATION CODE DOES NOT EXIST');
  const price = priceOf(product, amount, variation);
  if (typeof price !== 'number') return price;
  const order = { requestId: id, vendor, service: serviceID as string, recipient };
  return {
    ...order,
    amount: Math.round(price * quantity * 100) / 100,
    ...(quantity > 1 && { quantity }),
    ...(variation === 'prepaid' && { prepaid: true as const }),
  };
}

const isDigits = (value: unknown): value is string => typeof value === 'string' && /^\d{5,20}$/.test(value);

function priceOf(product: Product, amount: unknown, variation: unknown): number | Refused {
  if (product.variations) {
    const chosen = product.variations.find(({ variation_code }) => variation_code === variation);
    return chosen ? Number(chosen.variation_amount) : refuse('010', 'VARIATION CODE DOES NOT EXIST');
  }
  const naira = typeof amount === 'string' && amount !== '' ? Number(amount) : amount;
  if (typeof naira !== 'number' || !Number.isFinite(naira)) return refuse('011', 'INVALID ARGUMENTS');
  if (naira < product.minimum) return refuse('013', 'BELOW MINIMUM AMOUNT ALLOWED');
  if (naira > product.maximum) return refuse('017', 'ABOVE MAXIMUM AMOUNT ALLOWED');
  return Math.round(naira * 100) / 100;
}

function isToday(id: string, now: number): boolean {
  const part = (from: number, to: number): number => Number(id.slice(from, to));
  const at = Date.UTC(part(0, 4), part(4, 6) - 1, part(6, 8), part(8, 10), part(10, 12)) - LAGOS_OFFSET_MS;
  return Math.abs(now - at) < DAY_MS;
}
