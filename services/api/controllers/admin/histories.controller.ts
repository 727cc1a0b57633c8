import { Body, Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { LiveHub } from '../../../../infra/live/live-hub.js';
import { ListAllFundings } from '../../../../read-models/funding/funding.query.js';
import { ListAllTransactions } from '../../../../read-models/history/all-transactions.query.js';
import { type ListPage, type ListQuestion, questionOf } from '../../../../read-models/list-page.js';
import type { Administrator } from '../../../administrators/administrators.js';
import type {
  AdminBetFundingRow,
  AdminTransactionRow,
} from '../../../contracts/admin/admin-histories.contract.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { nairaFromKobo } from '../../../contracts/money.js';
import { platformOfLabel } from '../../../products/bet/bet.product.js';
import { HOUSE_USER_ID } from '../../../ledger/streams.js';
import { CustomersShown, maySeePeople } from '../../customers-shown.js';
import { AdministratorOf } from '../../guards/caller.js';
import { Serves } from '../../guards/route-rules.js';
import { WrittenPositions } from '../../written-positions.js';

/** What all customers did. Personal data is masked for whoever may not help customers, and not searched for them. */
@Controller()
export class HistoriesController {
  constructor(
    private readonly queries: QueryBus,
    private readonly liveHub: LiveHub,
    private readonly written: WrittenPositions,
    private readonly shown: CustomersShown,
  ) {}

  @Serves('adminTransactions')
  async transactions(
    @AdministratorOf() administrator: Administrator,
    @Body() { service, status, bought_by, ...list }: CallInput<'adminTransactions'>,
  ): Promise<CallAnswer<'adminTransactions'>> {
    const kinds = { service, status, bought_by };
    const { rows, ...about } = await this.transactionPage(administrator, list, kinds);
    const transHistory = rows.map(({ product: _, ...row }) => row);
    return { transHistory, ...about };
  }

  @Serves('betFundings')
  async betFundings(
    @AdministratorOf() administrator: Administrator,
    @Body() { status, ...list }: CallInput<'betFundings'>,
  ): Promise<CallAnswer<'betFundings'>> {
    const { rows, ...about } = await this.transactionPage(administrator, list, { service: 'bet', status });
    return { bet_fundingHistory: rows.map(betFundingRow), ...about };
  }

  /** Days count unless a query of type 1 is asked for: whoever names days and no type means them. */
  @Serves('customTransactions')
  async customTransactions(
    @AdministratorOf() administrator: Administrator,
    @Body() { service, status, fromDate, toDate, query_type = 2, ...page }: CallInput<'customTransactions'>,
  ): Promise<CallAnswer<'customTransactions'>> {
    const days = { query_type, custom_start_date: fromDate, custom_end_date: toDate };
    const list = { ...page, ...days };
    const { rows, ...about } = await this.transactionPage(administrator, list, { service, status });
    const custom_transactions = rows.map(({ api_transaction_reference: refrence, product: _, ...row }) => ({
      ...row,
      refrence,
    }));
    return { custom_transactions, ...about };
  }

  @Serves('adminFundings')
  fundings(
    @AdministratorOf() administrator: Administrator,
    @Body() list: CallInput<'adminFundings'>,
  ): Promise<CallAnswer<'adminFundings'>> {
    return this.fundingPage(administrator, list);
  }

  @Serves('fundingHistory')
  newestFundings(
    @AdministratorOf() administrator: Administrator,
    @Body() _body: CallInput<'fundingHistory'>,
  ): Promise<CallAnswer<'fundingHistory'>> {
    return this.fundingPage(administrator, NEWEST);
  }

  private async transactionPage(
    administrator: Administrator,
    list: CallInput<'adminFundings'>,
    { service, status, bought_by }: Pick<CallInput<'adminTransactions'>, 'service' | 'status' | 'bought_by'>,
  ) {
    const position = await this.projected(administrator);
    const unmasked = maySeePeople(administrator);
    const question = await this.questionOf(list, unmasked);
    const kinds = {
      service: service ?? undefined,
      status: status ?? undefined,
      ...(bought_by && { userId: HOUSE_USER_ID }),
    };
    const found = await this.queries.execute(new ListAllTransactions({ ...question, ...kinds, unmasked }));
    const emails = await this.shown.emailsOf(
      found.rows.map((row) => row.user_id),
      unmasked,
    );
    const rows = found.rows.map(({ vendor, ...row }) => ({
      ...row,
      api_source: this.shown.vendorName(vendor),
      user_email: emails.get(row.user_id) ?? '',
    }));
    return { rows, ...aboutList(found, position) };
  }

  private async fundingPage(
    administrator: Administrator,
    list: CallInput<'adminFundings'>,
  ): Promise<CallAnswer<'adminFundings'>> {
    const position = await this.projected(administrator);
    const unmasked = maySeePeople(administrator);
    const question = await this.questionOf(list, unmasked);
    const found = await this.queries.execute(new ListAllFundings(question));
    const emails = await this.shown.emailsOf(
      found.rows.map(({ user }) => user),
      unmasked,
    );
    const fundingHistory = found.rows.map((row) => ({ ...row, user_email: emails.get(row.user) ?? '' }));
    return { fundingHistory, ...aboutList(found, position) };
  }

  /** Waits for what the administrator wrote. The position is read before the list: news can be seen twice, never missed. */
  private async projected({ userId }: Administrator): Promise<number> {
    await this.written.projected(userId);
    return this.liveHub.position;
  }

  private async questionOf(
    list: CallInput<'adminFundings'>,
    unmasked: boolean,
  ): Promise<ListQuestion & { readonly userId?: string }> {
    const { search, ...question } = questionOf(list);
    return { ...question, ...(await this.shown.searched(search, unmasked)) };
  }
}

const NEWEST = { custom_start_date: undefined, custom_end_date: undefined };

const betFundingRow = (
  row: Omit<AdminTransactionRow, 'api_source'> & { readonly product: string },
): AdminBetFundingRow => ({
  id: row.id,
  reference: row.api_transaction_reference,
  buyer_emails: row.user_email,
  amount: row.amount,
  bet_platform: platformOfLabel(row.product),
  client_id: row.phone_number,
  submitted_date: row.transaction_history_date,
  transaction_status: row.transaction_status,
  user_id: row.user_id,
});

const aboutList = ({ total, totalCapped, truncated, sum }: ListPage<unknown>, position: number) => ({
  ...{ status: true as const, total, total_capped: totalCapped },
  amount_total: nairaFromKobo(sum ?? 0n),
  ...{ truncated, position },
});
