import { Body, Controller, Inject } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { EventContext } from '../../../../infra/event-store/event-context.js';
import { LiveHub } from '../../../../infra/live/live-hub.js';
import { questionOf } from '../../../../read-models/list-page.js';
import { ListUnmatched } from '../../../../read-models/unmatched/unmatched.query.js';
import type { Administrator } from '../../../administrators/administrators.js';
import { contactOf } from '../../shown/customers-shown.js';
import { PAYMENT_PROVIDERS } from '../../../contracts/admin/money-desk.contract.js';
import type { UnmatchedRow } from '../../../contracts/admin/unmatched.contract.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { lagosIso } from '../../../contracts/fields/lagos-day.js';
import { formatNaira, nairaFromKobo } from '../../../contracts/money.js';
import { ownEntry } from '../../../contracts/own-entry.js';
import { FindCustomer } from '../../../customers/profile/profile.queries.js';
import { nameOf } from '../../../customers/user.state.js';
import { Users } from '../../../customers/users.js';
import { SettleUnmatched, type UnmatchedEnd } from '../../../money-desk/settle-unmatched.handler.js';
import { AdministratorContext, AdministratorOf, formIdsOf } from '../../guards/caller.js';
import { Serves } from '../../guards/route-rules.js';
import { BankNames } from '../../bank-names.js';
import { WrittenPositions } from '../../written-positions.js';
import { seesWhose, waitsFor } from './money-desk.controller.js';

const commandIdOf = formIdsOf('2f6f4a0e-93d1-5c8e-b1c7-6d0f8e2a4b73');

const WAITS = 'Nothing has moved yet: another administrator has to approve it.';

type Settling = CallInput<'assignUnmatched'> | CallInput<'returnUnmatched'> | CallInput<'dismissUnmatched'>;

@Controller()
export class UnmatchedController {
  constructor(
    private readonly liveHub: LiveHub,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly written: WrittenPositions,
    private readonly bankNames: BankNames,
    @Inject(Users) private readonly users: Pick<Users, 'byIds'>,
  ) {}

  @Serves('unmatchedPayments')
  async list(
    @AdministratorOf() administrator: Administrator,
    @Body() { standing, ...list }: CallInput<'unmatchedPayments'>,
  ): Promise<CallAnswer<'unmatchedPayments'>> {
    await this.written.projected(administrator.userId);
    const { position } = this.liveHub;
    const found = await this.queries.execute(new ListUnmatched(standing === 'open', questionOf(list)));
    const ids = new Set(
      found.rows.flatMap(({ assigned_to, decided_by }) => [assigned_to ?? [], decided_by ?? []].flat()),
    );
    const people = await this.users.byIds(ids);
    const whole = seesWhose(administrator);
    const payments = found.rows.map((row): UnmatchedRow => {
      return {
        provider: row.provider,
        reference: row.reference,
        account_reference: row.account_reference,
        provider_name: ownEntry<string>(PAYMENT_PROVIDERS, row.provider) ?? row.provider,
        amount: nairaFromKobo(row.amount),
        standing: row.standing,
        unread: row.unread,
        unread_field: row.unread_field ?? '',
        unread_type: row.unread_type ?? '',
        unread_digest: row.unread_digest ?? '',
        user_id: row.assigned_to ?? '',
        user_email: contactOf(people.get(row.assigned_to ?? ''), whole),
        bank: row.bank ?? '',
        bank_reference: row.bank_reference ?? '',
        reason: row.reason ?? '',
        decided_by: nameOf(people.get(row.decided_by ?? '')),
        decided_at: row.decided_at === null ? '' : lagosIso(row.decided_at),
        created_at: lagosIso(row.at),
      };
    });
    const { total, totalCapped, truncated } = found;
    return { status: true, payments, total, total_capped: totalCapped, truncated, position };
  }

  @Serves('assignUnmatched')
  async assign(
    @AdministratorContext() context: EventContext,
    @Body() body: CallInput<'assignUnmatched'>,
  ): Promise<CallAnswer<'assignUnmatched'>> {
    const { user_id: userId } = body;
    const person = await this.queries.execute(new FindCustomer({ userId }));
    const told = (amount: string) => `${amount} assigned to ${nameOf(person)}.`;
    return this.settle(body, { type: 'assign', userId }, context, told);
  }

  @Serves('returnUnmatched')
  async return(
    @AdministratorContext() context: EventContext,
    @Body() body: CallInput<'returnUnmatched'>,
  ): Promise<CallAnswer<'returnUnmatched'>> {
    const { bank_reference: reference, evidence } = body;
    const bank = await this.bankNames.known(body.bank, context);
    const told = (amount: string) => `The return of ${amount} is booked at ${bank}.`;
    return this.settle(body, { type: 'return', line: { bank, reference, evidence } }, context, told);
  }

  @Serves('dismissUnmatched')
  async dismiss(
    @AdministratorContext() context: EventContext,
    @Body() body: CallInput<'dismissUnmatched'>,
  ): Promise<CallAnswer<'dismissUnmatched'>> {
    return this.settle(body, { type: 'dismiss' }, context, () => 'Nothing is credited for this payment.');
  }

  private async settle(
    { provider, payment_reference: transactionReference, reason, form_id, ...body }: Settling,
    end: UnmatchedEnd,
    context: EventContext,
    told: (amount: string) => string,
  ): Promise<CallAnswer<'assignUnmatched'>> {
    const payment = { provider, transactionReference };
    // Derive `commandId` from the administrator in `context` and from `form_id`. The same `form_id`
    // from two administrators makes two commands.
    const commandId = commandIdOf(context, form_id);
    const stated = 'amount' in body ? (body.amount ?? undefined) : undefined;
    const { outcome, amount, likely } = await this.commands.execute(
      new SettleUnmatched(payment, end, reason, context, commandId, stated),
    );
    this.written.note(context.actor.id);
    const waits = likely ? waitsFor(likely) : WAITS;
    return { status: true, message: outcome === 'applied' ? told(formatNaira(amount)) : waits, outcome };
  }
}
