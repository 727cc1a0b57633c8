import { decideAndAppend } from '../../infra/event-store/decide-and-append.js';
import { type EventContext, fact, SYSTEM } from '../../infra/event-store/event-context.js';
import type { EventStore, RecordedEvent, StreamHead } from '../../infra/event-store/event-store.js';
import { nowMs } from '../../infra/host/clock.js';
import { RuleBroken } from '../contracts/errors.js';
import type { Kobo } from '../contracts/money.js';
import {
  fundingEvent,
  type PaymentName,
  type UnmatchedAssigned,
  type UnmatchedReturnClaimed,
} from '../funding/funding.events.js';
import { likelyCredit } from '../funding/likely-same.js';
import { fundingStream, readFunding } from '../funding/funding.stream.js';
import {
  assign,
  claimReturn,
  dismiss,
  evolve,
  lapseReturn,
  nameOf,
  type ReturnLine,
  type Unmatched,
} from '../funding/unmatched.decider.js';
import { type FundingFact, type SettledAs } from '../funding/funding.events.js';
import type { WalletStreams } from '../wallet/wallet.streams.js';
import { bookBankLine } from './book-bank-line.js';

type Store = Pick<EventStore, 'append' | 'readStream'>;

export interface UnmatchedDeps {
  readonly eventStore: Store;
  readonly wallets: Pick<WalletStreams, 'handle'>;
}

type Loaded = StreamHead & { readonly unmatched: Unmatched | undefined };

/**
 * @throws RuleBroken UNMATCHED_SETTLED when the payment's stream has an event that this version cannot read
 */
async function load(store: Store, { provider, transactionReference }: PaymentName): Promise<Loaded> {
  const { events, head } = await readFunding(store, provider, transactionReference);
  let unmatched: Unmatched | undefined;
  for (const event of events) {
    if (!event) throw new RuleBroken('UNMATCHED_SETTLED', { how: 'settled' });
    unmatched = evolve(unmatched, event);
  }
  return { revision: head.revision, hash: head.hash, unmatched };
}

/** @throws RuleBroken UNMATCHED_NOT_FOUND, UNMATCHED_SETTLED */
export async function unmatchedOf(store: Store, payment: PaymentName): Promise<Unmatched> {
  const { unmatched } = await load(store, payment);
  if (!unmatched) throw new RuleBroken('UNMATCHED_NOT_FOUND');
  return unmatched;
}

export async function likelySame(
  store: Pick<Store, 'readStream'>,
  { likely }: Unmatched,
  userId: string,
  payment: { readonly paid: Kobo; readonly charge: Kobo },
  now: Date,
): Promise<PaymentName | undefined> {
  if (likely) return likely;
  const credit = await likelyCredit(store, userId, payment, now);
  return credit && nameOf(credit);
}

const change = (
  store: Store,
  payment: PaymentName,
  decide: (unmatched: Unmatched | undefined) => readonly FundingFact[],
  context: EventContext,
) =>
  decideAndAppend(store, {
    stream: fundingStream(payment.provider, payment.transactionReference),
    load: () => load(store, payment),
    decide: ({ unmatched }) =>
      decide(unmatched).map(({ type, data }) =>
        fact<string, object>(
          type,
          data,
          type === 'FundingVerified' ? { ...context, actor: SYSTEM } : context,
        ),
      ),
  });

/**
 * Assigns the payment to a customer and credits the wallet once. After a crash between these steps,
 * `finishUnmatched` credits the wallet.
 * @throws RuleBroken UNMATCHED_NOT_FOUND, UNMATCHED_SETTLED, UNMATCHED_AMOUNT, UNMATCHED_AMOUNT_DIFFERS,
 * CHANGE_CONFLICT, and wallet refusals
 */
export async function assignUnmatched(
  { eventStore, wallets }: UnmatchedDeps,
  payment: PaymentName,
  to: { readonly userId: string; readonly charge: Kobo; readonly stated?: Kobo },
  as: SettledAs,
  context: EventContext,
): Promise<void> {
  await change(eventStore, payment, (unmatched) => assign(to, as, unmatched), context);
  const { provider, transactionReference } = payment;
  const { events } = await readFunding(eventStore, provider, transactionReference);
  for (const event of events)
    if (event?.type === 'UnmatchedAssigned') await credit(wallets, event.data, event);
}

