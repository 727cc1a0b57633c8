import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG } from '../../../infra/config/settings.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../../infra/event-store/event-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Kobo } from '../../contracts/money.js';
import { chargebackOf } from '../../funding/dispute.decider.js';
import { WalletStreams } from '../../wallet/wallet.streams.js';
import { approvalLimit, countAlone } from '../allowance.js';
import { knownApproval, requestApproval } from '../approvals.js';
import type { MoneyDeskSettings } from '../money-desk.settings.js';
import {
  chargedBack,
  disputedOf,
  type DisputeName,
  disputeStream,
  namedBy,
  recordWin,
} from './chargebacks.js';

/** What came of it. The same again answers the same. */
export interface WinRecorded {
  /** `waiting`: nothing has happened yet, a second administrator has to agree. */
  readonly outcome: 'applied' | 'waiting';
  readonly userId: string;
  /** What goes back to the wallet. */
  readonly credited: Kobo;
}

/** Gives back what a chargeback took, or asks a second administrator when it is much. The same `commandId` again changes nothing more. */
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

/** @throws RuleBroken CHARGEBACK_NOT_FOUND, DISPUTE_WON, CHANGE_CONFLICT, and whatever wallets refuse */
@CommandHandler(WinChargeback)
export class WinChargebackHandler implements ICommandHandler<WinChargeback> {
  constructor(
    private readonly wallets: WalletStreams,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(CONFIG) private readonly config: MoneyDeskSettings,
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
