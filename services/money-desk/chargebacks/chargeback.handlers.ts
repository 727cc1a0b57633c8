import { Inject } from '@nestjs/common';
import {
  Command,
  CommandHandler,
  type ICommandHandler,
  type IQueryHandler,
  Query,
  QueryHandler,
} from '@nestjs/cqrs';
import { CONFIG } from '../../../infra/config/settings.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../../infra/event-store/event-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Kobo } from '../../contracts/money.js';
import { chargebackOf, type DisputeFacts, requireRoom } from '../../funding/dispute.decider.js';
import { Users } from '../../customers/users.js';
import { WalletStreams } from '../../wallet/wallet.streams.js';
import { approvalLimit, countAlone } from '../alone/allowance.js';
import { knownApproval, requestApproval } from '../approvals.js';
import type { AloneSettings } from '../money-desk.settings.js';
import type { PaymentName } from '../../funding/funding.events.js';
import { recordChargeback, recordWin } from './chargebacks.js';
import {
  chargedBack,
  type Disputed,
  disputedOf,
  type DisputeName,
  disputeStream,
  namedBy,
} from './disputed-payment.js';

/** @throws RuleBroken CHARGEBACK_PAYMENT_NOT_FOUND */
export class GetDisputedPayment extends Query<Disputed> {
  constructor(readonly payment: PaymentName) {
    super();
  }
}

@QueryHandler(GetDisputedPayment)
export class GetDisputedPaymentHandler implements IQueryHandler<GetDisputedPayment> {
  constructor(@Inject(EVENT_STORE) private readonly eventStore: Pick<EventStore, 'readStream'>) {}

  execute({ payment }: GetDisputedPayment): Promise<Disputed> {
    return disputedOf(this.eventStore, payment);
  }
}

export interface ChargebackRecorded {
  readonly userId: string;
  /** Kobo taken from the wallet. Absent while a second administrator must agree. */
  readonly taken?: { readonly debited: Kobo; readonly loss: Kobo };
}

/**
 * Takes a disputed payment back. A repeated `commandId` changes nothing. Above `ADJUSTMENT_APPROVAL_LIMIT`, a
 * second administrator must agree.
 */
export class RecordChargeback extends Command<ChargebackRecorded> {
  constructor(
    readonly payment: PaymentName,
    readonly facts: DisputeFacts,
    readonly reason: string,
    readonly context: EventContext,
    readonly commandId: string,
  ) {
    super();
  }
}

/**
 * @throws RuleBroken CHARGEBACK_PAYMENT_NOT_FOUND, CHARGEBACK_TOO_MUCH, DISPUTE_RECORDED, CHANGE_CONFLICT,
 * and wallet refusals
 */
@CommandHandler(RecordChargeback)
export class RecordChargebackHandler implements ICommandHandler<RecordChargeback> {
  constructor(
    private readonly wallets: WalletStreams,
    @Inject(Users) private readonly users: Pick<Users, 'reload'>,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(CONFIG) private readonly config: AloneSettings,
  ) {}

  async execute(command: RecordChargeback): Promise<ChargebackRecorded> {
    const { payment: name, facts, reason, context, commandId } = command;
    const { eventStore, wallets, users } = this;
    const { payment, credited } = await disputedOf(eventStore, name);
    const { userId } = payment;
    const dispute = { provider: name.provider, dispute: facts.dispute };
    const isClaimed = payment.chargebacks.some(({ claimed }) => claimed.commandId === commandId);
    const known = await knownApproval(eventStore, commandId);
    if (!isClaimed && !known) {
      // `countAlone` must not count an impossible chargeback, and `requestApproval` must not store it.
      requireRoom(facts, credited, payment);
      if (await namedBy(eventStore, dispute))
        throw new RuleBroken('DISPUTE_RECORDED', { dispute: facts.dispute });
    }
    const count = { commandId, subject: disputeStream(dispute), amount: facts.amount + facts.fee };
    const limit = approvalLimit(this.config);
    if (known || !(isClaimed || (await countAlone(eventStore, count, limit, context)))) {
      const { freeze, amount, fee, ...told } = facts;
      const asked = { ...name, ...told, amount: String(amount), fee: String(fee) };
      const work = {
        type: 'chargeback',
        payment: { ...asked, ...(freeze && { freeze: true as const }) },
      } as const;
      const wanted = { approvalId: commandId, userId, reason, work };
      if ((await requestApproval(eventStore, wanted, context)) === 'waiting') return { userId };
    } else
      await recordChargeback({ eventStore, wallets, users }, name, facts, { commandId, reason }, context);
    const { debited, loss } = await chargedBack(eventStore, userId, dispute);
    return { userId, taken: { debited: BigInt(debited), loss: BigInt(loss) } };
  }
}

export interface WinRecorded {
  readonly outcome: 'applied' | 'waiting';
  readonly userId: string;
  /** Kobo. */
  readonly credited: Kobo;
}

/**
 * Returns the money of a won dispute to the customer. A repeated `commandId` changes nothing. Above
 * `ADJUSTMENT_APPROVAL_LIMIT`, a second administrator must agree.
 */
export class WinChargeback extends Command<WinRecorded> {
  constructor(
    readonly dispute: DisputeName,
    readonly evidence: string,
    readonly reason: string,
    readonly context: EventContext,
    readonly commandId: string,
  ) {
    super();
  }
}

/** @throws RuleBroken CHARGEBACK_NOT_FOUND, DISPUTE_WON, CHANGE_CONFLICT, and wallet refusals */
@CommandHandler(WinChargeback)
export class WinChargebackHandler implements ICommandHandler<WinChargeback> {
  constructor(
    private readonly wallets: WalletStreams,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(CONFIG) private readonly config: AloneSettings,
  ) {}

  async execute({
    dispute: name,
    evidence,
    reason,
    context,
    commandId,
  }: WinChargeback): Promise<WinRecorded> {
    const { eventStore, wallets } = this;
    const named = await namedBy(eventStore, name);
    if (!named) throw new RuleBroken('CHARGEBACK_NOT_FOUND');
    const { payment } = await disputedOf(eventStore, { ...named });
    const { userId } = payment;
    const wonAs = chargebackOf(payment, name.dispute)?.wonAs;
    if (wonAs !== undefined && wonAs !== commandId) throw new RuleBroken('DISPUTE_WON');
    const taken = await chargedBack(eventStore, userId, name);
    const credited = BigInt(taken.debited);
    const { transactionReference, dispute, amount } = taken;
    const known = await knownApproval(eventStore, commandId);
    const count = { commandId, subject: disputeStream(name), amount: BigInt(amount) };
    const limit = approvalLimit(this.config);
    if (known || !(wonAs !== undefined || (await countAlone(eventStore, count, limit, context)))) {
      const asked = { provider: name.provider, transactionReference, dispute, amount, evidence };
      const work = { type: 'chargeback-won', payment: asked } as const;
      const wanted = { approvalId: commandId, userId, reason, work };
      return { outcome: await requestApproval(eventStore, wanted, context), userId, credited };
    }
    await recordWin({ eventStore, wallets }, name, evidence, { commandId, reason }, context);
    return { outcome: 'applied', userId, credited };
  }
}
