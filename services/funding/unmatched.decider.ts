import { lettersOf } from './dispute.decider.js';
import type { Kobo } from '../contracts/money.js';
import { RuleBroken } from '../contracts/errors.js';
import { assignedPostings } from '../ledger/posting-rules.js';
import type { FundingFact, SettledAs, UnmatchedReturnClaimed } from './funding.events.js';

/** Payment without a known owner. */
export interface Unmatched {
  readonly provider: string;
  readonly transactionReference: string;
  readonly accountReference: string;
  readonly paid: Kobo;
  readonly settled: Kobo;
  /** Absent while undecided. */
  readonly settlement?: {
    readonly how: 'assigned' | 'returned';
    readonly commandId: string;
    /** For an assignment. */
    readonly userId?: string;
    /** For a return. */
    readonly line?: string;
  };
}

/** Bank entry of a return. */
export type ReturnLine = Pick<UnmatchedReturnClaimed, 'bank' | 'reference' | 'evidence'>;

export function evolve(unmatched: Unmatched | undefined, { type, data }: FundingFact): Unmatched | undefined {
  if (type === 'FundingUnmatched') {
    const { provider, transactionReference, accountReference } = data;
    const [paid, settled] = [BigInt(data.paid), BigInt(data.settled)];
    return { provider, transactionReference, accountReference, paid, settled };
  }
  if (!unmatched) return undefined;
  switch (type) {
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
 * Assigns a payment to a customer, whose wallet is credited next. Repeating the same `commandId` yields no
 * event.
 * @throws RuleBroken UNMATCHED_NOT_FOUND, UNMATCHED_SETTLED, CHANGE_CONFLICT
 */
export function assign(
  to: { readonly userId: string; readonly charge: Kobo },
  as: SettledAs,
  unmatched: Unmatched | undefined,
): FundingFact[] {
  const { settlement, ...payment } = known(unmatched);
  if (settlement?.commandId === as.commandId) {
    if (settlement.userId !== to.userId) throw new RuleBroken('CHANGE_CONFLICT');
    return [];
  }
  if (settlement) throw new RuleBroken('UNMATCHED_SETTLED', { how: settlement.how });
  const { provider, transactionReference, accountReference, paid, settled } = payment;
  const { userId, charge } = to;
  const told = { provider, transactionReference, paid: String(paid), settled: String(settled), userId };
  const postings = assignedPostings({ provider, paid, settled });
  return [
    { type: 'UnmatchedAssigned', data: { ...told, ...as, charge: String(charge), postings } },
    { type: 'FundingVerified', data: { ...told, accountReference } },
  ];
}

/**
 * Claims the return of a payment, which `UnmatchedReturned` books afterwards. Repeating the same `commandId`
 * yields no event.
 * @throws RuleBroken UNMATCHED_NOT_FOUND, UNMATCHED_SETTLED, CHANGE_CONFLICT
 */
export function claimReturn(
  line: ReturnLine,
  as: SettledAs,
  unmatched: Unmatched | undefined,
): FundingFact[] {
  const { settlement, provider, transactionReference, paid } = known(unmatched);
  if (settlement?.commandId === as.commandId) {
    if (settlement.line !== lineOf(line)) throw new RuleBroken('CHANGE_CONFLICT');
    return [];
  }
  if (settlement) throw new RuleBroken('UNMATCHED_SETTLED', { how: settlement.how });
  const data = { provider, transactionReference, amount: String(paid), ...line, ...as };
  return [{ type: 'UnmatchedReturnClaimed', data }];
}

/**
 * Reopens a payment whose bank entry belonged to another movement. Ignores other bank entries,
 * because `commandId` may have returned the payment by another entry.
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

/** Text that identifies a bank entry. All spellings of a bank's name yield the same text, see `lettersOf`. */
const lineOf = ({ bank, reference }: Pick<ReturnLine, 'bank' | 'reference'>): string =>
  JSON.stringify([lettersOf(bank), reference]);
