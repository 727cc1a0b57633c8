import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import type { ActivityArea } from '../../services/contracts/admin/activity.contract.js';
import { broadcastsView } from '../broadcasts/broadcasts.view.js';
import { historyView } from '../history/history.view.js';
import { type ListPage, type ListQuestion, newestFirst } from '../list-page.js';
import { type ActivityRow, activityView } from './activity.view.js';

export interface ActivityQuestion extends ListQuestion {
  readonly area?: ActivityArea | undefined;
  /** Of this administrator only. */
  readonly actorId?: string | undefined;
  /** About this purchase, person or broadcast only. */
  readonly subjectId?: string | undefined;
}

/** Acts of administrators, newest first. What is sealed still is; the names of people are not known here. */
export class ListActivity extends Query<ListPage<ActivityRow>> {
  constructor(readonly question: ActivityQuestion) {
    super();
  }
}

@QueryHandler(ListActivity)
export class ListActivityHandler implements IQueryHandler<ListActivity> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  async execute({ question }: ListActivity): Promise<ListPage<ActivityRow>> {
    const { area, actorId, subjectId, ...asked } = question;
    const equals = {
      ...(area !== undefined && { area }),
      ...(actorId !== undefined && { actor_id: actorId }),
      ...(subjectId !== undefined && { subject_id: subjectId }),
    };
    const page = await newestFirst(this.readStore, activityView, equals, asked, (row) => row);
    const ids = (kind: ActivityRow['subject_kind']): string[] =>
      page.rows.flatMap((row) => (row.subject_kind === kind && row.subject === '' ? [row.subject_id] : []));
    const [purchases, broadcasts] = await Promise.all([
      this.readStore.getMany(historyView, ids('purchase')),
      this.readStore.getMany(broadcastsView, ids('broadcast')),
    ]);
    const named = (row: ActivityRow): ActivityRow => {
      const subject =
        row.subject || purchases.get(row.subject_id)?.reference || broadcasts.get(row.subject_id)?.title;
      return { ...row, subject: subject ?? '' };
    };
    return { ...page, rows: page.rows.map(named) };
  }
}
