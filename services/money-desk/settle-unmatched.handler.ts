import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG } from '../../infra/config/settings.js';
import type { EventContext } from '../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../infra/event-store/event-store.js';
import { FundingTerms } from '../catalog/funding-terms/funding-terms.js';
import { RuleBroken } from '../contracts/errors.js';
import type { Kobo } from '../contracts/money.js';
import type { PaymentName } from '../funding/funding.events.js';
import { chargeOn } from '../funding/funding.decider.js';
import { amountOf, type ReturnLine, type Unmatched } from '../funding/unmatched.decider.js';
import { fundingStream } from '../funding/funding.stream.js';
import { HOUSE_USER_ID } from '../ledger/streams.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import { approvalLimit, countAlone } from './alone/allowance.js';
import type { ApprovalRequested } from './approval.events.js';
import { knownApproval, requestApproval } from './approvals.js';
import { isBooked } from './bank-entries.js';
import type { AloneSettings } from './money-desk.settings.js';
import { assignUnmatched, dismissUnmatched, likelySame, returnUnmatched, unmatchedOf } from './unmatched.js';

export type UnmatchedEnd =
  | { readonly type: 'assign'; readonly userId: string }
  | { readonly type: 'return'; readonly line: ReturnLine }
  /** Decides that nothing was paid. Possible only when the provider's answer was unreadable. */
  | { readonly type: 'dismiss' };

export interface UnmatchedSettled {
  readonly outcome: 'applied' | 'waiting';
  /** Kobo of the payment. Zero when nothing was paid. */
  readonly amount: Kobo;
  readonly likely?: PaymentName;
}

/**
 * Assigns, returns or dismisses an unmatched payment. A repeated `commandId` changes nothing. Above
 * `ADJUSTMENT_APPROVAL_LIMIT`, or when the customer may have the money, a second
 * administrator must agree.
 */
export class SettleUnmatched extends Command<UnmatchedSettled> {
  constructor(
    readonly payment: PaymentName,
    readonly end: UnmatchedEnd,
    readonly reason: string,
    readonly context: EventContext,
    readonly commandId: string,
    /**
     * Kobo that the administrator found at the provider. Needed when the provider's answer gave no clear
     * amount.
     */
    readonly stated?: Kobo,
  ) {
    super();
  }
}

/**
 * @throws RuleBroken UNMATCHED_NOT_FOUND, UNMATCHED_SETTLED, UNMATCHED_AMOUNT, UNMATCHED_AMOUNT_DIFFERS,
 * UNMATCHED_CERTAIN, BANK_REFERENCE_USED, CHANGE_CONFLICT, and wallet refusals
 */
@CommandHandler(SettleUnmatched)
export class SettleUnmatchedHandler implements ICommandHandler<SettleUnmatched> {
  constructor(
    private readonly wallets: WalletStreams,
    @Inject(FundingTerms) private readonly terms: Pick<FundingTerms, 'charge'>,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(CONFIG) private readonly config: AloneSettings,
  ) {}

  async execute(command: SettleUnmatched): Promise<UnmatchedSettled> {
    const { payment, end, reason, context, commandId, stated } = command;
    const { eventStore, wallets } = this;
    const found = await unmatchedOf(eventStore, payment);
    const { settlement } = found;
    if (settlement && settlement.commandId !== commandId)
      throw new RuleBroken('UNMATCHED_SETTLED', { how: settlement.how });
    if (end.type === 'dismiss') {
      await dismissUnmatched(eventStore, payment, { commandId, reason }, context);
      return { outcome: 'applied', amount: 0n };
    }
    const amount = settlement ? found.paid : amountOf(found, stated);
    if (end.type === 'return' && (await isBooked(eventStore, { ...end.line, commandId })))
      throw new RuleBroken('BANK_REFERENCE_USED', { reference: end.line.reference });
    const known = await knownApproval(eventStore, commandId);
    const limit = approvalLimit(this.config);
    const charge = known ? chargeAsked(known.requested) : chargeOn(amount, this.terms.charge());
    const subject = fundingStream(payment.provider, payment.transactionReference);
    const movement = { commandId, subject, amount };
    const likely = known
      ? known.requested.likely
      : settlement || end.type === 'return'
        ? undefined
        : await likelySame(eventStore, found, end.userId, { paid: amount, charge }, context.now);
    if (known || likely || !(settlement || (await countAlone(eventStore, movement, limit, context)))) {
      const work = workOf({ ...found, paid: amount }, end, charge);
      const wanted = { approvalId: commandId, reason, ...work, ...(likely && { likely }) };
      const outcome = await requestApproval(eventStore, wanted, context);
      return { outcome, amount, ...(likely && { likely }) };
    }
    const as = { commandId, reason };
    if (end.type === 'return') await returnUnmatched(eventStore, payment, end.line, as, context, amount);
    else {
      const to = { userId: end.userId, charge, stated: amount };
      await assignUnmatched({ eventStore, wallets }, payment, to, as, context);
    }
    return { outcome: 'applied', amount };
  }
}

const chargeAsked = ({ work }: ApprovalRequested): bigint =>
  work.type === 'assignment' ? BigInt(work.payment.charge) : 0n;

function workOf(
  { provider, transactionReference, paid }: Unmatched,
  end: Exclude<UnmatchedEnd, { readonly type: 'dismiss' }>,
  charge: bigint,
): Pick<ApprovalRequested, 'userId' | 'work'> {
  const amount = String(paid);
  if (end.type === 'assign') {
    const payment = { provider, transactionReference, amount, charge: String(charge) };
    return { userId: end.userId, work: { type: 'assignment', payment } };
  }
  const line = { ...end.line, amount, provider, transactionReference };
  return { userId: HOUSE_USER_ID, work: { type: 'return', line } };
}
