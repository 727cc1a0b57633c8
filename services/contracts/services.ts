import type { AirtimeProduct } from './airtime.contract.js';
import type { BetProduct } from './bet.contract.js';
import type { BvnProduct } from './bvn.contract.js';
import type { CableProduct } from './cable.contract.js';
import type { DataProduct } from './data.contract.js';
import type { ElectricityProduct } from './electricity.contract.js';
import type { ExamProduct } from './exams.contract.js';
import type { NetworkCode } from './fields/codes.js';
import type { SmsProduct } from './sms.contract.js';
import type { TransferProduct } from './transfer.contract.js';

/**
 * Product of a purchase, stored unencrypted for ever, so it must not contain personal data. The recipient is
 * stored encrypted in another field.
 */
export type Product =
  | AirtimeProduct
  | DataProduct
  | CableProduct
  | ElectricityProduct
  | ExamProduct
  | SmsProduct
  | BetProduct
  | TransferProduct
  | BvnProduct;

export type Service = Product['service'];

export const SERVICE_NAMES: Readonly<Record<Service, string>> = {
  airtime: 'Airtime',
  data: 'Data',
  cable: 'Cable TV',
  electricity: 'Electricity',
  exams: 'Exam pins',
  sms: 'Bulk SMS',
  bet: 'Bet funding',
  transfer: 'Bank transfer',
  bvn: 'BVN verification',
};
/** Services that send money to other people. */
export const MONEY_SERVICES: readonly Service[] = ['transfer', 'bet'];
export const SERVICES = Object.keys(SERVICE_NAMES) as [Service, ...Service[]];

export type StoredProduct = Product | { readonly network?: number };

export const productOf = (product: StoredProduct): Product =>
  'service' in product ? product : { service: 'airtime', network: (product.network ?? 1) as NetworkCode };

export const TRANSACTION_STATUSES = ['Pending', 'Successful', 'Refunded', 'Reversed'] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

export const ROLES = ['user', 'admin', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Tiers of customers. A customer of the tier `affiliate` has `reseller: 1` in the HTTP contract.
 */
export const TIERS = ['regular', 'affiliate'] as const;
export type Tier = (typeof TIERS)[number];
