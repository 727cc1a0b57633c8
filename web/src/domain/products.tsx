import { createContext, useCallback, useContext, type ComponentType } from 'react';
import { ownEntry } from '../../../services/contracts/own-entry.js';
import type { Service } from '../../../services/contracts/services.js';
import type { NetworkCode } from '../../../services/contracts/fields/codes.js';
import type { ServiceList } from '../api/transactions.api.js';
import { t, type Message } from '../languages/language.js';
import type { Icon } from '../ui/icons.js';
import type { Companies } from './brands/brands.js';

/** Data of an earlier purchase that refills its form. */
export interface Bought {
  /** Phone, meter, card or account number. */
  readonly recipient: string;
  /** Naira, as typed. */
  readonly amount: string;
  readonly network: NetworkCode | undefined;
  /**
   * Company or bank code, for saved and recent recipients only; otherwise empty and `product` names the
   * company.
   */
  readonly provider: string;
  /** Meter type, under the same rule as `provider`. */
  readonly kind: string;
  /** Label from the receipt, such as "Mtn 1GB - 30 days"; undefined when only the recipient is known. */
  readonly product?: string | undefined;
  /** Naira charged; undefined when only the recipient is known. */
  readonly paid?: number;
}

interface ProductHistory {
  readonly path: string;
  readonly list: ServiceList;
  readonly title: Message;
  readonly lead: Message;
  /** Meaning of the contract's `phone_number`; defaults to a phone. */
  readonly recipient?: Message;
  /** Meaning of the contract's `token_pin`, if the product has one. */
  readonly artefact?: Message;
  /** Link to the form in an empty list: "Buy airtime". */
  readonly buy: Message;
  /** Order in the menu of histories. */
  readonly position: number;
}

/** Product data used outside its own form, declared in `products/<p>/<p>.product.tsx`. */
export interface Product {
  readonly service: Service;
  /** Name in lists and receipts: "Cable TV". */
  readonly name: Message;
  readonly Icon: Icon;
  /** Group of company marks in `brandOf`. */
  readonly companies?: Companies;
  /** Paths of the form; the menu links to the first. */
  readonly paths: readonly [string, ...string[]];
  readonly Page: ComponentType;
  readonly menu?: {
    readonly group: 'start' | 'utilities' | 'more';
    readonly position: number;
    readonly label: Message;
  };
  /** Dashboard card. */
  readonly card?: { readonly name: Message; readonly blurb: Message };
  /** Name on the landing page: "Bank transfers". */
  readonly offer?: Message;
  readonly history?: ProductHistory;
  /** Button text while sending. */
  readonly busyText: Message;
  /** Fallback when the server refuses without a sentence. */
  readonly failedText?: Message;
  /** Text while the outcome is unknown. */
  readonly inDoubtText?: Message;
  /** Title of the PIN sheet. */
  readonly confirmText?: Message;
  /** Replaces the server's message on the receipt. */
  readonly acceptedText?: Message;
  readonly receipt: {
    /** Subject at the start of a sentence. */
    readonly thing: Message;
    /** Form after "Your"; defaults to `thing` in lower case. */
    readonly yourThing?: Message;
    /** Readable name of the row's `phone_number`. */
    readonly recipient: Message;
    /** Delivers a token or pin to type elsewhere. */
    readonly deliversText?: boolean;
    /** The refund deadline is a regulator's rule for this product. Other products follow it voluntarily. */
    readonly regulated?: boolean;
    /** No single recipient to buy for again. */
    readonly withoutRecipient?: boolean;
  };
  /** Fills the form from an earlier purchase; undefined for products without one. */
  readonly again?: { readonly to: string; readonly fill: (bought: Bought) => object };
  /** Form and home tile for administrators buying for the house. */
  readonly house: {
    readonly path: string;
    readonly tile?: { readonly name: string; readonly blurb: string; readonly delivery: string };
  };
  /** Administrators' own list; without it, purchases appear only in the full list. */
  readonly adminList?: { readonly path: string; readonly label: string; readonly Page: ComponentType };
}

export type Products = { readonly [Name in Service]: Product & { readonly service: Name } };

const ProductsContext = createContext<Products | undefined>(undefined);

/** Injects the products, so that pages need not import each other. */
export const ProductsProvider = ProductsContext.Provider;

export function useProducts(): Products {
  const products = useContext(ProductsContext);
  if (!products) throw new Error('There are no products outside ProductsProvider.');
  return products;
}

const productOf = (products: Products, service: string): Product | undefined =>
  ownEntry<Product>(products, service.toLowerCase());

/** Product of a row's `service`; undefined when the service is newer than this page. */
export const useProductOf = (service: string): Product | undefined => productOf(useProducts(), service);

/** Readable service name; unknown services stay unchanged. */
export function useServiceName(): (service: string) => string {
  const products = useProducts();
  return useCallback(
    (service: string) => {
      const product = productOf(products, service);
      return product ? t(product.name) : service;
    },
    [products],
  );
}

export function ServiceName({ of }: { readonly of: string }) {
  return useServiceName()(of);
}
