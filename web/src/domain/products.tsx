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
  /** Phone, meter, card, account. */
  readonly recipient: string;
  /** Naira, as typed. */
  readonly amount: string;
  readonly network: NetworkCode | undefined;
  /**
   * Company or bank code of a saved or recent recipient. Otherwise empty, because `product` names
   * the company.
   */
  readonly provider: string;
  /** Meter type, under the same rule as `provider`. */
  readonly kind: string;
  /** Label such as "Mtn 1GB - 30 days"; undefined when only the `recipient` is known. */
  readonly product?: string | undefined;
  /** Naira; undefined like `product`. */
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
  /** "Buy airtime" */
  readonly buy: Message;
  /** Menu order. */
  readonly position: number;
}

/** Product data used outside its own form, declared in `products/<p>/<p>.product.tsx`. */
export interface Product {
  readonly service: Service;
  /** "Cable TV" */
  readonly name: Message;
  readonly Icon: Icon;
  /** Group of company marks in `brandOf`. */
  readonly companies?: Companies;
  /** The menu links to the first path. */
  readonly paths: readonly [string, ...string[]];
  readonly Page: ComponentType;
  readonly menu?: {
    readonly group: 'start' | 'utilities' | 'more';
    readonly position: number;
    readonly label: Message;
  };
  /** Dashboard card. */
  readonly card?: { readonly name: Message; readonly blurb: Message };
  /** Landing page: "Bank transfers". */
  readonly offer?: Message;
  readonly history?: ProductHistory;
  /** Button text while sending. */
  readonly busyText: Message;
  /** Fallback for a refusal. */
  readonly failedText?: Message;
  /** Shown while the outcome is `undecided`. */
  readonly inDoubtText?: Message;
  readonly confirmText?: Message;
  /** Replaces the server's message. */
  readonly acceptedText?: Message;
  readonly receipt: {
    /** Subject of a sentence. */
    readonly thing: Message;
    /** `thing` in a sentence after "Your"; default: `thing` in lower case. */
    readonly yourThing?: Message;
    /** Readable name of the row's `phone_number`. */
    readonly recipient: Message;
    /** Token or pin to type elsewhere. */
    readonly deliversText?: boolean;
    /** CBN and NCC set the refund deadline; other products follow it voluntarily. */
    readonly regulated?: boolean;
    /** No single recipient. */
    readonly withoutRecipient?: boolean;
  };
  /** Refills the form; undefined for products that cannot be bought again. */
  readonly again?: { readonly to: string; readonly fill: (bought: Bought) => object };
  /** House form and home tile. */
  readonly house: {
    readonly path: string;
    readonly tile?: { readonly name: string; readonly blurb: string; readonly delivery: string };
  };
  /** Own list of administrators. */
  readonly adminList?: { readonly path: string; readonly label: string; readonly Page: ComponentType };
}

export type Products = { readonly [Name in Service]: Product & { readonly service: Name } };

const ProductsContext = createContext<Products | undefined>(undefined);

/** Injects the products: pages must not import each other. */
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

/** Unknown services stay unchanged. */
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
