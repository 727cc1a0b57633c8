import { Body, Controller, Headers } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { IDEMPOTENCY_HEADER, type CallAnswer, type CallInput } from '../../../contracts/calls.js';
import { nairaFromKobo } from '../../../contracts/money.js';
import { PlaceOrder } from '../../../purchases/accept/place-order.handler.js';
import { QuoteOrder } from '../../../purchases/accept/quote-order.handler.js';
import { readText } from '../../../products/sms/sms.product.js';
import { Serves } from '../../guards/route-rules.js';
import { InstallationPrices } from '../../../catalog/installation-prices.js';
import { CallerOf, type Caller } from '../../guards/caller.js';
import { Purchasing } from '../../purchasing.js';

@Controller()
export class SmsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly prices: InstallationPrices,
    private readonly purchasing: Purchasing,
  ) {}

  @Serves('smsQuote')
  async quote(
    @CallerOf() caller: Caller,
    @Body() { phone, messageBody }: CallInput<'smsQuote'>,
  ): Promise<CallAnswer<'smsQuote'>> {
    const { userId, tier } = await this.purchasing.userOf(caller);
    const { text, recipients } = readText(phone, messageBody);
    const { pages } = text;
    const asked = { pages, recipients: recipients.valid.length, tier };
    const offer = await this.queries.execute(new QuoteOrder('sms', asked));
    return {
      ...(await this.purchasing.quoted(userId, offer)),
      encoding: text.encoding,
      characters: text.length,
      per_page: text.perPage,
      pages,
      recipients: recipients.valid.length,
      duplicates: recipients.duplicates,
      invalid: [...recipients.invalid],
      page_price: nairaFromKobo(this.prices.pagePrice),
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
      (order) => new PlaceOrder('sms', order, { phones, senderId, body: messageBody }),
    );
  }
}
