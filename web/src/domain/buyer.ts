import { side } from '../api/side.js';
import type { Product } from './products.js';

/** For whom the page that is shown buys: a customer for themselves, or an administrator for the house. */
interface Buyer {
  readonly house: boolean;
  /** Where people land who have nothing else to do here. */
  readonly home: string;
  /** All that was bought. */
  readonly history: string;
  readonly receipt: (reference: string) => string;
  /** The form in which a product is bought again; undefined where this buyer has none. */
  readonly form: (product: Product | undefined) => string | undefined;
}

/** Where the same is bought once more: the form, which opens with the confirm sheet over it. */
export const againAddress = (form: string, reference: string): string =>
  `${form}?again=${encodeURIComponent(reference)}`;

/** Without one recipient there is nothing to fill the form with, and what is being written in it would be lost. */
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

/** The buyer of the side that is shown, which a page is on from its first moment to its last. */
export const buyer = (): Buyer => (side() === 'admin' ? HOUSE : CUSTOMER);
