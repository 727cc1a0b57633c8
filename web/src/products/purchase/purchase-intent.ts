import { newKey } from '../../api/use-send.js';
import { ofSide } from '../../api/side.js';
import type { CallName } from '../../../../services/contracts/calls.js';
import type { NetworkCode, Service } from '../../../../services/contracts/services.js';
import type { CallBody } from '../../api/call.js';

/** What the confirm sheet shows of an order: who gets what. Texts only, for people. */
export interface OrderShown {
  /** "Airtime to" */
  readonly action: string;
  /** The number, meter, card or account, large. */
  readonly recipient: string;
  readonly network?: NetworkCode | undefined;
  readonly lines: readonly (readonly [name: string, value: string])[];
}

/** One thing to buy: the call that buys it, the call that says what it costs, and how to say it. */
export interface Order {
  readonly service: Service;
  readonly buy: { readonly name: CallName; readonly body: object };
  readonly quote: { readonly name: CallName; readonly body: object };
  readonly shown: OrderShown;
}

type Bought<Name extends CallName> = Omit<
  CallBody<Name>,
  'transaction_pin' | 'passkey' | 'confirm_duplicate' | 'quoted_price'
>;

/** What a form orders, with both bodies checked against the contract. */
export interface FilledOrder<Buy extends CallName, Ask extends CallName> {
  readonly buy: { readonly name: Buy; readonly body: Bought<Buy> };
  readonly quote: { readonly name: Ask; readonly body: CallBody<Ask> };
  readonly shown: OrderShown;
}

/** The call that prices an order, with its body checked against the contract. */
export const quoteOf = <Ask extends CallName>(
  name: Ask,
  body: CallBody<Ask>,
): { readonly name: Ask; readonly body: CallBody<Ask> } => ({ name, body });

/** One purchase somebody is about to make. The key makes sending it twice harmless; the PIN is never part of it. */
export interface PurchaseIntent {
  readonly key: string;
  readonly order: Order;
  readonly createdAt: string;
  /** Whether it has left this browser; only then can its outcome be in doubt. */
  readonly sent: boolean;
  /** Naira it was to cost, from when it was sent. */
  readonly price?: number | undefined;
}

const keyOf = (service: Service): string => ofSide(`naira-ledger-purchase-${service}`);

/** Keeps the purchase through a reload, so that a lost answer is looked up and not bought again. */
export const purchaseIntents = {
  begin: (order: Order): PurchaseIntent =>
    keep({ order, key: newKey(), createdAt: new Date().toISOString(), sent: false }),
  markSent: (intent: PurchaseIntent, price: number | undefined): PurchaseIntent =>
    keep({ ...intent, sent: true, price: price ?? intent.price }),
  /** The server refused it, and it was never in doubt. */
  markRefused: (intent: PurchaseIntent): PurchaseIntent => keep({ ...intent, sent: false }),
  /** The purchase whose outcome nobody has told us. */
  inDoubt: (service: Service): PurchaseIntent | undefined => {
    const kept = sessionStorage.getItem(keyOf(service));
    const intent = kept ? (JSON.parse(kept) as PurchaseIntent) : undefined;
    return intent?.sent ? intent : undefined;
  },
  forget: (service: Service): void => sessionStorage.removeItem(keyOf(service)),
};

function keep(intent: PurchaseIntent): PurchaseIntent {
  sessionStorage.setItem(keyOf(intent.order.service), JSON.stringify(intent));
  return intent;
}
