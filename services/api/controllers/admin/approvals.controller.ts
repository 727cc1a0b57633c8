import { Body, Controller, Inject } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { type EventContext, SYSTEM } from '../../../../infra/event-store/event-context.js';
import { LiveHub } from '../../../../infra/live/live-hub.js';
import { ListApprovals } from '../../../../read-models/approvals/approvals.query.js';
import type { ApprovalRow as Stored } from '../../../../read-models/approvals/approvals.view.js';
import { questionOf } from '../../../../read-models/list-page.js';
import type { Administrator } from '../../../administrators/administrators.js';
import {
  APPROVAL_WORKS,
  type ApprovalRow,
  PAYMENT_PROVIDERS,
} from '../../../contracts/admin/money-desk.contract.js';
import { Catalog } from '../../../catalog/catalog.js';
import { maskedName } from '../../../contracts/admin/mask.js';
import { contactOf } from '../../shown/customers-shown.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { lagosIso } from '../../../contracts/fields/lagos-day.js';
import { nairaFromKobo, type Kobo } from '../../../contracts/money.js';
import { ownEntry } from '../../../contracts/own-entry.js';
import { nameOf } from '../../../customers/user.state.js';
import { Users } from '../../../customers/users.js';
import { HOUSE_USER_ID } from '../../../ledger/streams.js';
import { DecideApproval } from '../../../money-desk/decide-approval.handler.js';
import { AdministratorContext, AdministratorOf } from '../../guards/caller.js';
import { Serves } from '../../guards/route-rules.js';
import { WrittenPositions } from '../../written-positions.js';
import { seesWhose } from './money-desk.controller.js';

type Standing = ApprovalRow['standing'];

const TOLD: Readonly<Record<Standing, string>> = {
  waiting: 'It waits for another administrator.',
  granted: 'Approved. It is being done.',
  applied: 'Approved and done.',
  lapsed: 'Approved too late: it could not be done any more, and nothing has moved.',
  refused: 'Refused. Nothing has moved.',
};

const workOf = (work: string): ApprovalRow['work'] =>
  APPROVAL_WORKS.find((known) => known === work) ?? 'adjustment';

const houseOf = ({ counterparty }: Stored): string => (counterparty === null ? 'House wallet' : '');

const OF_PROVIDERS: ReadonlySet<string> = new Set([
  'settlement',
  'assignment',
  'return',
  'chargeback',
  'chargeback-won',
]);

/** A legal page has up to 40,000 characters. */
const EVIDENCE_MAX = 300;

const NOBODY_ELSE = 'the delay, because there is only one owner';

const naira = (kobo: Kobo | null): number | null => (kobo === null ? null : nairaFromKobo(kobo));

@Controller()
export class ApprovalsController {
  constructor(
    private readonly liveHub: LiveHub,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly written: WrittenPositions,
    private readonly catalog: Catalog,
    @Inject(Users) private readonly users: Pick<Users, 'byIds'>,
  ) {}

  @Serves('approvals')
  async list(
    @AdministratorOf() administrator: Administrator,
    @Body() { standing, ...list }: CallInput<'approvals'>,
  ): Promise<CallAnswer<'approvals'>> {
    await this.written.projected(administrator.userId);
    const { position } = this.liveHub;
    const found = await this.queries.execute(new ListApprovals(standing === 'waiting', questionOf(list)));
    const ids = found.rows.flatMap((row) => [row.user_id, row.requested_by, row.decided_by ?? '']);
    const people = await this.users.byIds(
      ids.filter((id) => id !== '' && id !== HOUSE_USER_ID && id !== SYSTEM.id),
    );
    const whole = seesWhose(administrator);
    const approvals = found.rows.map((row): ApprovalRow => {
      const depositor = row.depositor ?? '';
      const evidence = row.evidence ?? '';
      const isCut = evidence.length > EVIDENCE_MAX && list.search !== row.approval_id;
      return {
        id: row.approval_id,
        standing: row.standing,
        kind: row.kind ?? '',
        user_id: row.user_id,
        work: workOf(row.work),
        counterparty: this.counterpartyOf(row),
        fee: naira(row.fee),
        user_email: row.user_id === HOUSE_USER_ID ? houseOf(row) : contactOf(people.get(row.user_id), whole),
        amount: nairaFromKobo(row.amount),
        before: naira(row.before),
        after: naira(row.after),
        bank: row.bank ?? '',
        bank_reference: row.reference ?? '',
        evidence: isCut ? evidence.slice(0, EVIDENCE_MAX) : evidence,
        evidence_cut: isCut,
        depositor: whole ? depositor : maskedName(depositor),
        reason: row.reason,
        requested_by: nameOf(people.get(row.requested_by)),
        requested_at: lagosIso(row.at),
        own: row.requested_by === administrator.userId,
        decided_by: row.decided_by === SYSTEM.id ? NOBODY_ELSE : nameOf(people.get(row.decided_by ?? '')),
        decided_at: row.decided_at === null ? '' : lagosIso(row.decided_at),
        why: row.why ?? '',
      };
    });
    const { total, totalCapped, truncated } = found;
    return { status: true, approvals, total, total_capped: totalCapped, truncated, position };
  }

  @Serves('grantApproval')
  grant(
    @AdministratorContext() context: EventContext,
    @Body() { id }: CallInput<'grantApproval'>,
  ): Promise<CallAnswer<'grantApproval'>> {
    return this.decide(id, { grant: true }, context);
  }

  @Serves('refuseApproval')
  refuse(
    @AdministratorContext() context: EventContext,
    @Body() { id, reason }: CallInput<'refuseApproval'>,
  ): Promise<CallAnswer<'refuseApproval'>> {
    return this.decide(id, { grant: false, reason }, context);
  }

  private async decide(
    id: string,
    decision: DecideApproval['decision'],
    context: EventContext,
  ): Promise<CallAnswer<'grantApproval'>> {
    const { standing, why } = await this.commands.execute(new DecideApproval(id, decision, context));
    this.written.note(context.actor.id);
    const message = standing === 'lapsed' && why !== undefined ? `${TOLD.lapsed} ${why}` : TOLD[standing];
    return { status: true, message, standing };
  }

  private counterpartyOf({ work, counterparty }: Stored): string {
    if (counterparty === null) return '';
    if (OF_PROVIDERS.has(work)) return ownEntry<string>(PAYMENT_PROVIDERS, counterparty) ?? counterparty;
    return this.catalog.vendorName(Number(counterparty));
  }
}
