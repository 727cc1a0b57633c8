import { side } from '../api/side.js';
import type { Product } from './products.js';

interface Buyer {
  readonly house: boolean;
  readonly home: string;
  readonly history: string;
  readonly receipt: (reference: string) => string;
  readonly form: (product: Product | undefined) => string | undefined;
}

export const againAddress = (form: string, reference: string): string =>
  `${form}?again=${encodeURIComponent(reference)}`;

const againOf = (product: Product | undefined): Product['again'] =>
  product?.receipt.withoutRecipient ? undefined : product?.again;

const CUSTOMER: Buyer = {
  house: false,
  home: '/home',
  history: '/thistory',
  receipt: (reference) => `/receipt/${encodeURIComponent(reference)}`,
  form: (product) => againOf(product)?.to,
};

const HOUSE: Buyer = {
  house: true,
  home: '/admin-area',
  history: '/adminthistory?by=house',
  receipt: (reference) => `/adminbought/${encodeURIComponent(reference)}`,
  form: (product) => (againOf(product) ? product?.house.path : undefined),
};

export const buyer = (): Buyer => (side() === 'admin' ? HOUSE : CUSTOMER);
