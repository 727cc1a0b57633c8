import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import type { BroadcastRow as ShownBroadcast } from '../../services/contracts/admin/broadcasts.contract.js';
import { lagosIso } from '../../services/contracts/fields/lagos-day.js';
import { type ListPage, type ListQuestion, newestFirst } from '../list-page.js';
import { type BroadcastRow, broadcastsView } from './broadcasts.view.js';

/** Author shown instead of the administrator. The event `BroadcastCreated` names the administrator. */
const AUTHOR = 'Chief Admin';

const shownRow = ({ broadcast_id, title, message, active, at }: BroadcastRow): ShownBroadcast => ({
  id: broadcast_id,
  broadcast_title: title,
  broadcast_message: message,
  active,
  author: AUTHOR,
  created_at: lagosIso(at),
});

export interface Notice {
  readonly title: string;
  readonly messagebody: string;
}

export class GetNewestNotice extends Query<Notice> {}

@QueryHandler(GetNewestNotice)
export class GetNewestNoticeHandler implements IQueryHandler<GetNewestNotice> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  async execute(): Promise<Notice> {
    const { rows } = await this.readStore.page(broadcastsView, {
      equals: { active: true },
      sort: { column: 'activated_at', direction: 'descending' },
      skip: 0,
      limit: 1,
    });
    const [newest] = rows;
    return { title: newest?.title ?? '', messagebody: newest?.message ?? '' };
  }
}

export class ListBroadcasts extends Query<ListPage<ShownBroadcast>> {
  constructor(readonly question: ListQuestion) {
    super();
  }
}

@QueryHandler(ListBroadcasts)
export class ListBroadcastsHandler implements IQueryHandler<ListBroadcasts> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  execute({ question }: ListBroadcasts): Promise<ListPage<ShownBroadcast>> {
    return newestFirst(this.readStore, broadcastsView, {}, question, shownRow);
  }
}
