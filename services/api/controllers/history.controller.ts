import { Body, Controller, Inject } from '@nestjs/common';
import { fundingPage } from '../../../read-models/funding/funding.query.js';
import { historyPage } from '../../../read-models/history/history.query.js';
import type { ListPage, ListQuestion } from '../../../read-models/list-page.js';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import type { Service } from '../../contracts/services.js';
import { Serves } from '../access.js';
import { API_DEPS, type ApiDeps } from '../api-deps.js';
import { CallerOf, type Caller } from '../caller.js';
import { WrittenPositions } from '../written-positions.js';

/** Lists of what a customer did. None is ever without what the same customer has just been told. */
@Controller()
export class HistoryController {
  constructor(
    @Inject(API_DEPS) private readonly deps: Pick<ApiDeps, 'readStore' | 'liveHub'>,
    private readonly written: WrittenPositions,
  ) {}

  @Serves('transactions')
  transactions(
    @CallerOf() caller: Caller,
    @Body() list: CallInput<'transactions'>,
  ): Promise<CallAnswer<'transactions'>> {
    return this.history(caller, list, list.service ?? undefined);
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
    return listAnswer(
      await fundingPage({ readStore: this.deps.readStore, userId, ...questionOf(list) }),
      position,
    );
  }

  private async history(
    { userId }: Caller,
    list: CallInput<'airtimeTransactions'>,
    service?: Service,
  ): Promise<CallAnswer<'transactions'>> {
    const position = await this.projected(userId);
    const { readStore } = this.deps;
    const { status } = list;
    const question = { readStore, userId, service, status: status ?? undefined, ...questionOf(list) };
    return listAnswer(await historyPage(question), position);
  }

  /** Waits for what the customer wrote. The position is read before the list, so that news can only be seen twice, never missed. */
  private async projected(userId: string): Promise<number> {
    await this.written.projected(userId);
    return this.deps.liveHub.position;
  }
}

/** Dates count only in a query of type 2, as in the old contract. */
function questionOf(list: CallInput<'fundings'>): ListQuestion {
  const dated = list.query_type === 2;
  const search = list.search?.trim();
  return {
    from: dated ? list.custom_start_date : undefined,
    to: dated ? list.custom_end_date : undefined,
    search: search === '' ? undefined : search,
    page: list.page,
    pageSize: list.page_size,
  };
}

const listAnswer = <Row>({ rows, total, totalCapped, truncated }: ListPage<Row>, position: number) => ({
  status: true as const,
  all_user_transaction: [...rows],
  total,
  total_capped: totalCapped,
  truncated,
  position,
});
