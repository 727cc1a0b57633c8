import { newKey } from '../../api/use-send.js';
import { ofSide } from '../../api/side.js';
import type { CallName } from '../../../../services/contracts/calls.js';
import type { Service } from '../../../../services/contracts/services.js';
import type { NetworkCode } from '../../../../services/contracts/fields/codes.js';
import type { CallBody } from '../../api/call.js';

export interface OrderShown {
  readonly action: string;
  readonly recipient: string;
  readonly network?: NetworkCode | undefined;
  readonly lines: readonly (readonly [name: string, value: string])[];
}

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

export interface FilledOrder<Buy extends CallName, Ask extends CallName> {
  readonly buy: { readonly name: Buy; readonly body: Bought<Buy> };
  readonly quote: { readonly name: Ask; readonly body: CallBody<Ask> };
  readonly shown: OrderShown;
}

export const quoteOf = <Ask extends CallName>(
  name: Ask,
  body: CallBody<Ask>,
): { readonly name: Ask; readonly body: CallBody<Ask> } => ({ name, body });

/**
 * Purchase that the customer is making. `key` is its idempotency key, so sending the purchase twice does no
 * harm. The PIN is never part of it.
 */
export interface PurchaseIntent {
  readonly key: string;
  readonly order: Order;
  readonly createdAt: string;
  /** True when the purchase may have reached the server. */
  readonly sent: boolean;
  readonly price?: number | undefined;
}

const keyOf = (service: Service): string => ofSide(`naira-ledger-purchase-${service}`);

/**
 * `sessionStorage` survives a reload. After a lost answer, `UnfinishedPurchase` asks the server for the
 * outcome, so that the customer does not pay twice.
 */
export const purchaseIntents = {
  begin: (order: Order): PurchaseIntent =>
    keep({ order, key: newKey(), createdAt: new Date().toISOString(), sent: false }),
  markSent: (intent: PurchaseIntent, price: number | undefined): PurchaseIntent =>
    keep({ ...intent, sent: true, price: price ?? intent.price }),
  /** Never call this function after an `undecided` attempt, which may have succeeded. */
  markRefused: (intent: PurchaseIntent): PurchaseIntent => keep({ ...intent, sent: false }),
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
