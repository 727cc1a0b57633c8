import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Catalog } from '../../catalog/catalog.js';
import { InstallationPrices } from '../../catalog/installation-prices.js';
import type { Offer, Prices, ProductDescriptor } from '../../products/product.js';
import { PRODUCTS } from '../../products/products.js';

type Sold = typeof PRODUCTS;
type Quoted<Service extends keyof Sold> = Service extends keyof Sold
  ? Sold[Service] extends { readonly quote: (asked: infer Fields extends object, prices: Prices) => Offer }
    ? Fields
    : never
  : never;

const QUOTED: Readonly<Record<keyof Sold, { readonly service: string } & Pick<ProductDescriptor, 'quote'>>> =
  PRODUCTS;

export class QuoteOrder<Service extends keyof Sold = keyof Sold> extends Query<Offer> {
  constructor(
    readonly service: Service,
    readonly asked: Quoted<Service>,
  ) {
    super();
  }
}

@QueryHandler(QuoteOrder)
export class QuoteOrderHandler implements IQueryHandler<QuoteOrder> {
  constructor(
    private readonly prices: Catalog,
    private readonly ownPrices: InstallationPrices,
  ) {}

  async execute({ service, asked }: QuoteOrder): Promise<Offer> {
    const { prices, ownPrices } = this;
    const { quote } = QUOTED[service];
    if (quote === undefined) throw new Error(`${service} is not quoted`);
    return quote(asked as never, { prices, ownPrices });
  }
}
