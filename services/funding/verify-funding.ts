import { boundedCache } from '../../infra/limits/bounded-cache.js';
import { RevisionConflict } from '../../infra/event-store/event-store.js';
import type { EventStore, Stored } from '../../infra/event-store/event-store.js';
import { monotonicMs, now } from '../../infra/host/clock.js';
import { isYounger } from '../contracts/stored-times.js';
import type { Kobo } from '../contracts/money.js';
import { readStanding } from '../customers/standing.js';
import { ownerOfAccount } from '../customers/reserved-accounts.js';
import { appendSurely } from '../../infra/event-store/decide-and-append.js';
import { type EventContext, fact, SYSTEM } from '../../infra/event-store/event-context.js';
import type { WalletStreams } from '../wallet/wallet.streams.js';
import { unmatchedPostings } from '../ledger/posting-rules.js';
import { cutOverOf } from './cut-over.js';
import { BEFORE_CUT_OVER, chargeOn, judge } from './funding.decider.js';
import { nameSession } from './bank-sessions.js';
import { likelyCredit } from './likely-same.js';
import type { BankSessionNamed, FundingEvent } from './funding.events.js';
import { CONFLICTS_MAX, type FundingHistory, fundingStream, readFunding } from './funding.stream.js';
import { certainOf, type CertainFunding, countParts } from './later-parts.js';
import type {
  PaymentProvider,
  ProviderTransaction,
  Unread,
  UnreadAnswer,
} from '../vendors/payment-provider.js';

export interface VerifyFundingDeps {
  readonly eventStore: EventStore;
  readonly wallets: WalletStreams;
  readonly provider: PaymentProvider;
  readonly charge: () => Kobo;
  readonly now?: () => Date;
}

/**
 * Milliseconds for which a payment must be unknown to the provider before the payment is rejected. The time
 * is taken from a monotonic clock, because the system clock may be set forward.
 */
const MISSED_FOR_MS = 3_600_000;
const MISSED_MAX = 10_000;
/**
 * Milliseconds for which the provider is asked again when its answer shows less money than a webhook or a list
 * reported.
 */
const LATER_PART_WITHIN_MS = 3_600_000;
const ACCOUNT_REFERENCE = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * Asks the provider about a payment, and stores the outcome. Repeated calls of `settle` store the
 * outcome only once.
 */
export class VerifyFunding {
  private readonly now: () => Date;
  private readonly missedSince = boundedCache<string, number>(MISSED_MAX);

  constructor(private readonly deps: VerifyFundingDeps) {
    this.now = deps.now ?? now;
  }

