import { appendSurely } from '../../../infra/event-store/decide-and-append.js';
import { type EventContext, fact, SYSTEM } from '../../../infra/event-store/event-context.js';
import { NO_STREAM, type RecordedEvent, RevisionConflict } from '../../../infra/event-store/event-store.js';
import { nowMs } from '../../../infra/host/clock.js';
import { RuleBroken } from '../../contracts/errors.js';
import { chargebackOf, type Disputable, lapseChargeback } from '../../funding/dispute.decider.js';
import { handleStanding } from '../../customers/standing.js';
import { type ChargebackClaimed, fundingEvent, type FundingEvent } from '../../funding/funding.events.js';
import { isChanged } from '../../wallet/wallet.state.js';
import type { PaymentName } from '../../funding/funding.events.js';
import {
  change,
  type ChargebackDeps,
  chargedBack,
  disputeIdOf,
  disputeStream,
  load,
  namedBy,
  type Store,
} from './disputed-payment.js';

/** Completes a chargeback that a crash interrupted. */
export function finishChargeback(deps: ChargebackDeps, event: RecordedEvent): Promise<unknown> | undefined {
  const known = fundingEvent(event);
  if (known?.type !== 'ChargebackClaimed' && known?.type !== 'ChargebackWinClaimed') return undefined;
  return finishOf(deps, known.data, known.data.dispute, new Date(nowMs())).catch((error: unknown) => {
    // Ignore `DISPUTE_RECORDED`, because the chargeback has ended and needs no further work.
    if (!(error instanceof RuleBroken && error.code === 'DISPUTE_RECORDED')) throw error;
  });
}

/**
 * Takes the money of `dispute`, and returns the money of all won disputes of the payment. Works in the order
 * of the log, because a chargeback may take money that a won dispute returned.
 * @param now time of the movements. The day of the events cannot be used, because its books may be closed.
 * @throws RuleBroken DISPUTE_RECORDED
 */
export async function finishOf(
  deps: ChargebackDeps,
  name: PaymentName,
  dispute: string,
  now: Date,
): Promise<void> {
  const { payment, events } = await load(deps.eventStore, name);
  if (!payment) return;
  const asked = chargebackOf(payment, dispute);
  const wins = new Set(payment.chargebacks.flatMap(({ wonAs }) => wonAs ?? []));
  for (const event of events) {
    if (event.type === 'ChargebackClaimed' && event.data.commandId === asked?.claimed.commandId)
      await take(deps, event.data, causedBy(event, now));
    if (event.type === 'ChargebackWinClaimed' && wins.has(event.data.commandId))
      await giveBack(deps, event.data, causedBy(event, now));
  }
}

const causedBy = (
  { actor, correlationId, id }: Pick<RecordedEvent, 'actor' | 'correlationId' | 'id'>,
  now: Date,
): EventContext => ({ actor, correlationId, causationId: id, now });

async function take(deps: ChargebackDeps, claimed: ChargebackClaimed, context: EventContext): Promise<void> {
  const { eventStore, wallets, users } = deps;
  const { provider, transactionReference, userId, dispute, reason, evidence, approvedBy } = claimed;
  if (!(await nameDispute(eventStore, claimed, context))) {
    const lapse = (payment: Disputable | undefined) => lapseChargeback(claimed.commandId, USED, payment);
    await change(eventStore, claimed, lapse, { ...context, actor: SYSTEM });
    throw new RuleBroken('DISPUTE_RECORDED', { dispute });
  }
  const commandId = disputeIdOf(claimed, 'taken');
  if (isChanged(await wallets.newest(userId), commandId)) return;
  // Freeze first. Otherwise, a repeated call after a crash would return early, without a freeze.
  if (claimed.freeze) {
    const freeze = { type: 'FreezeOnce', changeId: disputeIdOf(claimed, 'frozen'), reason } as const;
    await handleStanding(eventStore, userId, freeze, context);
    // Otherwise, this process would allow orders until it reads the freeze event.
    await users?.reload(userId);
  }
  await wallets.handle(
    userId,
    {
      type: 'ChargeBack',
      commandId,
      provider,
      transactionReference,
      dispute,
      reason,
      evidence,
      amount: BigInt(claimed.amount),
      fee: BigInt(claimed.fee),
      ...(approvedBy !== undefined && { approvedBy }),
    },
    context,
  );
}

const USED = 'The dispute was recorded before, about another payment.';

/**
 * Stores `DisputeNamed`, which a dispute can have only once.
 * @returns false when another chargeback recorded the dispute
 */
async function nameDispute(
  store: Store,
  { provider, dispute, transactionReference, commandId }: ChargebackClaimed,
  context: EventContext,
): Promise<boolean> {
  const named = fact('DisputeNamed', { provider, dispute, transactionReference, commandId }, context);
  try {
    await appendSurely(store, disputeStream({ provider, dispute }), NO_STREAM, [named]);
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error;
  }
  const first = await namedBy(store, { provider, dispute });
  return first?.commandId === commandId && first.transactionReference === transactionReference;
}

async function giveBack(
  { eventStore, wallets }: ChargebackDeps,
  won: Extract<FundingEvent, { readonly type: 'ChargebackWinClaimed' }>['data'],
  context: EventContext,
): Promise<void> {
  const { provider, transactionReference, userId, dispute, reason, evidence, approvedBy } = won;
  const taken = await chargedBack(eventStore, userId, won);
  await wallets.handle(
    userId,
    {
      type: 'WinChargeback',
      commandId: disputeIdOf(won, 'won'),
      chargebackId: taken.commandId,
      provider,
      transactionReference,
      dispute,
      reason,
      evidence,
      amount: BigInt(taken.amount),
      debited: BigInt(taken.debited),
      ...(approvedBy !== undefined && { approvedBy }),
    },
    context,
  );
}
