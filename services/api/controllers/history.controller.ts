import { Body, Controller, Inject } from '@nestjs/common';
import { fundingPage } from '../../../read-models/funding/funding.query.js';
import { historyPage, transactionByReference } from '../../../read-models/history/history.query.js';
import type { ListPage, ListQuestion } from '../../../read-models/list-page.js';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import { RuleBroken } from '../../contracts/errors.js';
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
    return this.history(caller, list);
  }

  @Serves('airtimeTransactions')
  airtime(
    @CallerOf() caller: Caller,
    @Body() list: CallInput<'airtimeTransactions'>,
  ): Promise<CallAnswer<'airtimeTransactions'>> {
    return this.history(caller, list, 'airtime');
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

  @Serves('transaction')
  async transaction(
    @CallerOf() { userId }: Caller,
    @Body() { reference }: CallInput<'transaction'>,
  ): Promise<CallAnswer<'transaction'>> {
    const position = await this.projected(userId);
    const transaction = await transactionByReference({ readStore: this.deps.readStore, userId, reference });
    if (!transaction) throw new RuleBroken('TRANSACTION_NOT_FOUND');
    return { status: true, transaction, position };
  }

  private async history(
    { userId }: Caller,
    list: CallInput<'transactions'>,
    service?: Service,
  ): Promise<CallAnswer<'transactions'>> {
    const position = await this.projected(userId);
    const { readStore } = this.deps;
    return listAnswer(await historyPage({ readStore, userId, service, ...questionOf(list) }), position);
  }

  /** Waits for what the customer wrote. The position is read before the list, so that news can only be seen twice, never missed. */
  private async projected(userId: string): Promise<number> {
    await this.written.projected(userId);
    return this.deps.liveHub.position;
  }
}

/** Dates count only in a query of type 2, as in the old contract. */
function questionOf(list: CallInput<'transactions'>): ListQuestion {
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
