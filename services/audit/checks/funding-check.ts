import { OPENING } from '../../ledger/posting-rules.js';
import type { EventOf, Judges } from '../ledger-events.js';
import type { Problems } from '../problems.js';
import { type Mark, markOf } from './purchase-record.js';

interface Owed extends Mark {
  readonly userId: string | undefined;
  readonly paid: string;
  readonly fee: string;
}

interface Returning extends Mark {
  readonly commandId: string;
}

interface Undecided extends Mark {
  readonly field: string;
  readonly type: string;
}

/** Milliseconds within which an administrator must decide about a payment with an unreadable answer. */
const DECIDED_WITHIN_MS = 3_600_000;
/** Milliseconds within which a reported payment must be credited or refused. */
const ENDED_WITHIN_MS = 25 * 3_600_000;

/** Amounts are kobo digits. */
export interface Credit {
  readonly userId: string;
  readonly credited: string;
}

interface Payment {
  readonly provider: string;
  readonly transactionReference: string;
}

const nameOf = ({ provider, transactionReference }: Payment): string => `${provider} ${transactionReference}`;

/**
 * Checks that each `FundingVerified` is credited exactly once, to the right wallet and with the
 * right amounts. Reports each credit without a `FundingVerified`, and each payment that is not
 * decided in time.
 */
export class FundingCheck {
  private readonly owed = new Map<string, Owed>();
  /** Keys are `<provider> <transactionReference>`. */
  readonly credited = new Map<string, Credit>();
  private readonly unmatched = new Map<string, string>();
  private readonly found = new Set<string>();

  private readonly returning = new Map<string, Returning>();
  private readonly reported = new Map<string, Mark>();
  private readonly unread = new Map<string, Undecided>();

  constructor(private readonly problems: Problems) {}

  readonly judges = {
    FundingReported: (event) => {
      const name = nameOf(event.data);
      // A payment may be reported again after its end, when more money arrives under its reference.
      if (!this.found.has(name) && !this.owed.has(name) && !this.credited.has(name))
        this.reported.set(name, markOf(event));
    },
    FundingUnread: (event) => {
      const { field, type } = event.data;
      this.reported.delete(nameOf(event.data));
      this.unread.set(nameOf(event.data), { ...markOf(event), field, type });
    },
    FundingRejected: (event) => this.rejected(event),
    FundingVerified: (event) => this.verified(event),
    WalletFunded: (event) => this.funded(event),
    FundingUnmatched: (event) => this.belongsToNobody(event),
    UnmatchedAssigned: (event) => this.settled(event, event.data.paid),
    UnmatchedReturned: (event) => this.settled(event, event.data.amount),
    UnmatchedReturnClaimed: (event) => {
      this.returning.set(nameOf(event.data), { ...markOf(event), commandId: event.data.commandId });
    },
    UnmatchedReturnLapsed: ({ data }) => this.lapsed(data),
  } satisfies Judges;

  finish(asOfMs: number, withinMs: number): void {
    const since = ({ atMs }: Mark): string => `for ${Math.round((asOfMs - atMs) / 1_000)} s`;
    for (const [payment, mark] of this.unread)
      if (asOfMs - mark.atMs > DECIDED_WITHIN_MS)
        this.problems.add(
          'undecided',
          mark,
          `${payment} was answered with an unread ${mark.field} (${mark.type}), and no person has decided ${since(mark)}`,
        );
    for (const [payment, mark] of this.reported)
      if (asOfMs - mark.atMs > ENDED_WITHIN_MS)
        this.problems.add(
          'undecided',
          mark,
          `${payment} was reported, and is neither credited nor decided ${since(mark)}`,
        );
    for (const [payment, owed] of this.owed)
      if (asOfMs - owed.atMs > withinMs)
        this.problems.add(
          'uncredited',
          owed,
          `${payment} is confirmed, and ${String(owed.userId)} has not been credited for ${Math.round((asOfMs - owed.atMs) / 1_000)} s`,
        );
    for (const [payment, claimed] of this.returning)
      if (asOfMs - claimed.atMs > withinMs)
        this.problems.add(
          'unreturned',
          claimed,
          `${payment} goes back, and no line of a bank is booked for ${Math.round((asOfMs - claimed.atMs) / 1_000)} s`,
        );
  }

  private belongsToNobody(event: EventOf<'FundingUnmatched'>): void {
    const name = nameOf(event.data);
    if (this.found.has(name) || this.owed.has(name) || this.credited.has(name))
      this.problems.add('unmatched-wrong', event, `${name} belongs to somebody, or was found before`);
    if (event.actor.kind === 'admin' && !this.unread.has(name))
      this.problems.add(
        'unmatched-wrong',
        event,
        `${name} has an amount of an administrator, but its answer was not unread`,
      );
    this.ended(name);
    this.found.add(name);
    this.unmatched.set(name, event.data.paid);
  }

  private ended(name: string): void {
    this.reported.delete(name);
    this.unread.delete(name);
  }

  private rejected(event: EventOf<'FundingRejected'>): void {
    const name = nameOf(event.data);
    if (event.data.commandId !== undefined) {
      if (!this.unread.has(name))
        this.problems.add('unmatched-wrong', event, `${name} was dismissed, but its answer was not unread`);
      this.requireReason(event);
    }
    this.ended(name);
  }

  private requireReason(event: EventOf<'UnmatchedAssigned' | 'UnmatchedReturned' | 'FundingRejected'>): void {
    if (event.actor.kind !== 'admin' || event.data.reason.trim() === '')
      this.problems.add('change-wrong', event, `${event.type} was made by nobody who may, or has no reason`);
  }

  /** Checks that each payment without an owner is assigned or returned only once, and in full. */
  private settled(event: EventOf<'UnmatchedAssigned' | 'UnmatchedReturned'>, amount: string): void {
    const name = nameOf(event.data);
    if (this.unmatched.get(name) !== amount)
      this.problems.add('unmatched-wrong', event, `${name} was not owed to nobody, or not as much`);
    this.unmatched.delete(name);
    this.returning.delete(name);
    this.requireReason(event);
  }

  private lapsed(lapse: Payment & { readonly commandId: string }): void {
    const name = nameOf(lapse);
    if (this.returning.get(name)?.commandId === lapse.commandId) this.returning.delete(name);
  }

  private verified(event: EventOf<'FundingVerified'>): void {
    const { provider, transactionReference, userId, paid, settled } = event.data;
    const payment = `${provider} ${transactionReference}`;
    this.ended(payment);
    if (this.credited.has(payment)) return;
    this.owed.set(payment, { ...markOf(event), userId, paid, fee: String(BigInt(paid) - BigInt(settled)) });
  }

  private funded(event: EventOf<'WalletFunded'>): void {
    const { userId, provider, transactionReference, paid, providerFee, credited } = event.data;
    const name = `${provider} ${transactionReference}`;
    // Include the stream, because the opening balances (`OPENING`) of several wallets may have the same
    // reference.
    const payment = provider === OPENING ? `${name} ${event.stream}` : name;
    if (this.credited.has(payment)) {
      this.problems.add('funded-twice', event, `${name} was credited before`);
      return;
    }
    this.credited.set(payment, { userId, credited });
    if (provider === OPENING) return;
    const owed = this.owed.get(payment);
    this.owed.delete(payment);
    if (!owed) this.problems.add('credit-unconfirmed', event, `${name} was never confirmed by its provider`);
    else if (owed.userId !== userId || owed.paid !== paid || owed.fee !== providerFee)
      this.problems.add('credit-wrong', event, `${name} is not credited as its provider confirmed it`);
  }
}
