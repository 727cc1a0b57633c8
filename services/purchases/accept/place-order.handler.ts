import { Inject, Optional } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { nowMs } from '../../../infra/host/clock.js';
import { Catalog } from '../../catalog/catalog.js';
import { InstallationPrices } from '../../catalog/installation-prices.js';
import type { Lookups, OrderContext, PriceList, ProductDescriptor } from '../../products/product.js';
import { PRODUCTS } from '../../products/products.js';
import { BankDirectory } from '../lookup/bank-directory.js';
import { PlatformCustomers } from '../lookup/platform-customers.js';
import { CustomerLookups } from '../lookup/customer-lookups.js';
import { AcceptOrder, type BuyAnswer, type PurchaseRequest } from './accept-order.js';

type Sold = typeof PRODUCTS;
/** Order fields of each service. */
type OrderFields<Service extends keyof Sold> = Service extends keyof Sold
  ? Sold[Service] extends {
      readonly order: (asked: infer Fields extends object, context: OrderContext) => unknown;
    }
    ? Fields
    : never
  : never;

export class PlaceOrder<Service extends keyof Sold = keyof Sold> extends Command<BuyAnswer> {
  constructor(
    readonly service: Service,
    readonly order: PurchaseRequest,
    readonly asked: OrderFields<Service>,
    readonly now: Date = new Date(nowMs()),
  ) {
    super();
  }
}

/** Overrides `PRODUCTS` when provided. */
export const PRODUCT_REGISTRY = Symbol('PRODUCT_REGISTRY');
type Registry = Readonly<Record<string, { readonly service: string } & Pick<ProductDescriptor, 'order'>>>;

@CommandHandler(PlaceOrder)
export class PlaceOrderHandler implements ICommandHandler<PlaceOrder> {
  private readonly lookups: Lookups;

  constructor(
    private readonly orders: AcceptOrder,
    @Inject(Catalog) private readonly prices: PriceList,
    private readonly ownPrices: InstallationPrices,
    @Inject(CustomerLookups) customers: Pick<CustomerLookups, 'known'>,
    @Inject(PlatformCustomers) platforms: Pick<PlatformCustomers, 'nameOf'>,
    @Inject(BankDirectory) banks: Pick<BankDirectory, 'holder'>,
    @Optional() @Inject(PRODUCT_REGISTRY) private readonly products: Registry = PRODUCTS,
  ) {
    this.lookups = {
      known: (userId, biller) => customers.known(userId, biller),
      platformCustomer: (userId, platform, clientId) => platforms.nameOf(userId, platform, clientId),
      accountHolder: (userId, bankCode, accountNumber) => banks.holder(userId, bankCode, accountNumber),
    };
  }

  /** @throws RuleBroken by the rules of the product, look-ups, PINs, catalogue and wallet */
  async execute({ service, order, asked, now }: PlaceOrder): Promise<BuyAnswer> {
    const { prices, ownPrices, lookups } = this;
    const wanted = this.products[service]?.order?.(asked as never, {
      user: order.user,
      prices,
      ownPrices,
      lookups,
    });
    if (wanted === undefined) throw new Error(`${service} is not ordered`);
    return this.orders.accept(order, await wanted, now);
  }
}
