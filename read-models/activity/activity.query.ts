import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { KEY_VAULT, type KeyVault } from '../../infra/crypto/key-vault.js';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import type { ActivityArea } from '../../services/contracts/admin/activity.contract.js';
import { broadcastsView } from '../broadcasts/broadcasts.view.js';
import { historyView } from '../history/history.view.js';
import { type ListPage, type ListQuestion, newestFirst } from '../list-page.js';
import { type ActivityRow, activityView } from './activity.view.js';

export interface ActivityQuestion extends ListQuestion {
  readonly area?: ActivityArea | undefined;
  readonly actorId?: string | undefined;
  readonly subjectId?: string | undefined;
}

type Opened = Readonly<Record<string, unknown>>;

/** Act in the activity log. The caller must hide `origin` and `personal` from readers who may not see them. */
export interface Act extends Omit<ActivityRow, 'origin' | 'sealed'> {
  /** Decrypted `address` and `device` of the administrator who acted. */
  readonly origin: Opened;
  readonly personal: Opened;
}

/** Rows contain ids of people, and the caller adds their names. */
export class ListActivity extends Query<ListPage<Act>> {
  constructor(readonly question: ActivityQuestion) {
    super();
  }
}

@QueryHandler(ListActivity)
export class ListActivityHandler implements IQueryHandler<ListActivity> {
  constructor(
    @Inject(READ_STORE) private readonly readStore: ReadStore,
    @Inject(KEY_VAULT) private readonly vault: Pick<KeyVault, 'loadKeys' | 'open'>,
  ) {}

  async execute({ question }: ListActivity): Promise<ListPage<Act>> {
    const { area, actorId, subjectId, ...asked } = question;
    const equals = {
      ...(area !== undefined && { area }),
      ...(actorId !== undefined && { actor_id: actorId }),
      ...(subjectId !== undefined && { subject_id: subjectId }),
    };
    const page = await newestFirst(this.readStore, activityView, equals, asked, (row) => row);
    const idsOf = (kind: ActivityRow['subject_kind']): string[] =>
      page.rows.flatMap((row) => (row.subject_kind === kind && row.subject === '' ? [row.subject_id] : []));
    const [purchases, broadcasts] = await Promise.all([
      this.readStore.getMany(historyView, idsOf('purchase')),
      this.readStore.getMany(broadcastsView, idsOf('broadcast')),
    ]);
    const people = page.rows.flatMap(({ actor_id, subject_kind, subject_id }) =>
      subject_kind === 'person' ? [actor_id, subject_id] : [actor_id],
    );
    await this.vault.loadKeys([...new Set(people)]);
    const told = ({ origin, sealed, ...row }: ActivityRow): Act => {
      const subject =
        row.subject || purchases.get(row.subject_id)?.reference || broadcasts.get(row.subject_id)?.title;
      return {
        ...row,
        subject: subject ?? '',
        origin: this.opened(row.actor_id, origin),
        personal: this.opened(row.subject_id, sealed),
      };
    };
    return { ...page, rows: page.rows.map(told) };
  }

  private opened(personId: string, sealed: string | null): Opened {
    return (sealed !== null && this.vault.open(personId, sealed)) || {};
  }
}
