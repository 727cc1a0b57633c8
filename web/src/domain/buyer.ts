import { side } from '../api/side.js';
import type { Product } from './products.js';

interface Buyer {
  readonly house: boolean;
  /** Landing page. */
  readonly home: string;
  readonly history: string;
  readonly receipt: (reference: string) => string;
  /** Path of the form to buy `product` again; undefined without one. */
  readonly form: (product: Product | undefined) => string | undefined;
}

/** Opens `ConfirmSheet` over the form. */
export const againAddress = (form: string, reference: string): string =>
  `${form}?again=${encodeURIComponent(reference)}`;

/**
 * Undefined for a product `withoutRecipient`. Its form cannot be refilled, and a link would discard
 * a draft in the form.
 */
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

/** Buyer of the current `side`, which never changes while a page is shown. */
export const buyer = (): Buyer => (side() === 'admin' ? HOUSE : CUSTOMER);
