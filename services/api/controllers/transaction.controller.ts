import { Body, Controller, Inject } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FindPurchaseId, FindTransaction } from '../../../read-models/history/history.query.js';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import { CheckStatus } from '../../purchases/attempt/check-status.handler.js';
import { ReportProblem } from '../../purchases/problems/report-problem.handler.js';
import { Serves } from '../guards/route-rules.js';
import { LiveHub } from '../../../infra/live/live-hub.js';
import { API_HEALTH, type ApiHealth, noTransaction } from '../api-health.js';
import { BuyerIdOf, type Caller, CallerOf, contextOf } from '../guards/caller.js';
import { Purchasing } from '../purchasing.js';
import { WrittenPositions } from '../written-positions.js';

@Controller()
export class TransactionController {
  constructor(
    private readonly queries: QueryBus,
    private readonly liveHub: LiveHub,
    @Inject(API_HEALTH) private readonly health: ApiHealth,
    private readonly commands: CommandBus,
    private readonly written: WrittenPositions,
    private readonly purchasing: Purchasing,
  ) {}

  @Serves('transaction')
  async transaction(
    @BuyerIdOf() userId: string,
    @Body() { reference }: CallInput<'transaction'>,
  ): Promise<CallAnswer<'transaction'>> {
    await this.written.projected(userId);
    const { position } = this.liveHub;
    const transaction = await this.queries.execute(new FindTransaction(userId, reference));
    if (!transaction) throw noTransaction(this.health.parked(), userId);
    return { status: true, transaction, position };
  }

  @Serves('acceptedPurchase')
  async accepted(
    @CallerOf() caller: Caller,
    @Body() { idempotency_key: key }: CallInput<'acceptedPurchase'>,
  ): Promise<CallAnswer<'acceptedPurchase'>> {
    return { status: true, reference: (await this.purchasing.acceptedUnder(caller, key)) ?? null };
  }

  @Serves('checkStatus')
  async check(
    @BuyerIdOf() userId: string,
    @Body() { reference }: CallInput<'checkStatus'>,
  ): Promise<CallAnswer<'checkStatus'>> {
    await this.written.projected(userId);
    const purchaseId = await this.queries.execute(new FindPurchaseId(userId, reference));
    if (purchaseId === undefined) throw noTransaction(this.health.parked(), userId);
    const { asked, retryAfterMs } = await this.commands.execute(new CheckStatus(purchaseId));
    return {
      status: true,
      message: asked ? 'We are asking the provider now.' : 'This transaction has ended.',
      retry_after: Math.ceil(retryAfterMs / 1_000),
    };
  }

  @Serves('reportProblem')
  async report(
    @CallerOf() caller: Caller,
    @Body() { reference, problem, transaction_status: about, words }: CallInput<'reportProblem'>,
  ): Promise<CallAnswer<'reportProblem'>> {
    const { userId } = caller;
    await this.written.projected(userId);
    const purchaseId = await this.queries.execute(new FindPurchaseId(userId, reference));
    if (purchaseId === undefined) throw noTransaction(this.health.parked(), userId);
    const told = { purchaseId, reference, about, problem, words: words ?? '' };
    const { before } = await this.commands.execute(new ReportProblem(userId, told, contextOf(caller)));
    this.written.note(userId);
    return {
      status: true,
      message: before
        ? 'You have reported this before. We are looking into it.'
        : 'Reported. We are looking into it.',
    };
  }
}
