import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Catalog } from '../../catalog/catalog.js';
import { quoteCable } from '../../catalog/quotes.js';
import type { CableCode } from '../../contracts/products.js';
import { AcceptOrder, type BuyAnswer, type Order } from '../accept-order.js';
import { CustomerLookups } from '../customer-lookups.js';

export interface PayCableOrder extends Order {
  readonly provider: CableCode;
  /** Code of the catalogue. */
  readonly plan: number;
  /** Digits. */
  readonly iuc: string;
  /** The customer's own, `+234…`: providers want one. */
  readonly phone: string;
}

/** Pays for a bouquet. */
export class PayCable extends Command<BuyAnswer> {
  constructor(
    readonly order: PayCableOrder,
    readonly now: Date = new Date(),
  ) {
    super();
  }
}

@CommandHandler(PayCable)
export class PayCableHandler implements ICommandHandler<PayCable> {
  constructor(
    private readonly orders: AcceptOrder,
    private readonly catalog: Catalog,
    private readonly lookups: CustomerLookups,
  ) {}

  /** @throws RuleBroken by the rules of PINs, catalogue and wallet */
  async execute({ order, now }: PayCable): Promise<BuyAnswer> {
    const { provider, plan, iuc, phone, user } = order;
    const owner = this.lookups.known(user.userId, { kind: 'smartcard', provider, number: iuc });
    return this.orders.accept(
      order,
      {
        service: 'cable',
        recipient: iuc,
        what: `plan ${plan}`,
        also: String(provider),
        shownRecipient: iuc,
        sealed: { recipient: iuc, phone, ...(owner && { customerName: owner.name }) },
        offer: () => quoteCable(this.catalog, { plan, provider, tier: user.tier }),
      },
      now,
    );
  }
}
