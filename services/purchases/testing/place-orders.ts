import type { InstallationPrices } from '../../catalog/installation-prices.js';
import type { Lookups } from '../../products/product.js';
import type { AcceptOrder } from '../accept/accept-order.js';
import { PlaceOrderHandler } from '../accept/place-order.handler.js';

interface Parts extends Partial<Lookups> {
  readonly orders: AcceptOrder;
  readonly prices: ConstructorParameters<typeof PlaceOrderHandler>[1];
  readonly ownPrices?: InstallationPrices;
  readonly products?: ConstructorParameters<typeof PlaceOrderHandler>[6];
}

const nobody = (): never => {
  throw new Error('nobody is looked up');
};

/** `PlaceOrderHandler` with look-ups and prices set by the test. */
export const placeOrders = ({
  orders,
  prices,
  ownPrices,
  products,
  known = () => undefined,
  platformCustomer: nameOf = nobody,
  accountHolder: holder = nobody,
}: Parts): PlaceOrderHandler =>
  new PlaceOrderHandler(
    orders,
    prices,
    ownPrices as InstallationPrices,
    { known },
    { nameOf },
    { holder },
    products,
  );
