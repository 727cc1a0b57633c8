import { lettersOf } from './dispute.decider.js';
import type { Kobo } from '../contracts/money.js';
import { RuleBroken } from '../contracts/errors.js';
import { assignedPostings } from '../ledger/posting-rules.js';
import type { FundingEvent, UnmatchedReturnClaimed } from './funding.events.js';

/** A payment that arrived for nobody we know. */
export interface Unmatched {
  readonly provider: string;
  readonly transactionReference: string;
  readonly accountReference: string;
  readonly paid: Kobo;
  readonly settled: Kobo;
  /** What became of it; absent while nobody has decided. */
  readonly settlement?: {
    readonly how: 'assigned' | 'returned';
    readonly commandId: string;
    /** Of an assignment. */
    readonly userId?: string;
    /** Of a return. */
    readonly line?: string;
  };
}

export type FundingFact = FundingEvent extends infer Event
  ? Event extends FundingEvent
    ? Pick<Event, 'type' | 'data'>
    : never
  : never;

/** Under which id, why, and whether a second administrator agreed. */
export interface SettledAs {
  readonly commandId: string;
  readonly reason: string;
  readonly approvedBy?: string;
}

/** Where the statement of our bank has what was sent back. */
export type ReturnLine = Pick<UnmatchedReturnClaimed, 'bank' | 'reference' | 'evidence'>;

/** The payment after the event. */
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
 * Gives it to a customer: from then on it is a payment like any other, which their wallet is credited with. The same again is none.
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
 * Says that it goes back to whoever paid it, as a line of our bank that is booked afterwards. The same again is none.
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
 * The line of the bank was something else's: the payment is nobody's again. Said once, and of this line alone: under the same id
 * it may have been returned by another one since.
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

/** One line of a bank is one, however the bank is spelled. */
const lineOf = ({ bank, reference }: Pick<ReturnLine, 'bank' | 'reference'>): string =>
  JSON.stringify([lettersOf(bank), reference]);
