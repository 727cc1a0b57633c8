import { lettersOf } from './dispute.decider.js';
import { formatNaira, type Kobo } from '../contracts/money.js';
import { RuleBroken } from '../contracts/errors.js';
import { assignedPostings, unmatchedPostings } from '../ledger/posting-rules.js';
import {
  BY_HAND,
  type FundingFact,
  type HandCredit,
  type PaymentName,
  type SettledAs,
  type UnmatchedReturnClaimed,
} from './funding.events.js';

/** Payment that a person must decide about, because its owner or its amount is unknown. */
export interface Unmatched {
  readonly provider: string;
  readonly transactionReference: string;
  readonly accountReference: string;
  /** Kobo; zero while `unread`. */
  readonly paid: Kobo;
  readonly settled: Kobo;
  readonly unread?: true;
  readonly likely?: PaymentName;
  /**
   * Decision of an administrator about the payment. Absent while the payment waits for a decision.
   */
  readonly settlement?: {
    readonly how: 'assigned' | 'returned' | 'credited' | 'dismissed';
    readonly commandId: string;
    readonly userId?: string;
    readonly line?: string;
  };
}

export const nameOf = ({ bank, reference }: HandCredit): PaymentName => ({
  provider: BY_HAND,
  transactionReference: `${bank} ${reference}`,
});

const withoutStream = (named: PaymentName | undefined): PaymentName | undefined =>
  named?.provider === BY_HAND ? { provider: BY_HAND, transactionReference: '' } : named;

export type ReturnLine = Pick<UnmatchedReturnClaimed, 'bank' | 'reference' | 'evidence'>;

export function evolve(unmatched: Unmatched | undefined, { type, data }: FundingFact): Unmatched | undefined {
  if (type === 'FundingUnmatched') {
    const { provider, transactionReference, accountReference } = data;
    const [paid, settled] = [BigInt(data.paid), BigInt(data.settled)];
    const likely = data.likely ? nameOf(data.likely) : withoutStream(data.sameTransferAs);
    return { provider, transactionReference, accountReference, paid, settled, ...(likely && { likely }) };
  }
  if (type === 'FundingUnread') {
    const { provider, transactionReference, accountReference } = data;
    return { provider, transactionReference, accountReference, paid: 0n, settled: 0n, unread: true };
  }
  if (!unmatched) return undefined;
  switch (type) {
    case 'FundingVerified':
      return unmatched.unread ? { ...unmatched, settlement: { how: 'credited', commandId: '' } } : unmatched;
    case 'FundingRejected':
      return !unmatched.unread || unmatched.settlement
        ? unmatched
        : { ...unmatched, settlement: { how: 'dismissed', commandId: data.commandId ?? '' } };
    case 'UnmatchedAssigned': {
      const { commandId, userId } = data;
      return { ...unmatched, settlement: { how: 'assigned', commandId, userId } };
    }
    case 'UnmatchedReturnClaimed': {
      const { commandId } = data;
      return { ...unmatched, settlement: { how: 'returned', commandId, line: lineOf(data) } };
    }
    case 'UnmatchedReturnLapsed': {
      if (unmatched.settlement?.commandId !== data.commandId) return unmatched;
      const { bank, reference } = data;
      if (bank !== undefined && reference !== undefined)
        if (unmatched.settlement.line !== lineOf({ bank, reference })) return unmatched;
      const { settlement: _lapsed, ...open } = unmatched;
      return open;
    }
    default:
      return unmatched;
  }
}

/**
 * Assigns a payment to a customer, whose wallet is credited afterwards. A command with the same
 * `commandId` as an earlier one returns no event.
 * @param to.stated amount that the administrator found at the provider
 * @throws RuleBroken UNMATCHED_NOT_FOUND, UNMATCHED_SETTLED, UNMATCHED_AMOUNT,
 * UNMATCHED_AMOUNT_DIFFERS, CHANGE_CONFLICT
 */
export function assign(
  to: { readonly userId: string; readonly charge: Kobo; readonly stated?: Kobo | undefined },
  as: SettledAs,
  unmatched: Unmatched | undefined,
): FundingFact[] {
  const found = known(unmatched);
  const { settlement } = found;
  if (settlement?.commandId === as.commandId) {
    if (settlement.userId !== to.userId) throw new RuleBroken('CHANGE_CONFLICT');
    return [];
  }
  if (settlement) throw new RuleBroken('UNMATCHED_SETTLED', { how: settlement.how });
  const { userId, charge, stated } = to;
  const { facts, payment } = withAmount(found, stated);
  const { provider, transactionReference, accountReference, paid, settled } = payment;
  const told = { provider, transactionReference, paid: String(paid), settled: String(settled), userId };
  const postings = assignedPostings({ provider, paid, settled });
  return [
    ...facts,
    { type: 'UnmatchedAssigned', data: { ...told, ...as, charge: String(charge), postings } },
    { type: 'FundingVerified', data: { ...told, accountReference } },
  ];
}

