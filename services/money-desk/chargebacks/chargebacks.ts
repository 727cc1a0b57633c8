import { hash } from 'node:crypto';
import { uuidsOf } from '../../../infra/crypto/keyed-digest.js';
import { appendSurely, decideAndAppend } from '../../../infra/event-store/decide-and-append.js';
import { type EventContext, fact, SYSTEM } from '../../../infra/event-store/event-context.js';
import {
  type EventStore,
  NO_STREAM,
  type RecordedEvent,
  RevisionConflict,
  type Stored,
  type StreamHead,
} from '../../../infra/event-store/event-store.js';
import { breathe } from '../../../infra/host/timers.js';
import { nowMs } from '../../../infra/host/clock.js';
import { RuleBroken } from '../../contracts/errors.js';
import {
  lettersOf,
  chargebackOf,
  claimChargeback,
  claimWin,
  type Disputable,
  type DisputeFacts,
  evolve,
  lapseChargeback,
} from '../../funding/dispute.decider.js';
import type { Kobo } from '../../contracts/money.js';
import { handleStanding } from '../../customers/standing.js';
import type { Users } from '../../customers/users.js';
import { disputeEvent, fundingEvent } from '../../funding/funding.events.js';
import type { ChargebackClaimed, FundingEvent } from '../../funding/funding.events.js';
import { fundingStream, readFunding } from '../../funding/funding.stream.js';
import type { FundingFact, SettledAs } from '../../funding/unmatched.decider.js';
import { walletStream } from '../../ledger/streams.js';
import { walletEvent, type FundingChargedBack, type WalletEvent } from '../../wallet/wallet.events.js';
import { isChanged } from '../../wallet/wallet.state.js';
import type { WalletStreams } from '../../wallet/wallet.streams.js';
import type { PaymentName } from '../unmatched.js';

/** What a payment provider calls a dispute. */
export interface DisputeName {
  readonly provider: string;
  readonly dispute: string;
}

export const disputeStream = ({ provider, dispute }: DisputeName): string =>
  `dispute-${provider}-${hash('sha256', lettersOf(dispute), 'hex').slice(0, 40)}`;

const uuidOf = uuidsOf('6b1f0c52-4f0e-5d8b-9a37-c1d2e84f7a90');

/** Names what the wallet is told of a dispute: whoever derives it, from the same dispute. */
const disputeIdOf = ({ provider, dispute }: DisputeName, what: 'taken' | 'won' | 'frozen'): string =>
  uuidOf(`${provider}|${lettersOf(dispute)}|${what}`);

type Store = Pick<EventStore, 'append' | 'readStream'>;

export interface ChargebackDeps {
  readonly eventStore: Store;
  readonly wallets: Pick<WalletStreams, 'handle' | 'newest'>;
  /** Of a process where people buy: told when somebody's spending is stopped. */
  readonly users?: Pick<Users, 'reload'> | undefined;
}

/** A payment that was credited, and what was disputed of it. */
export interface Disputed {
  readonly payment: Disputable;
  /** What reached the wallet. */
  readonly credited: Kobo;
}

type Loaded = StreamHead & {
  readonly payment: Disputable | undefined;
  readonly events: readonly Stored<FundingEvent>[];
};

/** @throws RuleBroken LEDGER_UNAVAILABLE when a newer version said something of it that this one cannot read */
async function load(store: Pick<Store, 'readStream'>, name: PaymentName): Promise<Loaded> {
  const { events, head } = await readFunding(store, name.provider, name.transactionReference);
  let payment: Disputable | undefined;
  const known: Stored<FundingEvent>[] = [];
  for (const event of events) {
    if (!event) throw new RuleBroken('LEDGER_UNAVAILABLE');
    known.push(event);
    payment = evolve(payment, event);
  }
  return { revision: head.revision, hash: head.hash, payment, events: known };
}

/** The payment as it stands. @throws RuleBroken CHARGEBACK_PAYMENT_NOT_FOUND when no customer was credited with it */
export async function disputedOf(store: Pick<Store, 'readStream'>, name: PaymentName): Promise<Disputed> {
  const { payment } = await load(store, name);
  if (!payment) throw new RuleBroken('CHARGEBACK_PAYMENT_NOT_FOUND');
  const credited = await newestInWallet(store, payment.userId, ({ type, data }) =>
    type === 'WalletFunded' &&
    data.provider === name.provider &&
    data.transactionReference === name.transactionReference
      ? BigInt(data.credited)
      : undefined,
  );
  if (credited === undefined) throw new RuleBroken('CHARGEBACK_PAYMENT_NOT_FOUND');
  return { payment, credited };
}

