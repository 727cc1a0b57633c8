import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Catalog } from '../../catalog/catalog.js';
import { ELECTRICITY_RANGE, requireWithin } from '../../catalog/limits.js';
import { quoteElectricity } from '../../catalog/quotes.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Kobo } from '../../contracts/money.js';
import { normalisePhone } from '../../contracts/phones.js';
import type { DiscoCode, MeterType } from '../../contracts/products.js';
import { AcceptOrder, type BuyAnswer, type Order } from '../accept-order.js';
import { CustomerLookups } from '../customer-lookups.js';

export interface PayElectricityOrder extends Order {
  readonly disco: DiscoCode;
  readonly meterType: MeterType;
  /** Digits. */
  readonly meter: string;
  /** As typed: where the token is told. */
  readonly phone: string;
  /** Face value. */
  readonly amount: Kobo;
}

/** Pays for electricity: of a prepaid meter it is a token, of a postpaid one a payment on the bill. */
export class PayElectricity extends Command<BuyAnswer> {
  constructor(
    readonly order: PayElectricityOrder,
    readonly now: Date = new Date(),
  ) {
    super();
  }
}

@CommandHandler(PayElectricity)
export class PayElectricityHandler implements ICommandHandler<PayElectricity> {
  constructor(
    private readonly orders: AcceptOrder,
    private readonly catalog: Catalog,
    private readonly lookups: CustomerLookups,
  ) {}

  /** @throws RuleBroken by the rules of PINs, catalogue and wallet, and of the meter when it was looked up */
  async execute({ order, now }: PayElectricity): Promise<BuyAnswer> {
    const { disco, meterType, meter, amount, user } = order;
    const phone = normalisePhone(order.phone);
    if (phone === undefined) throw new RuleBroken('INVALID_PHONE');
    const owner = this.lookups.known(user.userId, { kind: 'meter', disco, meterType, number: meter });
    return this.orders.accept(
      order,
      {
        service: 'electricity',
        recipient: meter,
        what: String(amount),
        also: `${disco}/${meterType}`,
        shownRecipient: meter,
        sealed: {
          recipient: meter,
          phone,
          ...(owner && { customerName: owner.name }),
          ...(owner?.address !== undefined && { customerAddress: owner.address }),
        },
        offer: () => {
          const { minimum = ELECTRICITY_RANGE.minimum, maximum = ELECTRICITY_RANGE.maximum } = owner ?? {};
          requireWithin(amount, { minimum, maximum });
          return quoteElectricity(this.catalog, { disco, meterType, amount, tier: user.tier });
        },
      },
      now,
    );
  }
}
