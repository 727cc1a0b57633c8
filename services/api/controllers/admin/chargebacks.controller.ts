import { Body, Controller, Inject } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { EventContext } from '../../../../infra/event-store/event-context.js';
import { LiveHub } from '../../../../infra/live/live-hub.js';
import { ListChargebacks } from '../../../../read-models/chargebacks/chargebacks.query.js';
import { questionOf } from '../../../../read-models/list-page.js';
import type { Administrator } from '../../../administrators/administrators.js';
import type { ChargebackRow } from '../../../contracts/admin/chargebacks.contract.js';
import { maskedName } from '../../../contracts/admin/mask.js';
import { PAYMENT_PROVIDERS } from '../../../contracts/admin/money-desk.contract.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { lagosIso } from '../../../contracts/fields/lagos-day.js';
import { formatNaira, nairaFromKobo } from '../../../contracts/money.js';
import { ownEntry } from '../../../contracts/own-entry.js';
import { nameOf } from '../../../customers/user.state.js';
import { Users } from '../../../customers/users.js';
import { takenBack } from '../../../funding/dispute.decider.js';
import {
  GetDisputedPayment,
  RecordChargeback,
  WinChargeback,
} from '../../../money-desk/chargebacks/chargeback.handlers.js';
import { WalletStreams } from '../../../wallet/wallet.streams.js';
import { contactOf, CustomersShown } from '../../shown/customers-shown.js';
import { AdministratorContext, AdministratorOf, formIdsOf } from '../../guards/caller.js';
import { Serves } from '../../guards/route-rules.js';
import { WrittenPositions } from '../../written-positions.js';
import { seesWhose } from './money-desk.controller.js';

const commandIdOf = formIdsOf('c3a94e17-58d2-5f06-8e4b-90b7d6a1f35c');

const WAITS = 'Nothing has moved yet: another administrator has to approve it.';

@Controller()
export class ChargebacksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly liveHub: LiveHub,
    private readonly written: WrittenPositions,
    private readonly shown: CustomersShown,
    private readonly wallets: WalletStreams,
    @Inject(Users) private readonly users: Pick<Users, 'byId' | 'byIds'>,
  ) {}

  @Serves('chargebacks')
  async list(
    @AdministratorOf() administrator: Administrator,
    @Body() { standing, ...list }: CallInput<'chargebacks'>,
  ): Promise<CallAnswer<'chargebacks'>> {
    await this.written.projected(administrator.userId);
    const { position } = this.liveHub;
    const whole = seesWhose(administrator);
    const { search, ...question } = questionOf(list);
    const found = await this.queries.execute(
      new ListChargebacks({
        ...question,
        ...(await this.shown.searched(search, whole)),
        standing: standing ?? undefined,
      }),
    );
    const emails = await this.shown.emailsOf(
      found.rows.map((row) => row.user_id),
      whole,
    );
    const people = await this.users.byIds(
      found.rows
        .flatMap((row) => [row.recorded_by, row.approved_by ?? '', row.won_by ?? ''])
        .filter((id) => id !== ''),
    );
    const chargebacks = found.rows.map((row): ChargebackRow => ({
      id: row.chargeback_id,
      standing: row.standing,
      provider: row.provider,
      provider_name: ownEntry<string>(PAYMENT_PROVIDERS, row.provider) ?? row.provider,
      payment_reference: row.reference,
      dispute_reference: row.dispute,
      user_id: row.user_id,
      user_email: emails.get(row.user_id) ?? '',
      amount: nairaFromKobo(row.amount),
      debited: nairaFromKobo(row.debited),
      loss: nairaFromKobo(row.loss),
      fee: nairaFromKobo(row.fee),
      reason: row.reason,
      evidence: row.evidence,
      recorded_by: nameOf(people.get(row.recorded_by)),
      approved_by: nameOf(people.get(row.approved_by ?? '')),
      created_at: lagosIso(row.at),
      won_reason: row.won_reason ?? '',
      won_evidence: row.won_evidence ?? '',
      won_by: nameOf(people.get(row.won_by ?? '')),
      won_at: row.won_at === null ? '' : lagosIso(row.won_at),
    }));
    const { total, totalCapped, truncated } = found;
    return { status: true, chargebacks, total, total_capped: totalCapped, truncated, position };
  }

  @Serves('disputablePayment')
  async payment(
    @AdministratorOf() administrator: Administrator,
    @Body() { provider, payment_reference: transactionReference }: CallInput<'disputablePayment'>,
  ): Promise<CallAnswer<'disputablePayment'>> {
    const { payment, credited } = await this.queries.execute(
      new GetDisputedPayment({ provider, transactionReference }),
    );
    const { userId } = payment;
    const person = await this.users.byId(userId);
    const { available } = await this.wallets.newest(userId);
    const whole = seesWhose(administrator);
    return {
      status: true,
      user_id: userId,
      name: whole ? nameOf(person) : maskedName(person?.firstName ?? ''),
      email: contactOf(person, whole),
      credited: nairaFromKobo(credited),
      left: nairaFromKobo(credited - takenBack(payment)),
      balance: nairaFromKobo(available),
    };
  }

  @Serves('recordChargeback')
  async record(
    @AdministratorContext() context: EventContext,
    @Body() body: CallInput<'recordChargeback'>,
  ): Promise<CallAnswer<'recordChargeback'>> {
    const { provider, payment_reference: transactionReference, dispute_reference: dispute, reason } = body;
    const { amount, fee, freeze, evidence } = body;
    const facts = { dispute, amount, fee: fee ?? 0n, freeze: freeze ?? false, evidence };
    const { userId, taken } = await this.commands.execute(
      new RecordChargeback(
        { provider, transactionReference },
        facts,
        reason,
        context,
        commandIdOf(context, body.form_id),
      ),
    );
    this.written.note(context.actor.id);
    if (!taken) return { status: true, message: WAITS, outcome: 'waiting' };
    const { debited, loss } = taken;
    const from = `${formatNaira(debited)} taken back from the wallet of ${await this.named(userId)}.`;
    const lost = loss > 0n ? ` ${formatNaira(loss)} was not there to take: it is booked as our loss.` : '';
    const frozen = facts.freeze ? ' Their spending is stopped.' : '';
    return { status: true, message: from + lost + frozen, outcome: 'applied' };
  }

  @Serves('winChargeback')
  async win(
    @AdministratorContext() context: EventContext,
    @Body() { provider, dispute_reference: dispute, evidence, reason, form_id }: CallInput<'winChargeback'>,
  ): Promise<CallAnswer<'winChargeback'>> {
    const { outcome, userId, credited } = await this.commands.execute(
      new WinChargeback({ provider, dispute }, evidence, reason, context, commandIdOf(context, form_id)),
    );
    this.written.note(context.actor.id);
    const told = `${formatNaira(credited)} given back to ${await this.named(userId)}.`;
    return { status: true, message: outcome === 'applied' ? told : WAITS, outcome };
  }

  private async named(userId: string): Promise<string> {
    return nameOf(await this.users.byId(userId)) || 'a customer who was erased';
  }
}
