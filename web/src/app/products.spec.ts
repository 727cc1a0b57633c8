import type { Service } from '../../../services/contracts/services.js';
import type { Products } from '../domain/products.js';
import type { PRODUCTS } from './products.js';

/*
 * Read by the compiler alone: `npm run check:types` fails where one of these lines is not so.
 */

type Sold = typeof PRODUCTS;

/** Services without which a table would still be one of all products. */
type Forgettable = { [Name in Service]: Omit<Sold, Name> extends Products ? Name : never }[Service];

export const whole = (products: Sold): Products => products;
export const forgettable = (service: Forgettable): never => service;
// @ts-expect-error -- a table that lacks a product is refused
export const lacking = (products: Omit<Sold, 'sms'>): Products => products;
