import { QueryBus } from '@nestjs/cqrs';
import { Inject, Injectable } from '@nestjs/common';
import { nowMs } from '../../../infra/host/clock.js';
import { KEY_VAULT, type KeyVault } from '../../../infra/crypto/key-vault.js';
import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import { LiveHub } from '../../../infra/live/live-hub.js';
import {
  type ExternalTransaction,
  ListExternalTransactions,
} from '../../../read-models/external-transactions/external-transactions.query.js';
import type { ListPage } from '../../../read-models/list-page.js';
import { FindColleagues } from '../../../read-models/users/users.query.js';
import { FindProblems } from '../../../read-models/problem-reports/problem-reports.query.js';
import type { Administrator } from '../../administrators/administrators.js';
import { Catalog } from '../../catalog/catalog.js';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import type { ExternalRow, ExternalStep } from '../../contracts/admin/external.contract.js';
import { maskedWords } from '../../contracts/admin/mask.js';
import { nameOf } from '../../customers/user.state.js';
import { Users } from '../../customers/users.js';
import { contactOf, CustomersShown, maySeePeople } from './customers-shown.js';
import { WrittenPositions } from '../written-positions.js';

export interface ExternalShownRow {
  readonly row: ExternalRow;
  readonly of: ExternalTransaction;
}

@Injectable()
export class ExternalShown {
  constructor(
    private readonly liveHub: LiveHub,
    private readonly queries: QueryBus,
    private readonly written: WrittenPositions,
    private readonly catalog: Catalog,
    @Inject(Users) private readonly users: Pick<Users, 'byIds'>,
    private readonly people: CustomersShown,
    @Inject(KEY_VAULT) private readonly vault: Pick<KeyVault, 'loadKeys' | 'open'>,
  ) {}

  /** Reads the log position first, so that the browser misses no update. */
  async page(
    open: boolean,
    administrator: Administrator,
    list: CallInput<'failedExternal'>,
  ): Promise<Omit<CallAnswer<'failedExternal'>, 'failed_history'> & { rows: readonly ExternalShownRow[] }> {
    await this.written.projected(administrator.userId);
    const { position } = this.liveHub;
    const dated = list.query_type === 2;
    const search = list.search?.trim() || undefined;
    const found = await this.queries.execute(
      new ListExternalTransactions(open, {
        from: dated ? list.custom_start_date : undefined,
        to: dated ? list.custom_end_date : undefined,
        search,
        orIn: await this.meantBy(search, administrator),
        page: list.page,
        pageSize: list.page_size,
      }),
    );
    const rows = await this.shown(found, administrator);
    const { total, totalCapped, truncated } = found;
    return { status: true, rows, total, total_capped: totalCapped, truncated, position };
  }

  /**
   * Finds the ids of the vendors, administrators and customers whose names match a search text. The
   * list of reviews stores only ids.
   */
  private async meantBy(search: string | undefined, administrator: Administrator) {
    if (search === undefined) return {};
    const [{ userId, orIn }, deciders] = await Promise.all([
      this.people.searched(search, maySeePeople(administrator), { by: ['email', 'name', 'api_token'] }),
      this.queries.execute(new FindColleagues(search)),
    ]);
    return {
      ...(userId === undefined ? orIn : { user_id: [userId] }),
      decided_by: deciders,
      vendor: this.people.vendorsNamed(search),
    };
  }

  private async shown(
    { rows }: ListPage<ExternalTransaction>,
    administrator: Administrator,
  ): Promise<readonly ExternalShownRow[]> {
    const unmasked = maySeePeople(administrator);
    const owners = await this.users.byIds(rows.map(({ userId }) => userId));
    const ids = rows.map(({ purchaseId }) => purchaseId);
    const problems = await this.queries.execute(new FindProblems(ids, unmasked));
    const now = nowMs();
    return rows.map((of) => {
      const owner = owners.get(of.userId);
      const lastFour = owner?.apiTokenLastFour;
      const problem = problems.get(of.purchaseId);
      const row: ExternalRow = {
        id: of.purchaseId,
        transaction_reference: of.reference,
        transaction_api: this.vendorName(of.vendor),
        transaction_type: of.label,
        transaction_site_owner: lastFour ? `nl_...${lastFour}` : of.userId.slice(0, 8),
        amount: of.price,
        user_email: contactOf(owner, unmasked),
        service: of.service,
        transaction_Date: of.openedAt,
        age_seconds: Math.max(0, Math.floor((now - Date.parse(of.requiredAt)) / 1_000)),
        why: of.why,
        ...(problem && { problem }),
      };
      return { row, of };
    });
  }

  /**
   * Decrypts `unread`, the vendor's answer that the product could not interpret. Masked for administrators
   * who may not see personal data. Empty for an erased customer.
   */
  async unreadOf(
    events: readonly RecordedEvent[],
    administrator: Administrator,
  ): Promise<(sealed: string | undefined) => Pick<ExternalStep, 'unread'>> {
    const userId = events[0]?.data['userId'];
    if (typeof userId !== 'string') return () => ({});
    const loading = this.vault.loadKeys([userId]);
    if (loading) await loading;
    const unmasked = maySeePeople(administrator);
    return (sealed) => {
      const unread = sealed === undefined ? undefined : this.vault.open(userId, sealed)?.['unread'];
      if (typeof unread !== 'string') return {};
      return { unread: unmasked ? unread : maskedWords(unread) };
    };
  }

  vendorName(code: number): string {
    return code === 0 ? '' : this.catalog.vendorName(code);
  }

  async namesOf(ids: readonly (string | null | undefined)[]): Promise<(id: string) => string> {
    const people = await this.users.byIds(ids.filter((id) => typeof id === 'string'));
    return (id) => {
      const person = people.get(id);
      return person ? nameOf(person) : id;
    };
  }
}
