import { RuleBroken } from '../contracts/errors.js';
import { formatNaira, type Kobo } from '../contracts/money.js';
import type { ChargebackClaimed } from './funding.events.js';
import type { FundingFact, SettledAs } from './funding.events.js';

export interface Disputable {
  readonly provider: string;
  readonly transactionReference: string;
  readonly userId: string;
  readonly chargebacks: readonly Chargeback[];
}

export interface Chargeback {
  readonly claimed: ChargebackClaimed;
  readonly standing: 'taken' | 'won' | 'lapsed';
  readonly wonAs?: string;
}

export interface DisputeFacts {
  readonly dispute: string;
  readonly amount: Kobo;
  readonly fee: Kobo;
  readonly freeze: boolean;
  readonly evidence: string;
}

export function evolve(payment: Disputable | undefined, { type, data }: FundingFact): Disputable | undefined {
  if (type === 'FundingVerified' && data.userId !== undefined) {
    const { provider, transactionReference, userId } = data;
    return { provider, transactionReference, userId, chargebacks: [] };
  }
  if (!payment) return undefined;
  const { chargebacks } = payment;
  switch (type) {
    case 'ChargebackClaimed':
      return { ...payment, chargebacks: [...chargebacks, { claimed: data, standing: 'taken' }] };
    case 'ChargebackLapsed':
      return changed(payment, ({ claimed }) => claimed.commandId === data.commandId, { standing: 'lapsed' });
    case 'ChargebackWinClaimed': {
      const open = chargebackOf(payment, data.dispute);
      return changed(payment, (each) => each === open, { standing: 'won', wonAs: data.commandId });
    }
    default:
      return payment;
  }
}

const changed = (
  payment: Disputable,
  which: (each: Chargeback) => boolean,
  to: Partial<Chargeback>,
): Disputable => ({
  ...payment,
  chargebacks: payment.chargebacks.map((each) => (which(each) ? { ...each, ...to } : each)),
});

export const chargebackOf = (
  { chargebacks }: Pick<Disputable, 'chargebacks'>,
  dispute: string,
): Chargeback | undefined =>
  chargebacks.find(
    ({ claimed, standing }) => standing !== 'lapsed' && lettersOf(claimed.dispute) === lettersOf(dispute),
  );

export const takenBack = ({ chargebacks }: Pick<Disputable, 'chargebacks'>): Kobo =>
  chargebacks.reduce(
    (sum, { claimed, standing }) => (standing === 'taken' ? sum + BigInt(claimed.amount) : sum),
    0n,
  );

/** @throws RuleBroken DISPUTE_RECORDED, CHARGEBACK_TOO_MUCH */
export function requireRoom(
  { dispute, amount }: Pick<DisputeFacts, 'dispute' | 'amount'>,
  credited: Kobo,
  payment: Disputable,
): void {
  if (chargebackOf(payment, dispute)) throw new RuleBroken('DISPUTE_RECORDED', { dispute });
  const left = credited - takenBack(payment);
  if (amount > left) throw new RuleBroken('CHARGEBACK_TOO_MUCH', { left: formatNaira(left) });
}

/**
 * Starts a chargeback. A command with the same `commandId` as an earlier one returns no event.
 * @throws RuleBroken CHARGEBACK_PAYMENT_NOT_FOUND, DISPUTE_RECORDED, CHARGEBACK_TOO_MUCH,
 * CHANGE_CONFLICT
 */
export function claimChargeback(
  facts: DisputeFacts,
  as: SettledAs,
  credited: Kobo,
  payment: Disputable | undefined,
): FundingFact[] {
  if (!payment) throw new RuleBroken('CHARGEBACK_PAYMENT_NOT_FOUND');
  const { provider, transactionReference, userId, chargebacks } = payment;
  const { dispute, amount, fee, freeze, evidence } = facts;
  const same = chargebacks.find(({ claimed }) => claimed.commandId === as.commandId);
  if (same) {
    const { claimed, standing } = same;
    const asBefore =
      lettersOf(claimed.dispute) === lettersOf(dispute) &&
      claimed.amount === String(amount) &&
      claimed.fee === String(fee);
    if (!asBefore) throw new RuleBroken('CHANGE_CONFLICT');
    if (standing === 'lapsed') throw new RuleBroken('DISPUTE_RECORDED', { dispute });
    return [];
  }
  requireRoom(facts, credited, payment);
  return [
    {
      type: 'ChargebackClaimed',
      data: {
        provider,
        transactionReference,
        userId,
        dispute,
        amount: String(amount),
        fee: String(fee),
        ...(freeze && { freeze: true as const }),
        evidence,
        ...as,
      },
    },
  ];
}

export function lapseChargeback(
  commandId: string,
  why: string,
  payment: Disputable | undefined,
): FundingFact[] {
  const found = payment?.chargebacks.find(({ claimed }) => claimed.commandId === commandId);
  if (found?.standing !== 'taken') return [];
  const { provider, transactionReference, userId, dispute } = found.claimed;
  return [
    { type: 'ChargebackLapsed', data: { provider, transactionReference, userId, dispute, commandId, why } },
  ];
}

/**
 * Records that we won a dispute. A command with the same `commandId` as an earlier one returns no
 * event.
 * @throws RuleBroken CHARGEBACK_NOT_FOUND, DISPUTE_WON
 */
export function claimWin(
  { dispute, evidence }: Pick<DisputeFacts, 'dispute' | 'evidence'>,
  as: SettledAs,
  payment: Disputable | undefined,
): FundingFact[] {
  const found = payment && chargebackOf(payment, dispute);
  if (!found) throw new RuleBroken('CHARGEBACK_NOT_FOUND');
  if (found.standing === 'won') {
    if (found.wonAs === as.commandId) return [];
    throw new RuleBroken('DISPUTE_WON');
  }
  const { provider, transactionReference, userId } = payment;
  return [
    {
      type: 'ChargebackWinClaimed',
      data: { provider, transactionReference, userId, dispute: found.claimed.dispute, evidence, ...as },
    },
  ];
}

/**
 * Reduces a reference to letters and digits in capitals, so that different spellings of one
 * reference become equal.
 */
export const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
