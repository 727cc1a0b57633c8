import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { LiveHub } from '../../../infra/live/live-hub.js';
import { ListAllFundings } from '../../../read-models/funding/funding.query.js';
import { ListAllTransactions } from '../../../read-models/history/all-transactions.query.js';
import { type ListPage, type ListQuestion, questionOf } from '../../../read-models/list-page.js';
import type { Administrator } from '../../administrators/administrators.js';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import { nairaFromKobo } from '../../contracts/money.js';
import { HOUSE_USER_ID } from '../../ledger/streams.js';
import { CustomersShown, maySeePeople } from './customers-shown.js';
import { WrittenPositions } from '../written-positions.js';

/** An administrator without `maySeePeople` sees masked personal data, and cannot search personal data. */
@Injectable()
export class HistoriesShown {
  constructor(
    private readonly queries: QueryBus,
    private readonly liveHub: LiveHub,
    private readonly written: WrittenPositions,
    private readonly shown: CustomersShown,
  ) {}

  async transactions(
    administrator: Administrator,
    list: CallInput<'adminFundings'>,
    { service, status, bought_by }: Pick<CallInput<'adminTransactions'>, 'service' | 'status' | 'bought_by'>,
  ) {
    const position = await this.projected(administrator);
    const unmasked = maySeePeople(administrator);
    const { orIn, ...question } = await this.questionOf(list, unmasked, bought_by && HOUSE_USER_ID);
    const means = { ...orIn, vendor: this.shown.vendorsNamed(question.search) };
    const kinds = { service: service ?? undefined, status: status ?? undefined };
    const found = await this.queries.execute(
      new ListAllTransactions({ ...question, orIn: means, ...kinds, unmasked }),
    );
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

  async fundings(
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

  /**
   * Waits until the lists include the administrator's own changes. The browser asks for live updates after
   * the returned position.
   */
  private async projected({ userId }: Administrator): Promise<number> {
    await this.written.projected(userId);
    return this.liveHub.position;
  }

  private async questionOf(
    list: CallInput<'adminFundings'>,
    unmasked: boolean,
    userId?: string | null,
  ): Promise<ListQuestion & { readonly userId?: string }> {
    const { search, ...question } = questionOf(list);
    const of = userId ? { userId } : {};
    return { ...question, ...(await this.shown.searched(search, unmasked, of)) };
  }
}

const aboutList = ({ total, totalCapped, truncated, sum }: ListPage<unknown>, position: number) => ({
  status: true as const,
  total,
  total_capped: totalCapped,
  amount_total: nairaFromKobo(sum ?? 0n),
  truncated,
  position,
});
