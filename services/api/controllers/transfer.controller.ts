import { Body, Controller, Headers, Inject } from '@nestjs/common';
import { IDEMPOTENCY_HEADER, type CallAnswer, type CallInput } from '../../contracts/calls.js';
import { nairaFromKobo } from '../../contracts/money.js';
import { SendTransfer } from '../../purchases/transfer/send-transfer.handler.js';
import { Serves } from '../access.js';
import { API_DEPS, type ApiDeps } from '../api-deps.js';
import { CallerOf, type Caller } from '../caller.js';
import { Purchasing } from '../purchasing.js';

/** Money for any bank account: the banks, whose an account is, what it costs, and sending it. */
@Controller()
export class TransferController {
  constructor(
    @Inject(API_DEPS) private readonly deps: Pick<ApiDeps, 'banking'>,
    private readonly purchasing: Purchasing,
  ) {}

  @Serves('listBanks')
  async banks(): Promise<CallAnswer<'listBanks'>> {
    const { quotes, directory } = this.deps.banking;
    quotes.requireTransfers();
    const banks = (await directory.banks()).map(({ code, name }) => ({ code, name }));
    return { status: true, banks, message: `${banks.length} banks` };
  }

  @Serves('bankDetails')
  async holder(
    @CallerOf() { userId }: Caller,
    @Body() { account_number: accountNumber, bankCode }: CallInput<'bankDetails'>,
  ): Promise<CallAnswer<'bankDetails'>> {
    const { quotes, directory } = this.deps.banking;
    quotes.requireTransfers();
    const { name } = await directory.holder(userId, bankCode, accountNumber);
    return { status: true, accountName: name, message: 'The account was found.' };
  }

  @Serves('transferQuote')
  async quote(
    @CallerOf() caller: Caller,
    @Body() { amount_to_withdrawal: amount }: CallInput<'transferQuote'>,
  ): Promise<CallAnswer<'transferQuote'>> {
    const { userId } = await this.purchasing.userOf(caller);
    const anyBank = { service: 'transfer', bankCode: '', bankName: '' } as const;
    const offer = this.deps.banking.quotes.transfer({ product: anyBank, amount });
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
        new SendTransfer({
          ...order,
          bankCode: body.bank_name_code,
          accountNumber: body.user_account_number,
          amount: body.amount_to_withdrawal,
          narration: body.narration ?? '',
        }),
    );
  }
}
