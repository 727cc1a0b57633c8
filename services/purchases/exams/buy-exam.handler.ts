import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Catalog } from '../../catalog/catalog.js';
import { quoteExam } from '../../catalog/quotes.js';
import { RuleBroken } from '../../contracts/errors.js';
import { localPhone, normalisePhone } from '../../contracts/phones.js';
import type { ExamCode } from '../../contracts/products.js';
import { AcceptOrder, type BuyAnswer, type Order } from '../accept-order.js';

export interface BuyExamOrder extends Order {
  readonly exam: ExamCode;
  readonly quantity: number;
  /** As typed, in any form of a Nigerian number. */
  readonly phone: string;
}

/** Buys result checker pins. */
export class BuyExam extends Command<BuyAnswer> {
  constructor(
    readonly order: BuyExamOrder,
    readonly now: Date = new Date(),
  ) {
    super();
  }
}

@CommandHandler(BuyExam)
export class BuyExamHandler implements ICommandHandler<BuyExam> {
  constructor(
    private readonly orders: AcceptOrder,
    private readonly catalog: Catalog,
  ) {}

  /** @throws RuleBroken by the rules of PINs, catalogue and wallet */
  async execute({ order, now }: BuyExam): Promise<BuyAnswer> {
    const { exam, quantity } = order;
    const phone = normalisePhone(order.phone);
    if (phone === undefined) throw new RuleBroken('INVALID_PHONE');
    return this.orders.accept(
      order,
      {
        service: 'exams',
        recipient: phone,
        what: `${exam} × ${quantity}`,
        also: '',
        shownRecipient: localPhone(phone),
        sealed: { recipient: phone },
        offer: () => quoteExam(this.catalog, { exam, quantity, tier: order.user.tier }),
      },
      now,
    );
  }
}
