import { Body, Controller, Headers, Inject } from '@nestjs/common';
import { quoteExam } from '../../catalog/quotes.js';
import { IDEMPOTENCY_HEADER, type CallAnswer, type CallInput } from '../../contracts/calls.js';
import { nairaFromKobo } from '../../contracts/money.js';
import { EXAMS } from '../../contracts/products.js';
import { BuyExam } from '../../purchases/exams/buy-exam.handler.js';
import { Serves } from '../access.js';
import { API_DEPS, type ApiDeps } from '../api-deps.js';
import { CallerOf, type Caller } from '../caller.js';
import { Purchasing } from '../purchasing.js';

/** Exam pins: what they cost, and buying them. */
@Controller()
export class ExamsController {
  constructor(
    @Inject(API_DEPS) private readonly deps: Pick<ApiDeps, 'catalog'>,
    private readonly purchasing: Purchasing,
  ) {}

  @Serves('examPrice')
  async price(
    @CallerOf() caller: Caller,
    @Body() { examName: exam, quantity }: CallInput<'examPrice'>,
  ): Promise<CallAnswer<'examPrice'>> {
    const { tier } = await this.purchasing.userOf(caller);
    const { price, discount } = quoteExam(this.deps.catalog, { exam, quantity, tier });
    return {
      status: true,
      amount: nairaFromKobo(price),
      discount: nairaFromKobo(discount),
      message: `${quantity} ${EXAMS[exam]} ${quantity === 1 ? 'pin' : 'pins'}`,
    };
  }

  @Serves('examQuote')
  async quote(
    @CallerOf() caller: Caller,
    @Body() { examName: exam, quantity }: CallInput<'examQuote'>,
  ): Promise<CallAnswer<'examQuote'>> {
    const { userId, tier } = await this.purchasing.userOf(caller);
    return this.purchasing.quoted(userId, quoteExam(this.deps.catalog, { exam, quantity, tier }));
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
      (order) => new BuyExam({ ...order, exam, quantity, phone }),
    );
  }
}