/**
 * Claims the payment first, so that no other command settles it. Then books the bank statement line of the
 * return.
 * @throws RuleBroken UNMATCHED_NOT_FOUND, UNMATCHED_SETTLED, UNMATCHED_AMOUNT, UNMATCHED_AMOUNT_DIFFERS,
 * CHANGE_CONFLICT, BANK_REFERENCE_USED
 */
export async function returnUnmatched(
  store: Store,
  payment: PaymentName,
  line: ReturnLine,
  as: SettledAs,
  context: EventContext,
  stated?: Kobo,
): Promise<void> {
  await change(store, payment, (unmatched) => claimReturn(line, as, unmatched, stated), context);
  const { provider, transactionReference } = payment;
  const { events } = await readFunding(store, provider, transactionReference);
  // Book the bank statement line as the stored claim names it, because a repeated command may spell the bank
  // differently.
  const claimed = events.findLast(
    (event) => event?.type === 'UnmatchedReturnClaimed' && event.data.commandId === as.commandId,
  );
  if (claimed?.type === 'UnmatchedReturnClaimed')
    await bookReturn(store, claimed.data, { ...context, causationId: claimed.id });
}

/**
 * Decides that nothing was paid.
 * @throws RuleBroken UNMATCHED_NOT_FOUND, UNMATCHED_SETTLED, UNMATCHED_CERTAIN, CHANGE_CONFLICT
 */
export async function dismissUnmatched(
  store: Store,
  payment: PaymentName,
  as: SettledAs,
  context: EventContext,
): Promise<void> {
  await change(store, payment, (unmatched) => dismiss(as, unmatched), context);
}

async function bookReturn(
  store: Store,
  claimed: UnmatchedReturnClaimed,
  context: EventContext,
): Promise<void> {
  const { commandId, reason, approvedBy, ...line } = claimed;
  const as = { commandId, reason, ...(approvedBy !== undefined && { approvedBy }) };
  try {
    await bookBankLine(store, { type: 'return', line }, as, context);
  } catch (error) {
    if (!(error instanceof RuleBroken && error.code === 'BANK_REFERENCE_USED')) throw error;
    const lapse = (unmatched: Unmatched | undefined) => lapseReturn(claimed, USED, unmatched);
    await change(store, claimed, lapse, { ...context, actor: SYSTEM });
    throw error;
  }
}

const USED = 'The line of the bank was booked before.';

/** Completes a decision that a crash interrupted. */
export function finishUnmatched(
  { eventStore, wallets }: UnmatchedDeps,
  event: RecordedEvent,
): Promise<unknown> | undefined {
  const known = fundingEvent(event);
  if (known?.type === 'UnmatchedAssigned') return credit(wallets, known.data, event);
  if (known?.type !== 'UnmatchedReturnClaimed') return undefined;
  const { actor, correlationId, id } = event;
  const context = { actor, correlationId, causationId: id, now: new Date(nowMs()) };
  return bookReturn(eventStore, known.data, context).catch((error: unknown) => {
    // Ignore `BANK_REFERENCE_USED`, because the return has ended and needs no further work.
    if (!(error instanceof RuleBroken && error.code === 'BANK_REFERENCE_USED')) throw error;
  });
}

const credit = (
  wallets: Pick<WalletStreams, 'handle'>,
  { userId, provider, transactionReference, paid, settled, charge }: UnmatchedAssigned,
  { id, correlationId }: Pick<RecordedEvent, 'id' | 'correlationId'>,
) =>
  wallets.handle(
    userId,
    {
      type: 'FundWallet',
      provider,
      transactionReference,
      source: 'Bank transfer',
      paid: BigInt(paid),
      settled: BigInt(settled),
      charge: BigInt(charge),
    },
    { actor: SYSTEM, correlationId, causationId: id, now: new Date(nowMs()) },
  );
