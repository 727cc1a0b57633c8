import { QueryBus } from '@nestjs/cqrs';
import { Inject, Injectable } from '@nestjs/common';
import { now } from '../../../infra/host/clock.js';
import {
  type Act,
  type ActivityQuestion,
  ListActivity,
} from '../../../read-models/activity/activity.query.js';
import { ResolvePurchaseId } from '../../../read-models/external-transactions/external-transactions.query.js';
import { questionOf } from '../../../read-models/list-page.js';
import type { Administrator } from '../../administrators/administrators.js';
import { Invitations } from '../../administrators/invitations/invitations.js';
import { Catalog } from '../../catalog/catalog.js';
import type { ActivityRow } from '../../contracts/admin/activity.contract.js';
import { may } from '../../contracts/admin/administrators.contract.js';
import { maskedAddress, maskedEmail, maskedName, maskedPhone } from '../../contracts/admin/mask.js';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import { lagosIso } from '../../contracts/fields/lagos-day.js';
import { ownEntry } from '../../contracts/own-entry.js';
import { nameOf, type User } from '../../customers/user.state.js';
import { Users } from '../../customers/users.js';
import { HOUSE_USER_ID } from '../../ledger/streams.js';
import { HOUSE_NAME, maySeePeople } from './customers-shown.js';

type Person = Pick<User, 'role' | 'firstName' | 'lastName'>;

@Injectable()
export class ActivityShown {
  constructor(
    private readonly queries: QueryBus,
    private readonly catalog: Catalog,
    @Inject(Users) private readonly users: Pick<Users, 'byIds' | 'byId' | 'emails'>,
    private readonly invitations: Invitations,
  ) {}

  async list(
    administrator: Administrator,
    { area, administrator: actorId, ...list }: CallInput<'activity'>,
  ): Promise<Omit<CallAnswer<'activity'>, 'position'>> {
    const question: ActivityQuestion = {
      ...(await this.questionOf(list, administrator, actorId || undefined)),
      ...(area && { area }),
    };
    const { rows, total, totalCapped, truncated } = await this.queries.execute(new ListActivity(question));
    const people = await this.peopleOf(rows);
    const activity = rows.map((row) => this.shown(row, people, administrator));
    return { status: true, activity, total, total_capped: totalCapped, truncated };
  }

  /**
   * Replaces an email or a purchase reference in the search text by an id, because the activity log
   * contains only ids.
   */
  private async questionOf(
    list: Parameters<typeof questionOf>[0],
    administrator: Administrator,
    actorId: string | undefined,
  ): Promise<ActivityQuestion> {
    const { search, ...dated } = questionOf(list);
    const question = actorId === undefined ? dated : { ...dated, actorId };
    if (search === undefined) return question;
    if (search.includes('@') && maySeePeople(administrator)) {
      const userId = await this.users.emails.ownerOf(search);
      const user = userId === undefined ? undefined : await this.users.byId(userId);
      if (user?.role === 'user') return { ...question, subjectId: user.userId };
      if (user && user.userId === (actorId ?? user.userId)) return { ...question, actorId: user.userId };
    }
    const purchaseId = await this.queries.execute(new ResolvePurchaseId(search));
    return purchaseId === search ? { ...question, search } : { ...question, subjectId: purchaseId };
  }

  private async peopleOf(rows: readonly Act[]): Promise<ReadonlyMap<string, Person>> {
    const ids = new Set(
      rows.flatMap((row) => [row.actor_id, ...(row.subject_kind === 'person' ? [row.subject_id] : [])]),
    );
    const known: ReadonlyMap<string, Person> = await this.users.byIds(ids);
    if (known.size === ids.size) return known;
    const invited = await this.invitations.pending(now());
    return new Map([
      ...invited.map(({ invitation: { userId, access }, firstName, lastName }) => {
        return [userId, { role: access.role, firstName, lastName }] as const;
      }),
      ...known,
    ]);
  }

  private shown(row: Act, people: ReadonlyMap<string, Person>, administrator: Administrator): ActivityRow {
    const own = row.actor_id === administrator.userId;
    const seesOrigin = own || may(administrator, []);
    const address = textOf(row.origin['address']);
    return {
      id: row.event_id,
      at: lagosIso(row.at),
      administrator_id: row.actor_id,
      administrator: nameOf(people.get(row.actor_id)) || (ownEntry(NO_PERSONS, row.actor_id) ?? row.actor_id),
      area: row.area,
      what: row.what,
      type: row.type,
      subject:
        row.subject ||
        this.personName(people.get(row.subject_id), administrator) ||
        (ownEntry(NO_PERSONS, row.subject_id) ?? ''),
      subject_id: row.subject_id,
      changes: [
        ...row.changes.map((change) => this.withVendors(change)),
        ...this.personalChanges(row, administrator),
      ],
      reason: row.reason,
      address: seesOrigin ? address : maskedAddress(address),
      device: seesOrigin ? textOf(row.origin['device']) : '',
    };
  }

  /** Names of administrators and auditors are always shown in full. */
  private personName(person: Person | undefined, administrator: Administrator): string {
    if (!person) return '';
    if (person.role !== 'user' || maySeePeople(administrator)) return nameOf(person);
    return `${maskedName(person.firstName)} ${maskedName(person.lastName)}`.trim();
  }

  private personalChanges({ personal }: Act, administrator: Administrator): ActivityRow['changes'] {
    return Object.entries(personal).flatMap(([field, value]) => {
      const after = textOf(value);
      const masked = maySeePeople(administrator) ? after : (ownEntry(MASKS, field)?.(after) ?? '***');
      return after === '' ? [] : [{ field: ownEntry(FIELDS, field) ?? field, before: '', after: masked }];
    });
  }

  private withVendors(change: ActivityRow['changes'][number]): ActivityRow['changes'][number] {
    if (change.field !== 'Vendor') return change;
    const name = (code: string): string => {
      if (code === '0') return 'Off';
      return code === '' ? '' : this.catalog.vendorName(Number(code));
    };
    return { ...change, before: name(change.before), after: name(change.after) };
  }
}

const NO_PERSONS: Readonly<Record<string, string>> = { system: 'Automatic', [HOUSE_USER_ID]: HOUSE_NAME };

const FIELDS: Readonly<Record<string, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  email: 'Email',
};
const MASKS: Readonly<Record<string, (text: string) => string>> = {
  firstName: maskedName,
  lastName: maskedName,
  phone: maskedPhone,
  email: maskedEmail,
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
