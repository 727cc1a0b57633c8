import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Catalog } from '../../catalog/catalog.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Kobo } from '../../contracts/money.js';
import { localPhone, normalisePhone } from '../../contracts/phones.js';
import type { NetworkCode } from '../../contracts/services.js';
import { AcceptOrder, type BuyAnswer, type Order } from '../accept-order.js';

export interface AirtimeOrder extends Order {
  readonly network: NetworkCode;
  /** As typed, in any form of a Nigerian number. */
  readonly phone: string;
  /** Face value. */
  readonly amount: Kobo;
}

/** Buys airtime. */
export class BuyAirtime extends Command<BuyAnswer> {
  constructor(
    readonly order: AirtimeOrder,
    readonly now: Date = new Date(),
  ) {
    super();
  }
}

@CommandHandler(BuyAirtime)
export class BuyAirtimeHandler implements ICommandHandler<BuyAirtime> {
  constructor(
    private readonly orders: AcceptOrder,
    private readonly catalog: Catalog,
  ) {}

  /** @throws RuleBroken by the rules of PINs, catalogue and wallet */
  async execute({ order, now }: BuyAirtime): Promise<BuyAnswer> {
    const { network, amount } = order;
    const phone = normalisePhone(order.phone);
    if (phone === undefined) throw new RuleBroken('INVALID_PHONE');
    return this.orders.accept(
      order,
      {
        service: 'airtime',
        recipient: phone,
        what: String(amount),
        also: String(network),
        shownRecipient: localPhone(phone),
        sealed: { recipient: phone },
        offer: () => this.catalog.quoteAirtime({ network, amount, tier: order.user.tier }),
      },
      now,
    );
  }
}
