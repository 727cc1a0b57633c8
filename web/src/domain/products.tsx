import { createContext, useCallback, useContext, type ComponentType } from 'react';
import { ownEntry } from '../../../services/contracts/own-entry.js';
import type { NetworkCode, Service } from '../../../services/contracts/services.js';
import type { ServiceList } from '../api/transactions.api.js';
import { t, type Message } from '../languages/language.js';
import type { Icon } from '../ui/icons.js';
import type { Companies } from './brands/brands.js';

/** What a receipt knows of a purchase, to fill the form with when the same is wanted again. */
export interface Bought {
  /** The phone, meter, card or account. */
  readonly recipient: string;
  /** Naira, as it is typed. */
  readonly amount: string;
  readonly network: NetworkCode | undefined;
  /** The code of the company or bank, of saved and recent recipients; else empty: `product` names it. */
  readonly provider: string;
  /** The type of meter, likewise. */
  readonly kind: string;
  /** What was bought, in words, as its receipt says it: "Mtn 1GB - 30 days"; absent where only the recipient is known. */
  readonly product?: string | undefined;
  /** Naira that were charged for it; absent likewise. */
  readonly paid?: number;
}

/** The history of one product. */
interface ProductHistory {
  readonly path: string;
  readonly list: ServiceList;
  readonly title: Message;
  readonly lead: Message;
  /** What stands in the contract's `phone_number`; without it, a phone. */
  readonly recipient?: Message;
  /** What stands in the contract's `token_pin`; absent where nothing does. */
  readonly artefact?: Message;
  /** The link to the form, where the list is empty: "Buy airtime". */
  readonly buy: Message;
  /** Its place in the menu of histories. */
  readonly position: number;
}

/** Everything the web must know of a product beside its form. A product says it in `features/<p>/<p>.product.tsx`. */
export interface Product {
  readonly service: Service;
  /** As lists and receipts call it: "Cable TV". */
  readonly name: Message;
  readonly Icon: Icon;
  /** Which companies are behind it, whose marks stand beside it; absent where there are none. */
  readonly companies?: Companies;
  /** The addresses of the form; the menu leads to the first. */
  readonly paths: readonly [string, ...string[]];
  readonly Page: ComponentType;
  readonly menu?: {
    readonly group: 'start' | 'utilities' | 'more';
    readonly position: number;
    readonly label: Message;
  };
  /** The card on the dashboard. */
  readonly card?: { readonly name: Message; readonly blurb: Message };
  /** As visitors read it, who have no wallet yet: "Bank transfers". */
  readonly offer?: Message;
  readonly history?: ProductHistory;
  /** What the button reads while a purchase is on its way. */
  readonly busyText: Message;
  /** What a refusal says when the server did not say it. */
  readonly failedText?: Message;
  /** What is said while nobody knows yet whether it was sent. */
  readonly inDoubtText?: Message;
  /** The title of the sheet that asks for the PIN. */
  readonly confirmText?: Message;
  /** What the receipt says first instead of the server's own message. */
  readonly acceptedText?: Message;
  readonly receipt: {
    /** What is on its way, at the beginning of a sentence. */
    readonly thing: Message;
    /** The same after "Your"; without it, `thing` in small letters. */
    readonly yourThing?: Message;
    /** What the row calls `phone_number`, as people call it. */
    readonly recipient: Message;
    /** The delivery is something to type elsewhere, a token or a pin. */
    readonly deliversText?: boolean;
    /** The regulators wrote the refund clock for it; we keep it for everything. */
    readonly regulated?: boolean;
    /** There is not one recipient that could be bought for again. */
    readonly withoutRecipient?: boolean;
  };
  /** The form filled with what was bought before; absent where nothing is bought. */
  readonly again?: { readonly to: string; readonly fill: (bought: Bought) => object };
  /** How administrators buy it for the house: the address of the form, and what their home page says of it. */
  readonly house: {
    readonly path: string;
    readonly tile?: { readonly name: string; readonly blurb: string; readonly delivery: string };
  };
  /** The list of its purchases alone that administrators have; absent where they stand only among all purchases. */
  readonly adminList?: { readonly path: string; readonly label: string; readonly Page: ComponentType };
}

/** One product for every service. */
export type Products = { readonly [Name in Service]: Product & { readonly service: Name } };

const ProductsContext = createContext<Products | undefined>(undefined);

/** Where the app hands its products to pages, which must not know each other. */
export const ProductsProvider = ProductsContext.Provider;

export function useProducts(): Products {
  const products = useContext(ProductsContext);
  if (!products) throw new Error('There are no products outside ProductsProvider.');
  return products;
}

const productOf = (products: Products, service: string): Product | undefined =>
  ownEntry<Product>(products, service.toLowerCase());

/** The product of a row, by what the row calls its service; undefined for one that is newer than this page. */
export const useProductOf = (service: string): Product | undefined => productOf(useProducts(), service);

/** Says a service as people call it; what we do not know stays as it came. */
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