const PAGE = 500;

/** Read backwards: what a dispute is about may be months ago, and nobody waits for it but an administrator. */
async function newestInWallet<Found>(
  store: Pick<Store, 'readStream'>,
  userId: string,
  pick: (event: WalletEvent) => Found | undefined,
): Promise<Found | undefined> {
  let place: { readonly from?: number } = {};
  for (;;) {
    const page = await store.readStream(walletStream(userId), {
      ...place,
      direction: 'backwards',
      limit: PAGE,
    });
    for (const event of page) {
      const known = walletEvent(event);
      const found = known && pick(known);
      if (found !== undefined) return found;
    }
    const last = page.at(-1);
    if (!last || last.revision === 0) return undefined;
    place = { from: last.revision - 1 };
    await breathe();
  }
}

/** What a chargeback took from the wallet. @throws RuleBroken CHARGEBACK_NOT_FOUND when it took nothing yet */
export async function chargedBack(
  store: Pick<Store, 'readStream'>,
  userId: string,
  name: DisputeName,
): Promise<FundingChargedBack> {
  const id = disputeIdOf(name, 'taken');
  const found = await newestInWallet(store, userId, ({ type, data }) =>
    type === 'FundingChargedBack' && data.commandId === id ? data : undefined,
  );
  if (!found) throw new RuleBroken('CHARGEBACK_NOT_FOUND');
  return found;
}

/** Which payment a dispute was recorded about, and under which id; undefined when it never was. */
export async function namedBy(store: Pick<Store, 'readStream'>, name: DisputeName) {
  const [first] = await store.readStream(disputeStream(name), { limit: 1 });
  return first && disputeEvent(first)?.data;
}

const change = (
  store: Store,
  name: PaymentName,
  decide: (payment: Disputable | undefined) => readonly FundingFact[],
  context: EventContext,
) =>
  decideAndAppend(store, {
    stream: fundingStream(name.provider, name.transactionReference),
    load: () => load(store, name),
    decide: ({ payment }) =>
      decide(payment).map(({ type, data }) => fact<string, object>(type, data, context)),
  });

/**
 * Records what a payment provider took back: of the payment first, so that never more is taken than was credited, then the name of
 * the dispute, then the wallet, in any number of processes: who is interrupted in between is finished by `finishChargeback`.
 * @throws RuleBroken CHARGEBACK_PAYMENT_NOT_FOUND, CHARGEBACK_TOO_MUCH, DISPUTE_RECORDED, CHANGE_CONFLICT, and whatever wallets refuse
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
 * Gives back what a chargeback took, because the dispute was decided for us; only after it was taken.
 * @throws RuleBroken CHARGEBACK_NOT_FOUND, DISPUTE_WON, and whatever wallets refuse
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

/** What was recorded of disputes: for the reactor that finishes what a crash interrupted. undefined for other events. */
export function finishChargeback(deps: ChargebackDeps, event: RecordedEvent): Promise<unknown> | undefined {
  const known = fundingEvent(event);
  if (known?.type !== 'ChargebackClaimed' && known?.type !== 'ChargebackWinClaimed') return undefined;
  return finishOf(deps, known.data, known.data.dispute, new Date(nowMs())).catch((error: unknown) => {
    // It lapsed, which is an end too.
    if (!(error instanceof RuleBroken && error.code === 'DISPUTE_RECORDED')) throw error;
  });
}

/**
 * Brings everything recorded of a dispute to its end, in order.
 * @param now which the money moves at: what waited for long moves none on a day that is closed @throws RuleBroken DISPUTE_RECORDED
 */
async function finishOf(deps: ChargebackDeps, name: PaymentName, dispute: string, now: Date): Promise<void> {
  const { payment, events } = await load(deps.eventStore, name);
  const chargeback = payment && chargebackOf(payment, dispute);
  for (const event of events) {
    if (event.type === 'ChargebackClaimed' && event.data.commandId === chargeback?.claimed.commandId)
      await take(deps, event.data, causedBy(event, now));
    if (event.type === 'ChargebackWinClaimed' && event.data.commandId === chargeback?.wonAs)
      await giveBack(deps, event.data, causedBy(event, now));
  }
}

/** As whoever recorded it, whoever finishes it. */
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
  // Before the money is taken: once it is, nobody looks here again.
  if (claimed.freeze) {
    const freeze = { type: 'FreezeOnce', changeId: disputeIdOf(claimed, 'frozen'), reason } as const;
    await handleStanding(eventStore, userId, freeze, context);
    // Where nobody follows the log for it, the next order would be checked against what was known before.
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

/** @returns false when the dispute was recorded as something else before */
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
