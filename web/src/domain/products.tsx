import { createContext, useCallback, useContext, type ComponentType } from 'react';
import { ownEntry } from '../../../services/contracts/own-entry.js';
import type { Service } from '../../../services/contracts/services.js';
import type { NetworkCode } from '../../../services/contracts/fields/codes.js';
import type { ServiceList } from '../api/transactions.api.js';
import { t, type Message } from '../languages/language.js';
import type { Icon } from '../ui/icons.js';
import type { Companies } from './brands/brands.js';

export interface Bought {
  readonly recipient: string;
  readonly amount: string;
  readonly network: NetworkCode | undefined;
  readonly provider: string;
  readonly kind: string;
  /** Label of the product, such as "Mtn 1GB - 30 days". */
  readonly product?: string | undefined;
  readonly paid?: number;
}

interface ProductHistory {
  readonly path: string;
  readonly list: ServiceList;
  readonly title: Message;
  readonly lead: Message;
  /** Label for the API field `phone_number`. By default, the label says that the value is a phone number. */
  readonly recipient?: Message;
  /** Label for the API field `token_pin`. Absent when the product has neither a token nor a pin. */
  readonly artefact?: Message;
  readonly buy: Message;
  readonly position: number;
}

export interface Product {
  readonly service: Service;
  readonly name: Message;
  readonly Icon: Icon;
  readonly companies?: Companies;
  /** URL paths at which the purchase form is shown. */
  readonly paths: readonly [string, ...string[]];
  readonly Page: ComponentType;
  readonly menu?: {
    readonly group: 'start' | 'utilities' | 'more';
    readonly position: number;
    readonly label: Message;
  };
  readonly card?: {
    readonly name: Message;
    readonly blurb: Message;
    /** Shown instead of `blurb` while the catalogue gives the tier of the customer a discount. */
    readonly discounted?: Message;
  };
  readonly offer?: Message;
  readonly history?: ProductHistory;
  readonly busyText: Message;
  readonly failedText?: Message;
  readonly inDoubtText?: Message;
  readonly confirmText?: Message;
  readonly acceptedText?: Message;
  readonly receipt: {
    readonly thing: Message;
    /** Words that follow "Your" in a sentence about the purchase. */
    readonly yourThing?: Message;
    readonly recipient: Message;
    readonly deliversText?: boolean;
    /** True when the regulators CBN and NCC have set a deadline for refunds of this product. */
    readonly regulated?: boolean;
    /** True when a purchase, such as an SMS, has no recipient or may have several recipients. */
    readonly withoutRecipient?: boolean;
  };
  readonly again?: { readonly to: string; readonly fill: (bought: Bought) => object };
  readonly house: {
    readonly path: string;
    readonly tile?: { readonly name: string; readonly blurb?: string; readonly delivery: string };
  };
  readonly adminList?: { readonly path: string; readonly label: string; readonly Page: ComponentType };
}

export type Products = { readonly [Name in Service]: Product & { readonly service: Name } };

const ProductsContext = createContext<Products | undefined>(undefined);

export const ProductsProvider = ProductsContext.Provider;

export function useProducts(): Products {
  const products = useContext(ProductsContext);
  if (!products) throw new Error('There are no products outside ProductsProvider.');
  return products;
}

const productOf = (products: Products, service: string): Product | undefined =>
  ownEntry<Product>(products, service.toLowerCase());

/** Undefined when this version of the app does not know the service. */
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
