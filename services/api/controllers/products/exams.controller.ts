import { Body, Controller, Headers } from '@nestjs/common';
import { IDEMPOTENCY_HEADER, type CallAnswer, type CallInput } from '../../../contracts/calls.js';
import { EXAMS } from '../../../contracts/exams.contract.js';
import { PlaceOrder } from '../../../purchases/accept/place-order.handler.js';
import { QuoteOrder } from '../../../purchases/accept/quote-order.handler.js';
import { Serves } from '../../guards/route-rules.js';
import { CallerOf, type Caller } from '../../guards/caller.js';
import { Purchasing } from '../../purchasing.js';

@Controller()
export class ExamsController {
  constructor(private readonly purchasing: Purchasing) {}

  @Serves('examPrice')
  async price(
    @CallerOf() caller: Caller,
    @Body() { examName: exam, quantity }: CallInput<'examPrice'>,
  ): Promise<CallAnswer<'examPrice'>> {
    const { price, discount } = await this.purchasing.price(
      caller,
      (tier) => new QuoteOrder('exams', { exam, quantity, tier }),
    );
    return {
      status: true,
      amount: price,
      discount,
      message: `${quantity} ${EXAMS[exam]} ${quantity === 1 ? 'pin' : 'pins'}`,
    };
  }

  @Serves('examQuote')
  async quote(
    @CallerOf() caller: Caller,
    @Body() { examName: exam, quantity }: CallInput<'examQuote'>,
  ): Promise<CallAnswer<'examQuote'>> {
    return this.purchasing.quote(caller, (tier) => new QuoteOrder('exams', { exam, quantity, tier }));
  }

  @Serves('buyExam')
  buy(
    @CallerOf() caller: Caller,
    @Body() body: CallInput<'buyExam'>,
    @Headers(IDEMPOTENCY_HEADER) idempotencyKey: string | undefined,
  ): Promise<CallAnswer<'buyExam'>> {
    const { examName: exam, quantity, phone } = body;
    return this.purchasing.buy(
      caller,
      body,
      idempotencyKey,
      (order) => new PlaceOrder('exams', order, { exam, quantity, phone }),
    );
  }
}
