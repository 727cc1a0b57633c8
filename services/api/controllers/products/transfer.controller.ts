import { Body, Controller, Headers } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { IDEMPOTENCY_HEADER, type CallAnswer, type CallInput } from '../../../contracts/calls.js';
import { nairaFromKobo } from '../../../contracts/money.js';
import { PlaceOrder } from '../../../purchases/accept/place-order.handler.js';
import { QuoteOrder } from '../../../purchases/accept/quote-order.handler.js';
import { Serves } from '../../guards/route-rules.js';
import { FindAccountHolder, ListBanks } from '../../../purchases/lookup/bank-lookups.queries.js';
import { BuyerIdOf, CallerOf, type Caller } from '../../guards/caller.js';
import { Purchasing } from '../../purchasing.js';

@Controller()
export class TransferController {
  constructor(
    private readonly queries: QueryBus,
    private readonly purchasing: Purchasing,
  ) {}

  @Serves('listBanks')
  async banks(): Promise<CallAnswer<'listBanks'>> {
    const banks = await this.queries.execute(new ListBanks());
    return { status: true, banks, message: `${banks.length} banks` };
  }

  @Serves('bankDetails')
  async holder(
    @BuyerIdOf() userId: string,
    @Body() { account_number: accountNumber, bankCode }: CallInput<'bankDetails'>,
  ): Promise<CallAnswer<'bankDetails'>> {
    const accountName = await this.queries.execute(new FindAccountHolder(userId, bankCode, accountNumber));
    return { status: true, accountName, message: 'The account was found.' };
  }

  @Serves('transferQuote')
  async quote(
    @CallerOf() caller: Caller,
    @Body() { amount_to_withdrawal: amount }: CallInput<'transferQuote'>,
  ): Promise<CallAnswer<'transferQuote'>> {
    const { userId } = await this.purchasing.userOf(caller);
    const offer = await this.queries.execute(new QuoteOrder('transfer', { amount }));
    return {
      ...(await this.purchasing.quoted(userId, offer)),
      fee: nairaFromKobo(offer.price - offer.amount),
    };
  }

  @Serves('transferMoney')
  send(
    @CallerOf() caller: Caller,
    @Body() body: CallInput<'transferMoney'>,
    @Headers(IDEMPOTENCY_HEADER) idempotencyKey: string | undefined,
  ): Promise<CallAnswer<'transferMoney'>> {
    return this.purchasing.buy(
      caller,
      body,
      idempotencyKey,
      (order) =>
        new PlaceOrder('transfer', order, {
          bankCode: body.bank_name_code,
          accountNumber: body.user_account_number,
          amount: body.amount_to_withdrawal,
          narration: body.narration ?? '',
        }),
    );
  }
}
