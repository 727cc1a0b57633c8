import { Body, Controller, Headers, Inject } from '@nestjs/common';
import { IDEMPOTENCY_HEADER, type CallAnswer, type CallInput } from '../../contracts/calls.js';
import { nairaFromKobo } from '../../contracts/money.js';
import { readText, SendSms } from '../../purchases/sms/send-sms.handler.js';
import { Serves } from '../access.js';
import { API_DEPS, type ApiDeps } from '../api-deps.js';
import { CallerOf, type Caller } from '../caller.js';
import { Purchasing } from '../purchasing.js';

/** Bulk SMS: what a text costs, and sending it. */
@Controller()
export class SmsController {
  constructor(
    @Inject(API_DEPS) private readonly deps: Pick<ApiDeps, 'banking'>,
    private readonly purchasing: Purchasing,
  ) {}

  @Serves('smsQuote')
  async quote(
    @CallerOf() caller: Caller,
    @Body() { phone, messageBody }: CallInput<'smsQuote'>,
  ): Promise<CallAnswer<'smsQuote'>> {
    const { userId, tier } = await this.purchasing.userOf(caller);
    const { quotes } = this.deps.banking;
    const { text, recipients } = readText(phone, messageBody);
    const offer = quotes.sms({ pages: text.pages, recipients: recipients.valid.length, tier });
    return {
      ...(await this.purchasing.quoted(userId, offer)),
      encoding: text.encoding,
      characters: text.length,
      per_page: text.perPage,
      pages: text.pages,
      recipients: recipients.valid.length,
      duplicates: recipients.duplicates,
      invalid: [...recipients.invalid],
      page_price: nairaFromKobo(quotes.pagePrice),
    };
  }

  @Serves('sendSms')
  send(
    @CallerOf() caller: Caller,
    @Body() body: CallInput<'sendSms'>,
    @Headers(IDEMPOTENCY_HEADER) idempotencyKey: string | undefined,
  ): Promise<CallAnswer<'sendSms'>> {
    const { phone: phones, senderid: senderId, messageBody } = body;
    return this.purchasing.buy(
      caller,
      body,
      idempotencyKey,
      (order) => new SendSms({ ...order, phones, senderId, body: messageBody }),
    );
  }
}