/**
 * Starts the return of a payment. A later event `UnmatchedReturned` books the return. A command with the same
 * `commandId` as an earlier one returns no event.
 * @param stated amount that the administrator found at the provider
 * @throws RuleBroken UNMATCHED_NOT_FOUND, UNMATCHED_SETTLED, UNMATCHED_AMOUNT, UNMATCHED_AMOUNT_DIFFERS,
 * CHANGE_CONFLICT
 */
export function claimReturn(
  line: ReturnLine,
  as: SettledAs,
  unmatched: Unmatched | undefined,
  stated?: Kobo,
): FundingFact[] {
  const found = known(unmatched);
  const { settlement } = found;
  if (settlement?.commandId === as.commandId) {
    if (settlement.line !== lineOf(line)) throw new RuleBroken('CHANGE_CONFLICT');
    return [];
  }
  if (settlement) throw new RuleBroken('UNMATCHED_SETTLED', { how: settlement.how });
  const { facts, payment } = withAmount(found, stated);
  const { provider, transactionReference, paid } = payment;
  const data = { provider, transactionReference, amount: String(paid), ...line, ...as };
  return [...facts, { type: 'UnmatchedReturnClaimed', data }];
}

/**
 * Decides that nothing was paid. This is possible only for an unread payment, because a payment
 * with a certain amount must be credited or returned. A command with the same `commandId` as an
 * earlier one returns no event.
 * @throws RuleBroken UNMATCHED_NOT_FOUND, UNMATCHED_SETTLED, UNMATCHED_CERTAIN
 */
export function dismiss({ commandId, reason }: SettledAs, unmatched: Unmatched | undefined): FundingFact[] {
  const { settlement, unread, provider, transactionReference } = known(unmatched);
  if (settlement?.commandId === commandId) {
    if (settlement.how !== 'dismissed') throw new RuleBroken('CHANGE_CONFLICT');
    return [];
  }
  if (settlement) throw new RuleBroken('UNMATCHED_SETTLED', { how: settlement.how });
  if (!unread) throw new RuleBroken('UNMATCHED_CERTAIN');
  return [{ type: 'FundingRejected', data: { provider, transactionReference, reason, commandId } }];
}

/**
 * Returns the amount of a payment. The administrator must state the amount when the payment is
 * unread.
 * @throws RuleBroken UNMATCHED_AMOUNT, UNMATCHED_AMOUNT_DIFFERS
 */
export function amountOf({ unread, paid }: Pick<Unmatched, 'unread' | 'paid'>, stated?: Kobo): Kobo {
  if (unread) {
    if (stated === undefined || stated <= 0n) throw new RuleBroken('UNMATCHED_AMOUNT');
    return stated;
  }
  if (stated !== undefined && stated !== paid)
    throw new RuleBroken('UNMATCHED_AMOUNT_DIFFERS', { paid: formatNaira(paid) });
  return paid;
}

function withAmount(
  unmatched: Unmatched,
  stated: Kobo | undefined,
): { readonly facts: FundingFact[]; readonly payment: Unmatched } {
  const paid = amountOf(unmatched, stated);
  if (!unmatched.unread) return { facts: [], payment: unmatched };
  const { provider, transactionReference, accountReference } = unmatched;
  const told = {
    provider,
    transactionReference,
    accountReference,
    paid: String(paid),
    settled: String(paid),
  };
  const postings = unmatchedPostings({ provider, paid, settled: paid });
  return {
    facts: [{ type: 'FundingUnmatched', data: { ...told, wasUnread: true, postings } }],
    payment: { ...unmatched, paid, settled: paid },
  };
}

/**
 * Cancels the return of a payment, because the bank statement line of the return belongs to another payment.
 */
export function lapseReturn(
  { commandId, bank, reference }: Pick<UnmatchedReturnClaimed, 'commandId' | 'bank' | 'reference'>,
  why: string,
  unmatched: Unmatched | undefined,
): FundingFact[] {
  const settlement = unmatched?.settlement;
  if (settlement?.commandId !== commandId || settlement.line !== lineOf({ bank, reference })) return [];
  const { provider, transactionReference } = unmatched!;
  const data = { provider, transactionReference, commandId, bank, reference, why };
  return [{ type: 'UnmatchedReturnLapsed', data }];
}

function known(unmatched: Unmatched | undefined): Unmatched {
  if (!unmatched) throw new RuleBroken('UNMATCHED_NOT_FOUND');
  return unmatched;
}

const lineOf = ({ bank, reference }: Pick<ReturnLine, 'bank' | 'reference'>): string =>
  JSON.stringify([lettersOf(bank), reference]);
