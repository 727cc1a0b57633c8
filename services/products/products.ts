import type { Kobo } from '../contracts/money.js';
import type { HandedOver } from '../contracts/artefacts.js';
import { ownEntry } from '../contracts/own-entry.js';
import type { Product, Service } from '../contracts/services.js';
import { AIRTIME } from './airtime/airtime.product.js';
import { BET } from './bet/bet.product.js';
import { BVN } from './bvn/bvn.product.js';
import { CABLE } from './cable/cable.product.js';
import { DATA } from './data/data.product.js';
import { ELECTRICITY } from './electricity/electricity.product.js';
import { EXAM_PINS } from './exams/exams.product.js';
import { type Ordered, type ProductDescriptor, type Sealed, shown } from './product.js';
import { SMS } from './sms/sms.product.js';
import { TRANSFER } from './transfer/transfer.product.js';

export type Products = { [Sold in Service]: ProductDescriptor<Extract<Product, { service: Sold }>> };

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

/** Request to a vendor. Never store this request, because it contains the recipient in plain text. */
export type VendorRequest = NonNullable<ReturnType<(typeof PRODUCTS)[Service]['vendorRequest']>>;

/** Order without its recipient. Contains no personal data, and is stored unencrypted. */
export type OrderWithoutPerson = Ordered<Product>;

export const descriptorOf = (product: Product): ProductDescriptor | undefined =>
  ownEntry(PRODUCTS as Readonly<Record<string, unknown>>, product.service) as ProductDescriptor | undefined;

export const vendorRequestFor = (product: Product, amount: Kobo, sealed: Sealed): VendorRequest | undefined =>
  descriptorOf(product)?.vendorRequest(product, amount, sealed) as VendorRequest | undefined;

export const handedOver = (product: Product): HandedOver | undefined =>
  descriptorOf(product)?.handsOver?.(product);

/** An error for an unknown service would make a whole list of purchases fail. */
export const productLabel = (product: Product): string =>
  descriptorOf(product)?.label(product) ?? `Unknown product (${shown(product.service)})`;
