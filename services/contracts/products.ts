import type { NetworkCode } from './services.js';

/** Plan types of data: one table for every screen and every call. */
export const PLAN_TYPES = { 1: 'SME', 2: 'Cooperate Gifting', 3: 'Gifting', 4: 'SME2' } as const;
export type PlanTypeCode = keyof typeof PLAN_TYPES;

export const CABLE_PROVIDERS = { 1: 'GoTV', 2: 'DSTV', 3: 'STARTIME' } as const;
export type CableCode = keyof typeof CABLE_PROVIDERS;

export const EXAMS = { 1: 'WAEC', 2: 'NECO', 3: 'NABTEB' } as const;
export type ExamCode = keyof typeof EXAMS;

/** Distribution companies; there is no 27. */
export const DISCOS = {
  18: 'Ikeja',
  19: 'Ibadan',
  20: 'Eko',
  21: 'Port Harcourt',
  22: 'Kaduna',
  23: 'Kano',
  24: 'Jos',
  25: 'Abuja',
  26: 'Enugu',
  28: 'Yola',
  29: 'Benin',
} as const;
export type DiscoCode = keyof typeof DISCOS;

export const METER_TYPES = { prepaid: 'Prepaid', postpaid: 'Postpaid' } as const;
export type MeterType = keyof typeof METER_TYPES;

/** Pins bought at once. */
export const EXAM_QUANTITY_MAX = 20;

/**
 * What is bought, without personal data: stored in events for ever and in the clear. Whoever it is for (phone, meter,
 * smartcard, account, message) is sealed beside it.
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

export interface AirtimeProduct {
  readonly service: 'airtime';
  readonly network: NetworkCode;
}

/**
 * What each family of vendors calls a plan, by the name of its adapter. Stored with the purchase, so that what is sent
 * does not depend on the price list of the day it is sent.
 */
export type VendorCodes = Readonly<Record<string, string>>;

/** The plan as it was when it was bought: names and sizes change, a receipt does not. */
export interface DataProduct {
  readonly service: 'data';
  readonly network: NetworkCode;
  readonly planType: PlanTypeCode;
  /** Code of the catalogue. */
  readonly plan: number;
  readonly planName: string;
  readonly codes: VendorCodes;
}

export interface CableProduct {
  readonly service: 'cable';
  readonly provider: CableCode;
  readonly plan: number;
  readonly planName: string;
  readonly codes: VendorCodes;
}

export interface ElectricityProduct {
  readonly service: 'electricity';
  readonly disco: DiscoCode;
  readonly meterType: MeterType;
}

export interface ExamProduct {
  readonly service: 'exams';
  readonly exam: ExamCode;
  readonly quantity: number;
}

/** Recipients may be served in part; the message itself is sealed. */
export interface SmsProduct {
  readonly service: 'sms';
  readonly recipients: number;
  readonly pages: number;
}

export interface BetProduct {
  readonly service: 'bet';
  readonly platform: string;
  readonly codes: VendorCodes;
}

export interface TransferProduct {
  readonly service: 'transfer';
  readonly bankName: string;
  /** Code of the bank at the provider that looked the account up. */
  readonly bankCode: string;
}

export interface BvnProduct {
  readonly service: 'bvn';
}

/** As stored: the first purchases were all airtime, and their product said only the network. */
export type StoredProduct = Product | { readonly network?: number };

/** The product of a stored purchase, whatever its age. */
export const productOf = (product: StoredProduct): Product =>
  'service' in product ? product : { service: 'airtime', network: (product.network ?? 1) as NetworkCode };
