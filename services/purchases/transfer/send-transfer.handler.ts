import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BankDirectory, type AccountHolder } from '../../banking/bank-directory.js';
import { BankingQuotes } from '../../catalog/banking-quotes.js';
import type { RuleBroken } from '../../contracts/errors.js';
import type { Kobo } from '../../contracts/money.js';
import type { Offer } from '../../catalog/offer.js';
import { AcceptOrder, type BuyAnswer, type Order } from '../accept-order.js';
import { refusalOf } from '../refusal-of.js';

export interface SendTransferOrder extends Order {
  readonly bankCode: string;
  readonly accountNumber: string;
  readonly amount: Kobo;
  /** For whoever receives it. */
  readonly narration: string;
}

/** Sends money to a bank account. */
export class SendTransfer extends Command<BuyAnswer> {
  constructor(
    readonly order: SendTransferOrder,
    readonly now: Date = new Date(),
  ) {
    super();
  }
}

const NARRATION = 'Transfer';

@CommandHandler(SendTransfer)
export class SendTransferHandler implements ICommandHandler<SendTransfer> {
  constructor(
    private readonly orders: AcceptOrder,
    private readonly quotes: BankingQuotes,
    private readonly directory: BankDirectory,
  ) {}

  /**
   * The name of the account is the one the bank told this customer in the last 15 minutes, or tells now; nobody else can
   * say it. @throws RuleBroken by the rules of look-ups, PINs, catalogue and wallet
   */
  async execute({ order, now }: SendTransfer): Promise<BuyAnswer> {
    const { user, bankCode, accountNumber, amount } = order;
    const narration = order.narration.trim() || NARRATION;
    let holder: AccountHolder | undefined;
    const refusal = await refusalOf(async () => {
      this.quotes.requireTransfers();
      holder = await this.directory.holder(user.userId, bankCode, accountNumber);
    });
    return this.orders.accept(
      order,
      {
        service: 'transfer',
        recipient: `${bankCode}/${accountNumber}`,
        what: String(amount),
        also: '',
        alsoPersonal: narration,
        shownRecipient: accountNumber,
        sealed: { recipient: accountNumber, accountName: holder?.name ?? '', narration },
        offer: () => this.offer(order, holder, refusal),
      },
      now,
    );
  }

  private offer(
    { bankCode, amount }: SendTransferOrder,
    holder: AccountHolder | undefined,
    refusal: RuleBroken | undefined,
  ): Offer {
    if (refusal) throw refusal;
    const bankName = holder!.bankName;
    return this.quotes.transfer({ product: { service: 'transfer', bankCode, bankName }, amount });
  }
}
