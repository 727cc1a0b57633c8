import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Catalog } from '../../catalog/catalog.js';
import { quoteData } from '../../catalog/quotes.js';
import { RuleBroken } from '../../contracts/errors.js';
import { localPhone, normalisePhone } from '../../contracts/phones.js';
import type { NetworkCode } from '../../contracts/services.js';
import { AcceptOrder, type BuyAnswer, type Order } from '../accept-order.js';

export interface BuyDataOrder extends Order {
  readonly network: NetworkCode;
  /** Code of the catalogue. */
  readonly plan: number;
  /** As typed, in any form of a Nigerian number. */
  readonly phone: string;
}

/** Buys a data plan. */
export class BuyData extends Command<BuyAnswer> {
  constructor(
    readonly order: BuyDataOrder,
    readonly now: Date = new Date(),
  ) {
    super();
  }
}

@CommandHandler(BuyData)
export class BuyDataHandler implements ICommandHandler<BuyData> {
  constructor(
    private readonly orders: AcceptOrder,
    private readonly catalog: Catalog,
  ) {}

  /** @throws RuleBroken by the rules of PINs, catalogue and wallet */
  async execute({ order, now }: BuyData): Promise<BuyAnswer> {
    const { network, plan } = order;
    const phone = normalisePhone(order.phone);
    if (phone === undefined) throw new RuleBroken('INVALID_PHONE');
    return this.orders.accept(
      order,
      {
        service: 'data',
        recipient: phone,
        what: `plan ${plan}`,
        also: String(network),
        shownRecipient: localPhone(phone),
        sealed: { recipient: phone },
        offer: () => quoteData(this.catalog, { plan, network, tier: order.user.tier }),
      },
      now,
    );
  }
}
