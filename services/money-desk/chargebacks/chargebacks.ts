import type { EventContext } from '../../../infra/event-store/event-context.js';
import { RuleBroken } from '../../contracts/errors.js';
import { claimChargeback, claimWin, type DisputeFacts } from '../../funding/dispute.decider.js';
import type { SettledAs } from '../../funding/funding.events.js';
import type { PaymentName } from '../../funding/funding.events.js';
import { change, type ChargebackDeps, disputedOf, type DisputeName, namedBy } from './disputed-payment.js';
import { finishOf } from './finish-chargeback.js';

/**
 * Stores the chargeback in the payment's stream, so that chargebacks never take more than the payment credited.
 * Then writes the dispute's stream and the wallet. After a crash between these steps, `finishChargeback`
 * continues.
 * @throws RuleBroken CHARGEBACK_PAYMENT_NOT_FOUND, CHARGEBACK_TOO_MUCH, DISPUTE_RECORDED, CHANGE_CONFLICT, and
 * wallet refusals
 */
export async function recordChargeback(
  deps: ChargebackDeps,
  name: PaymentName,
  facts: DisputeFacts,
  as: SettledAs,
  context: EventContext,
): Promise<void> {
  const { eventStore } = deps;
  const { credited } = await disputedOf(eventStore, name);
  await change(eventStore, name, (payment) => claimChargeback(facts, as, credited, payment), context);
  await finishOf(deps, name, facts.dispute, context.now);
}

/**
 * Returns the money of a won dispute. Possible only after the chargeback has been taken.
 * @throws RuleBroken CHARGEBACK_NOT_FOUND, DISPUTE_WON, and wallet refusals
 */
export async function recordWin(
  deps: ChargebackDeps,
  { provider, dispute }: DisputeName,
  evidence: string,
  as: SettledAs,
  context: EventContext,
): Promise<void> {
  const { eventStore } = deps;
  const named = await namedBy(eventStore, { provider, dispute });
  if (!named) throw new RuleBroken('CHARGEBACK_NOT_FOUND');
  const name = { provider, transactionReference: named.transactionReference };
  await change(eventStore, name, (payment) => claimWin({ dispute, evidence }, as, payment), context);
  await finishOf(deps, name, dispute, context.now);
}
