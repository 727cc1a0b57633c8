import { Body, Controller, Inject } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { nowMs } from '../../../infra/host/clock.js';
import { ListFundings } from '../../../read-models/funding/funding.query.js';
import { ListHistory } from '../../../read-models/history/history.query.js';
import { ReportSpending } from '../../../read-models/spending/spending.query.js';
import { ListMovements } from '../../../read-models/movements/movements.query.js';
import type { ListPage } from '../../../read-models/list-page.js';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import type { Service } from '../../contracts/services.js';
import { Serves } from '../guards/route-rules.js';
import { LiveHub } from '../../../infra/live/live-hub.js';
import { API_HEALTH, type ApiHealth, isKeptApart } from '../api-health.js';
import { BuyerIdOf, CallerOf, type Caller } from '../guards/caller.js';
import { WrittenPositions } from '../written-positions.js';

const MOVEMENT_VIEWS = ['history', 'funding', 'movements'];

@Controller()
export class HistoryController {
  constructor(
    private readonly queries: QueryBus,
    private readonly liveHub: LiveHub,
    @Inject(API_HEALTH) private readonly health: ApiHealth,
    private readonly written: WrittenPositions,
  ) {}

  @Serves('transactions')
  transactions(
    @BuyerIdOf() userId: string,
    @Body() list: CallInput<'transactions'>,
  ): Promise<CallAnswer<'transactions'>> {
    return this.history({ userId }, list, list.service ?? undefined);
  }

  @Serves('airtimeTransactions')
  airtime(
    @CallerOf() caller: Caller,
    @Body() list: CallInput<'airtimeTransactions'>,
  ): Promise<CallAnswer<'airtimeTransactions'>> {
    return this.history(caller, list, 'airtime');
  }

  @Serves('dataTransactions')
  data(
    @CallerOf() caller: Caller,
    @Body() list: CallInput<'dataTransactions'>,
  ): Promise<CallAnswer<'dataTransactions'>> {
    return this.history(caller, list, 'data');
  }

  @Serves('cableTransactions')
  cable(
    @CallerOf() caller: Caller,
    @Body() list: CallInput<'cableTransactions'>,
  ): Promise<CallAnswer<'cableTransactions'>> {
    return this.history(caller, list, 'cable');
  }

  @Serves('electricityTransactions')
  electricity(
    @CallerOf() caller: Caller,
    @Body() list: CallInput<'electricityTransactions'>,
  ): Promise<CallAnswer<'electricityTransactions'>> {
    return this.history(caller, list, 'electricity');
  }

  @Serves('examTransactions')
  exams(
    @CallerOf() caller: Caller,
    @Body() list: CallInput<'examTransactions'>,
  ): Promise<CallAnswer<'examTransactions'>> {
    return this.history(caller, list, 'exams');
  }

  @Serves('fundings')
  async fundings(
    @CallerOf() { userId }: Caller,
    @Body() list: CallInput<'fundings'>,
  ): Promise<CallAnswer<'fundings'>> {
    const position = await this.projected(userId);
    const page = await this.queries.execute(new ListFundings(userId, list));
    return listAnswer(page, position, this.isIncomplete('funding', userId));
  }

  @Serves('spending')
  async spending(
    @CallerOf() { userId }: Caller,
    @Body() { month }: CallInput<'spending'>,
  ): Promise<CallAnswer<'spending'>> {
    const position = await this.projected(userId);
    const report = await this.queries.execute(new ReportSpending(userId, nowMs(), month));
    const incomplete = this.isIncomplete('spending', userId) || this.isIncomplete('history', userId);
    return {
      status: true,
      month: report.month,
      months: report.months.map((one) => ({ ...one, services: [...one.services] })),
      recipients: [...report.recipients],
      recipients_capped: report.recipientsCapped,
      position,
      ...(incomplete && { incomplete: true }),
    };
  }

  @Serves('walletMovements')
  async movements(
    @CallerOf() { userId }: Caller,
    @Body() list: CallInput<'walletMovements'>,
  ): Promise<CallAnswer<'walletMovements'>> {
    const position = await this.projected(userId);
    const page = await this.queries.execute(new ListMovements(userId, list));
    const incomplete = MOVEMENT_VIEWS.some((view) => this.isIncomplete(view, userId));
    return listAnswer(page, position, incomplete);
  }

  private async history(
    { userId }: Pick<Caller, 'userId'>,
    list: CallInput<'airtimeTransactions'>,
    service?: Service,
  ): Promise<CallAnswer<'transactions'>> {
    const position = await this.projected(userId);
    const page = await this.queries.execute(new ListHistory(userId, list, service));
    return listAnswer(page, position, this.isIncomplete('history', userId));
  }

  private isIncomplete(view: string, userId: string): boolean {
    return isKeptApart(this.health.parked(), view, userId);
  }

  /**
   * Waits until the lists include the customer's own changes. The browser asks for live updates after the
   * returned position.
   */
  private async projected(userId: string): Promise<number> {
    await this.written.projected(userId);
    return this.liveHub.position;
  }
}

const listAnswer = <Row>(
  { rows, total, totalCapped, truncated }: ListPage<Row>,
  position: number,
  incomplete: boolean,
) => ({
  status: true as const,
  all_user_transaction: [...rows],
  total,
  total_capped: totalCapped,
  truncated,
  position,
  ...(incomplete && { incomplete: true as const }),
});
