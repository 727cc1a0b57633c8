import type { Service } from '../../../services/contracts/services.js';
import type { Products } from '../domain/products.js';
import type { PRODUCTS } from './products.js';

/* Test at compile time: `npm run check:types` fails if a line here is wrong. */

type Sold = typeof PRODUCTS;

/** Services that `Products` would compile without. Must be `never`. */
type Forgettable = { [Name in Service]: Omit<Sold, Name> extends Products ? Name : never }[Service];

export const whole = (products: Sold): Products => products;
export const forgettable = (service: Forgettable): never => service;
// @ts-expect-error -- a table that lacks a product is refused
export const lacking = (products: Omit<Sold, 'sms'>): Products => products;
