import { Body, Controller } from '@nestjs/common';
import type { Administrator } from '../../../administrators/administrators.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { AdministratorOf } from '../../guards/caller.js';
import { Serves } from '../../guards/route-rules.js';
import { HistoriesShown } from '../../shown/histories-shown.js';

@Controller()
export class HistoriesController {
  constructor(private readonly histories: HistoriesShown) {}

  @Serves('adminTransactions')
  async transactions(
    @AdministratorOf() administrator: Administrator,
    @Body() { service, status, bought_by, ...list }: CallInput<'adminTransactions'>,
  ): Promise<CallAnswer<'adminTransactions'>> {
    const kinds = { service, status, bought_by };
    const { rows, ...about } = await this.histories.transactions(administrator, list, kinds);
    const transHistory = rows.map(({ product: _, ...row }) => row);
    return { transHistory, ...about };
  }

  @Serves('customTransactions')
  async customTransactions(
    @AdministratorOf() administrator: Administrator,
    @Body() { service, status, fromDate, toDate, query_type = 2, ...page }: CallInput<'customTransactions'>,
  ): Promise<CallAnswer<'customTransactions'>> {
    const days = { query_type, custom_start_date: fromDate, custom_end_date: toDate };
    const list = { ...page, ...days };
    const { rows, ...about } = await this.histories.transactions(administrator, list, { service, status });
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
    return this.histories.fundings(administrator, list);
  }

  @Serves('fundingHistory')
  newestFundings(
    @AdministratorOf() administrator: Administrator,
    @Body() _body: CallInput<'fundingHistory'>,
  ): Promise<CallAnswer<'fundingHistory'>> {
    return this.histories.fundings(administrator, NEWEST);
  }
}

const NEWEST = { custom_start_date: undefined, custom_end_date: undefined };
