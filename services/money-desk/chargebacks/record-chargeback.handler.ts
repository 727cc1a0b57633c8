import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG } from '../../../infra/config/settings.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../../infra/event-store/event-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Kobo } from '../../contracts/money.js';
import { type DisputeFacts, requireRoom } from '../../funding/dispute.decider.js';
import { WalletStreams } from '../../wallet/wallet.streams.js';
import { approvalLimit, countAlone } from '../allowance.js';
import { knownApproval, requestApproval } from '../approvals.js';
import type { MoneyDeskSettings } from '../money-desk.settings.js';
import type { PaymentName } from '../unmatched.js';
import { chargedBack, disputedOf, disputeStream, namedBy, recordChargeback } from './chargebacks.js';

/** What came of it. The same again answers the same. */
export interface ChargebackRecorded {
  /** Whose payment it was. */
  readonly userId: string;
  /** What was in the wallet and was taken, and what was not; undefined while a second administrator has to agree. */
  readonly taken?: { readonly debited: Kobo; readonly loss: Kobo };
}

/** Takes a disputed payment back, or asks a second administrator when it is much. The same `commandId` again changes nothing more. */
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

/** @throws RuleBroken CHARGEBACK_PAYMENT_NOT_FOUND, CHARGEBACK_TOO_MUCH, DISPUTE_RECORDED, CHANGE_CONFLICT, and whatever wallets refuse */
@CommandHandler(RecordChargeback)
export class RecordChargebackHandler implements ICommandHandler<RecordChargeback> {
  constructor(
    private readonly wallets: WalletStreams,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(CONFIG) private readonly config: MoneyDeskSettings,
  ) {}

  async execute(command: RecordChargeback): Promise<ChargebackRecorded> {
    const { payment: name, facts, reason, context, commandId } = command;
    const { eventStore, wallets } = this;
    const { payment, credited } = await disputedOf(eventStore, name);
    const { userId } = payment;
    const dispute = { provider: name.provider, dispute: facts.dispute };
    const isClaimed = payment.chargebacks.some(({ claimed }) => claimed.commandId === commandId);
    const known = await knownApproval(eventStore, commandId);
    if (!isClaimed && !known) {
      // What cannot be done now is neither counted nor asked for.
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
    } else await recordChargeback({ eventStore, wallets }, name, facts, { commandId, reason }, context);
    const { debited, loss } = await chargedBack(eventStore, userId, dispute);
    return { userId, taken: { debited: BigInt(debited), loss: BigInt(loss) } };
  }
}
