import type { Kobo } from '../contracts/money.js';
import { ownEntry } from '../contracts/own-entry.js';
import type { Product, Service } from '../contracts/services.js';
import { AIRTIME } from './airtime/airtime.product.js';
import { BET } from './bet/bet.product.js';
import { BVN } from './bvn/bvn.product.js';
import { CABLE } from './cable/cable.product.js';
import { DATA } from './data/data.product.js';
import { ELECTRICITY } from './electricity/electricity.product.js';
import { EXAM_PINS } from './exams/exams.product.js';
import { type ProductDescriptor, type Sealed, shown } from './product.js';
import { SMS } from './sms/sms.product.js';
import { TRANSFER } from './transfer/transfer.product.js';

/** One product for every service. */
export type Products = { [Sold in Service]: ProductDescriptor<Extract<Product, { service: Sold }>> };

/** Everything that is sold. A service that is not here does not compile. */
export const PRODUCTS = {
  airtime: AIRTIME,
  data: DATA,
  cable: CABLE,
  electricity: ELECTRICITY,
  exams: EXAM_PINS,
  sms: SMS,
  bet: BET,
  transfer: TRANSFER,
  bvn: BVN,
} as const satisfies Products;

/** What a vendor is asked to deliver: the product, and in the clear whom it is for. Stored nowhere. */
export type VendorRequest = NonNullable<ReturnType<(typeof PRODUCTS)[Service]['vendorRequest']>>;

/** The descriptor of a stored product; undefined when what was stored is sold no more. */
export const descriptorOf = (product: Product): ProductDescriptor | undefined =>
  ownEntry(PRODUCTS as Readonly<Record<string, unknown>>, product.service) as ProductDescriptor | undefined;

/** What a vendor is asked for, of a product and the person it is for. undefined when something of it is not there. */
export const vendorRequestFor = (product: Product, amount: Kobo, sealed: Sealed): VendorRequest | undefined =>
  descriptorOf(product)?.vendorRequest(product, amount, sealed) as VendorRequest | undefined;

/** Whether only the vendor's answer holds what the customer can use. */
export const isHandedOver = (product: Product): boolean =>
  descriptorOf(product)?.handsOver?.(product) ?? false;

/**
 * What was bought, in words. Says something of every stored purchase, also of one that no table lists (any more): one label
 * must not stop the rest from being read.
 */
export const productLabel = (product: Product): string =>
  descriptorOf(product)?.label(product) ?? `Unknown product (${shown(product.service)})`;
