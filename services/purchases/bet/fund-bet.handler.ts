import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BankingQuotes } from '../../catalog/banking-quotes.js';
import type { BetPlatform } from '../../contracts/bet.js';
import type { Kobo } from '../../contracts/money.js';
import { AcceptOrder, type BuyAnswer, type Order } from '../accept-order.js';
import { refusalOf } from '../refusal-of.js';
import { BetCustomers } from './bet-customers.js';

export interface FundBetOrder extends Order {
  readonly platform: BetPlatform;
  readonly clientId: string;
  readonly amount: Kobo;
}

/** Pays money into a betting account. */
export class FundBet extends Command<BuyAnswer> {
  constructor(
    readonly order: FundBetOrder,
    readonly now: Date = new Date(),
  ) {
    super();
  }
}

@CommandHandler(FundBet)
export class FundBetHandler implements ICommandHandler<FundBet> {
  constructor(
    private readonly orders: AcceptOrder,
    private readonly quotes: BankingQuotes,
    private readonly customers: BetCustomers,
  ) {}

  /** The client id is looked up first, where that can be done. @throws RuleBroken by the rules of look-ups, PINs, catalogue and wallet */
  async execute({ order, now }: FundBet): Promise<BuyAnswer> {
    const { user, platform, clientId, amount } = order;
    const offer = () => this.quotes.bet({ platform, amount, tier: user.tier });
    let customerName = '';
    const refusal = await refusalOf(async () => {
      offer();
      customerName = await this.customers.nameOf(user.userId, platform, clientId);
    });
    return this.orders.accept(
      order,
      {
        service: 'bet',
        recipient: `${platform}/${clientId}`,
        what: String(amount),
        also: '',
        shownRecipient: clientId,
        sealed: { recipient: clientId, customerName },
        pinOptional: true,
        offer: () => {
          if (refusal) throw refusal;
          return offer();
        },
      },
      now,
    );
  }
}