  /**
   * Asks the provider about one payment.
   * @returns true when the payment is credited, unmatched or rejected, and false when the provider
   * must be asked again
   * @throws ProviderUnavailable, RuleBroken
   */
  async settle(reference: string): Promise<boolean> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.settleOnce(reference);
      } catch (error) {
        if (!(error instanceof RevisionConflict) || tries === CONFLICTS_MAX) throw error;
      }
    }
  }

  private async settleOnce(reference: string): Promise<boolean> {
    const { eventStore, provider } = this.deps;
    const { events, head } = await readFunding(eventStore, provider.code, reference);
    const reported = events.findLast((event) => event?.type === 'FundingReported');
    if (!reported) return true;
    const verified = events.find((event) => event?.type === 'FundingVerified');
    const assigned = events.find((event) => event?.type === 'UnmatchedAssigned');
    const certain = certainOf(events);
    if (certain)
      try {
        return reported.revision < certain.revision || (await this.putLaterPart(certain, reported));
      } finally {
        if (verified) await this.credit(verified, assigned && BigInt(assigned.data.charge));
      }
    const last = events.at(-1);
    if (last !== reported && last?.type !== 'FundingUnread') return true;

    const answer = await provider.transaction(reference);
    const now = this.now();
    const isLongMissed = !answer && this.missedFor(reference) >= MISSED_FOR_MS;
    const ageMs = isLongMissed ? now.getTime() - Date.parse(reported.at) : 0;
    const context = { actor: SYSTEM, correlationId: reported.correlationId, causationId: reported.id, now };
    const outcome = await this.outcomeOf(reference, answer, events, ageMs, context);
    if (!outcome) return false;
    const event = fact(outcome.type, outcome.data, context) as FundingEvent;
    await appendSurely(eventStore, fundingStream(provider.code, reference), head, [event]);
    if (event.type === 'FundingUnread') return false;
    return event.type === 'FundingVerified' ? this.credit(event) : true;
  }

  /**
   * Stores money that arrived after the amount of the payment was stored. This later money becomes an unmatched
   * payment with its own reference. An administrator decides about it, because providers normally use a
   * reference for only one transfer.
   * @returns false when the provider must be asked again
   */
  private async putLaterPart(
    { data }: CertainFunding,
    reported: Stored<Extract<FundingEvent, { type: 'FundingReported' }>>,
  ): Promise<boolean> {
    const { eventStore } = this.deps;
    const { provider, transactionReference } = data;
    const answer = await this.deps.provider.transaction(transactionReference);
    const now = this.now();
    const counted = await countParts(eventStore, data);
    const { next } = counted;
    const context = { actor: SYSTEM, correlationId: reported.correlationId, causationId: reported.id, now };
    const put = (type: 'FundingUnmatched' | 'FundingUnread', told: object): Promise<unknown> => {
      const part = {
        provider,
        transactionReference: next.transactionReference,
        accountReference: data.accountReference,
      };
      const event = fact<string, object>(type, { ...part, ...told }, context);
      return appendSurely(eventStore, fundingStream(provider, part.transactionReference), next.head, [event]);
    };
    const verdict = judge(answer, 0);
    if (verdict.verdict === 'unread') {
      if (next.events.length === 0) await put('FundingUnread', verdict.unread);
      return next.events.at(-1)?.type === 'FundingRejected';
    }
    let arrived = counted.paid;
    if (verdict.verdict === 'paid' && verdict.paid > counted.paid) {
      arrived = verdict.paid;
      const paid = arrived - counted.paid;
      const settled = within(verdict.settled - counted.settled, paid);
      const wasUnread = next.events.some((event) => event?.type === 'FundingUnread') && {
        wasUnread: true as const,
      };
      const postings = unmatchedPostings({ provider, paid, settled });
      await put('FundingUnmatched', { paid: String(paid), settled: String(settled), ...wasUnread, postings });
    }
    const isMissing = arrived < BigInt(reported.data.said ?? 0);
    return !(isMissing && isYounger(Date.parse(reported.at), now.getTime(), LATER_PART_WITHIN_MS));
  }

  private missedFor(reference: string): number {
    const now = monotonicMs();
    const since = this.missedSince.get(reference) ?? now;
    this.missedSince.set(reference, since);
    return now - since;
  }

  private async outcomeOf(
    transactionReference: string,
    answer: ProviderTransaction | UnreadAnswer | undefined,
    events: FundingHistory['events'],
    ageMs: number,
    context: EventContext,
  ): Promise<Pick<FundingEvent, 'type' | 'data'> | undefined> {
    const provider = this.deps.provider.code;
    const waits = events.findLast((event) => event?.type !== 'FundingReported')?.type === 'FundingUnread';
    const verdict = judge(answer, ageMs, (await cutOverOf(this.deps.eventStore, provider))?.getTime());
    // Keep a payment that a person must decide about, even when the provider does not know the payment.
    if (verdict.verdict === 'wait' || (waits && !answer)) return undefined;
    const accountReference = (answer && 'paid' in answer && answer.accountReference) || '';
    if (verdict.verdict === 'unread') {
      if (waits) return undefined;
      return isDismissed(verdict.unread, events)
        ? { type: 'FundingRejected', data: { provider, transactionReference, reason: 'dismissed' } }
        : {
            type: 'FundingUnread',
            data: { provider, transactionReference, accountReference, ...verdict.unread },
          };
    }
    const wasUnread = events.some((event) => event?.type === 'FundingUnread') && { wasUnread: true as const };
    if (verdict.verdict === 'rejected') {
      if (verdict.reason === BEFORE_CUT_OVER)
        await this.namedElsewhere(transactionReference, answer, context);
      const paid = verdict.paid !== undefined && { paid: String(verdict.paid) };
      const data = {
        provider,
        transactionReference,
        reason: verdict.reason,
        ...(waits && wasUnread),
        ...paid,
      };
      return { type: 'FundingRejected', data };
    }
    const { paid, settled } = verdict;
    const sameTransferAs = await this.namedElsewhere(transactionReference, answer, context);
    const owner = sameTransferAs ? undefined : await this.customerOf(accountReference);
    const charge = chargeOn(paid, this.deps.charge());
    const arrived = { ...answer, paid, charge };
    const likely = owner && (await likelyCredit(this.deps.eventStore, owner, arrived, context.now));
    const userId = likely ? undefined : owner;
    const said = {
      provider,
      transactionReference,
      accountReference,
      paid: String(paid),
      settled: String(settled),
      ...wasUnread,
    };
    return userId === undefined
      ? {
          type: 'FundingUnmatched',
          data: {
            ...said,
            ...(sameTransferAs && { sameTransferAs }),
            ...(likely && { likely }),
            postings: unmatchedPostings({ provider, paid, settled }),
          },
        }
      : { type: 'FundingVerified', data: { ...said, userId } };
  }

  /** Returns the other provider's payment, or the manual credit, that already owns the bank transfer. */
  private async namedElsewhere(
    transactionReference: string,
    answer: ProviderTransaction | UnreadAnswer | undefined,
    context: EventContext,
  ): Promise<BankSessionNamed | undefined> {
    const { eventStore, provider } = this.deps;
    const session = answer && 'session' in answer ? answer.session : undefined;
    if (session === undefined) return undefined;
    const payment = { provider: provider.code, transactionReference };
    const first = await nameSession(eventStore, session, payment, context);
    return first.provider === provider.code ? undefined : first;
  }

  private async credit(
    verified: Extract<FundingEvent, { type: 'FundingVerified' }>,
    charge = chargeOn(BigInt(verified.data.paid), this.deps.charge()),
  ): Promise<boolean> {
    const { userId, provider, transactionReference, ...said } = verified.data;
    if (userId === undefined) throw new Error('a verified payment has an owner');
    const [paid, settled] = [BigInt(said.paid), BigInt(said.settled)];
    await this.deps.wallets.handle(
      userId,
      { type: 'FundWallet', provider, transactionReference, source: 'Bank transfer', paid, settled, charge },
      { actor: SYSTEM, correlationId: verified.correlationId, causationId: verified.id, now: this.now() },
    );
    return true;
  }

  /**
   * Returns the user id of the customer with an account reference. Returns undefined when the
   * account is unknown or the customer was erased. An administrator then decides about the payment.
   */
  private async customerOf(accountReference: string): Promise<string | undefined> {
    if (!ACCOUNT_REFERENCE.test(accountReference)) return undefined;
    const { eventStore, provider } = this.deps;
    const userId = await ownerOfAccount(eventStore, provider.code, accountReference);
    if (userId === undefined) return undefined;
    return (await readStanding(eventStore, userId)).standing.forgotten ? undefined : userId;
  }
}

const within = (amount: Kobo, most: Kobo): Kobo => (amount < 0n ? 0n : amount > most ? most : amount);

/**
 * True when the provider repeats an unreadable answer, and an administrator has already decided that nothing
 * was paid.
 */
function isDismissed({ field, type, digest }: Unread, events: FundingHistory['events']): boolean {
  const unread = events.findLast((event) => event?.type === 'FundingUnread');
  if (unread?.data.field !== field || unread.data.type !== type || unread.data.digest !== digest)
    return false;
  return events.some((event) => event?.type === 'FundingRejected' && event.data.commandId !== undefined);
}
