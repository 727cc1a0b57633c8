import { decideAndAppend } from '../../infra/event-store/decide-and-append.js';
import { type EventContext, fact, SYSTEM } from '../../infra/event-store/event-context.js';
import { NO_STREAM, type EventStore, type StreamHead } from '../../infra/event-store/event-store.js';
import { nowMs } from '../../infra/host/clock.js';
import { changeBroadcast } from '../broadcasts/broadcast.handlers.js';
import { changeBrand } from '../brand/brands.js';
import { publishLegalPage } from '../brand/legal/legal-pages.js';
import { type ErrorCode, RuleBroken } from '../contracts/errors.js';
import { ownEntry } from '../contracts/own-entry.js';
import { handleStanding, readStanding } from '../customers/standing.js';
import type { Users } from '../customers/users.js';
import type { PaymentName } from '../funding/funding.events.js';
import { likelyPayment } from '../funding/likely-same.js';
import { isOfProvider, takeSession } from '../funding/provider-payments.js';
import { hasLapsed, isChanged } from '../wallet/wallet.state.js';
import type { WalletStreams } from '../wallet/wallet.streams.js';
import {
  type Approval,
  type ApprovalFact,
  claim,
  conclude,
  decideAbout,
  evolve,
  request,
} from './approval.decider.js';
import { approvalEvent, approvalStream, type ApprovalRequested, type Work } from './approval.events.js';
import { bankEntryStream, creditFromBank, takenUnder } from './bank-entries.js';
import { bookBankLine } from './book-bank-line.js';
import { recordChargeback, recordWin } from './chargebacks/chargebacks.js';
import { changeApproved } from './approved-terms.js';
import { assignUnmatched, likelySame, returnUnmatched, unmatchedOf } from './unmatched.js';

export interface ApprovalDeps {
  readonly eventStore: Pick<EventStore, 'append' | 'head' | 'readStream'>;
  readonly wallets: Pick<WalletStreams, 'handle' | 'newest'>;
  readonly users?: Pick<Users, 'reload'> | undefined;
}

type Store = ApprovalDeps['eventStore'];
type Loaded = StreamHead & { readonly approval: Approval | undefined };

async function load(store: Store, approvalId: string): Promise<Loaded> {
  const events = await store.readStream(approvalStream(approvalId));
  const { revision, hash } = events.at(-1) ?? NO_STREAM;
  let approval: Approval | undefined;
  for (const event of events) {
    const known = approvalEvent(event);
    if (known) approval = evolve(approval, known);
  }
  return { revision, hash, approval };
}

const change = (
  store: Store,
  approvalId: string,
  decide: (approval: Approval | undefined) => readonly ApprovalFact[],
  context: EventContext,
) =>
  decideAndAppend(store, {
    stream: approvalStream(approvalId),
    load: () => load(store, approvalId),
    decide: ({ approval }) => decide(approval).map(({ type, data }) => fact(type, data, context)),
  });

/**
 * @returns `applied` when the same request was granted and carried out earlier
 * @throws RuleBroken CHANGE_CONFLICT; APPROVAL_DECIDED when the same request was refused or failed
 */
export async function requestApproval(
  store: Store,
  wanted: ApprovalRequested,
  context: EventContext,
): Promise<'applied' | 'waiting'> {
  await change(store, wanted.approvalId, (approval) => request(wanted, context.actor.id, approval), context);
  const { standing } = await approvalOf(store, wanted.approvalId);
  if (standing === 'refused') throw new RuleBroken('APPROVAL_DECIDED', { how: 'refused' });
  if (standing === 'lapsed') throw new RuleBroken('APPROVAL_DECIDED', { how: 'approved' });
  return standing === 'applied' ? 'applied' : 'waiting';
}

export async function knownApproval(store: Store, approvalId: string): Promise<Approval | undefined> {
  return (await load(store, approvalId)).approval;
}

/** Finds the actor's waiting or granted approval of a change. When there is none, returns the id for a new one. */
export async function openApproval(
  store: Store,
  idOf: (key: string) => string,
  asked: object,
  { actor }: Pick<EventContext, 'actor'>,
): Promise<{ readonly approvalId: string; readonly known: Approval | undefined }> {
  for (let number = 0; ; number += 1) {
    const approvalId = idOf(`${actor.id}/${number}/${JSON.stringify(asked)}`);
    const known = await knownApproval(store, approvalId);
    if (!known || known.standing === 'waiting' || known.standing === 'granted') return { approvalId, known };
  }
}

/** @returns true when the approval is used by the order `usedBy` and by no other */
export async function claimApproval(
  store: Store,
  approvalId: string,
  usedBy: string,
  context: EventContext,
): Promise<boolean> {
  await change(store, approvalId, (approval) => claim(usedBy, context.now, approval), context);
  return (await approvalOf(store, approvalId)).usedBy === usedBy;
}

/** @throws RuleBroken APPROVAL_NOT_FOUND */
export async function approvalOf(store: Store, approvalId: string): Promise<Approval> {
  const { approval } = await load(store, approvalId);
  if (!approval) throw new RuleBroken('APPROVAL_NOT_FOUND');
  return approval;
}

/** @throws RuleBroken APPROVAL_NOT_FOUND, APPROVAL_OWN, APPROVAL_DECIDED */
export async function decideApproval(
  store: Store,
  approvalId: string,
  decision: Parameters<typeof decideAbout>[0],
  context: EventContext,
): Promise<void> {
  await change(store, approvalId, (approval) => decideAbout(decision, context.actor.id, approval), context);
}

/** Does the work of a granted request only once. Concurrent calls get the same outcome. */
export async function finishApproval(
  deps: ApprovalDeps,
  approvalId: string,
  now = new Date(nowMs()),
): Promise<Approval> {
  const { eventStore } = deps;
  const approval = await approvalOf(eventStore, approvalId);
  if (approval.standing !== 'granted' || isSentAgain(approval.requested.work)) return approval;
  const { correlationId, grantedIn = correlationId } = approval;
  const asked = { actor: approval.requestedBy, correlationId, causationId: grantedIn, now };
  const why = await doneUnder(asked, approval, deps).catch(neverDone);
  await change(eventStore, approvalId, (newest) => conclude(why, newest), { ...asked, actor: SYSTEM });
  return approvalOf(eventStore, approvalId);
}

const isSentAgain = (work: Work): work is Extract<Work, { type: 'house-spending' | 'review' }> =>
  work.type === 'house-spending' || work.type === 'review';

const MOVED = 'The balance has changed since it was asked for.';
const USED = 'Something else was done with this form meanwhile.';
const SETTLED = 'The payment was assigned or returned before.';
const BOOKED = 'This line of the bank was booked before.';
const OF_PROVIDER = 'It is a payment of a provider, which is asked about it: nothing is credited by hand.';
const CHANGED_AGAIN = 'The account was changed again since it was asked for.';
const ARRIVED = 'The customer got the same amount in another way since it was asked for.';
const GONE = 'The customer was deleted since it was asked for.';

async function doneUnder(
  context: EventContext,
  { requested, requestedAt, decidedBy = '' }: Approval,
  deps: ApprovalDeps,
): Promise<string | undefined> {
  const { approvalId, userId, reason, work, sealed } = requested;
  if (work.type === 'adjustment') {
    const [before, after] = [BigInt(work.before), BigInt(work.after)];
    const isDone = isChanged(await deps.wallets.newest(userId), approvalId);
    if (!isDone && after > before && (await isGone(deps, userId))) return GONE;
    const { wallet } = await deps.wallets.handle(
      userId,
      {
        type: 'AdjustWallet',
        commandId: approvalId,
        kind: work.kind,
        reason,
        approvedBy: decidedBy,
        before,
        after,
      },
      context,
    );
    return hasLapsed(wallet, approvalId) ? MOVED : undefined;
  }
  if (work.type === 'house') {
    const funding = { commandId: approvalId, amount: BigInt(work.amount), reason, approvedBy: decidedBy };
    await deps.wallets.handle(userId, { type: 'FundHouse', ...funding }, context);
    return undefined;
  }
  if (work.type === 'assignment') {
    const { amount, charge, ...payment } = work.payment;
    const as = { commandId: approvalId, reason, approvedBy: decidedBy };
    const found = await unmatchedOf(deps.eventStore, payment);
    const to = { userId, charge: BigInt(charge), stated: BigInt(amount) };
    if (!found.settlement) {
      if (await isGone(deps, userId)) return GONE;
      const money = { paid: to.stated, charge: to.charge };
      const likely = await likelySame(deps.eventStore, found, userId, money, new Date(requestedAt));
      if (isNews(likely, requested)) return ARRIVED;
    }
    await assignUnmatched(deps, payment, to, as, context);
    return undefined;
  }
  if (work.type === 'chargeback') {
    const { provider, transactionReference, dispute, evidence, amount, fee, freeze = false } = work.payment;
    const facts = { dispute, evidence, amount: BigInt(amount), fee: BigInt(fee), freeze };
    const as = { commandId: approvalId, reason, approvedBy: decidedBy };
    await recordChargeback(deps, { provider, transactionReference }, facts, as, context);
    return undefined;
  }
  if (work.type === 'chargeback-won') {
    const as = { commandId: approvalId, reason, approvedBy: decidedBy };
    await recordWin(deps, work.payment, work.payment.evidence, as, context);
    return undefined;
  }
  if (isSentAgain(work)) return undefined;
  if (work.type === 'bank-account' || work.type === 'price') {
    await changeApproved(deps.eventStore, work, { approvalId, approvedBy: decidedBy }, context);
    return undefined;
  }
  if (work.type === 'brand') {
    const command = { type: 'SetContacts', ...work.change, approvedBy: decidedBy } as const;
    await changeBrand(deps.eventStore, command, context, approvalId);
    return undefined;
  }
  if (work.type === 'legal') {
    const approved = { id: approvalId, approvedBy: decidedBy };
    await publishLegalPage(deps.eventStore, work.legal, context, approved);
    return undefined;
  }
  if (work.type === 'broadcast') {
    const { broadcastId, title, message } = work.broadcast;
    const create = { type: 'Create', broadcastId, title, message } as const;
    await changeBroadcast(deps.eventStore, broadcastId, create, context);
    await changeBroadcast(deps.eventStore, broadcastId, { type: 'Switch', active: true }, context);
    return undefined;
  }
  if (work.type === 'payouts') {
    const command = { type: 'AllowPayouts', changeId: approvalId, approvedBy: decidedBy } as const;
    await handleStanding(deps.eventStore, userId, { ...command, change: work.change }, context);
    await deps.users?.reload(userId);
    const { allowed } = (await readStanding(deps.eventStore, userId)).standing;
    return allowed.includes(approvalId) ? undefined : CHANGED_AGAIN;
  }
  if (work.type === 'return') {
    const { amount, provider, transactionReference, ...line } = work.line;
    const as = { commandId: approvalId, reason, approvedBy: decidedBy };
    const payment = { provider, transactionReference };
    await returnUnmatched(deps.eventStore, payment, line, as, context, BigInt(amount));
    return undefined;
  }
  if ('line' in work) {
    const as = { commandId: approvalId, reason, approvedBy: decidedBy };
    const id = await bookBankLine(deps.eventStore, work, as, context);
    return id === approvalId ? undefined : BOOKED;
  }
  const { amount, bank, reference, evidence } = work;
  if ((await takenUnder(deps.eventStore, { bank, reference })) === undefined) {
    if (await isGone(deps, userId)) return GONE;
    if (await isOfProvider(deps.eventStore, reference, context)) return OF_PROVIDER;
    const likely = await likelyPayment(deps.eventStore, userId, BigInt(amount), new Date(requestedAt));
    if (isNews(likely, requested)) return ARRIVED;
    if (!(await takeSession(deps.eventStore, reference, bankEntryStream(bank, reference), context)))
      return OF_PROVIDER;
  }
  const entry = { commandId: approvalId, userId, amount, bank, reference, evidence, reason };
  await creditFromBank(deps, { ...entry, approvedBy: decidedBy, ...(sealed && { sealed }) }, context);
  return undefined;
}

const isNews = (likely: PaymentName | undefined, { likely: seen }: ApprovalRequested): boolean =>
  likely !== undefined &&
  (likely.provider !== seen?.provider || likely.transactionReference !== seen.transactionReference);

const isGone = async ({ eventStore }: ApprovalDeps, userId: string): Promise<boolean> =>
  (await readStanding(eventStore, userId)).standing.forgotten;

const WHY_NEVER: Readonly<Partial<Record<ErrorCode, string>>> = {
  BANK_REFERENCE_USED: BOOKED,
  UNMATCHED_SETTLED: SETTLED,
  UNMATCHED_AMOUNT_DIFFERS: 'The provider confirmed another amount since it was asked for.',
  DISPUTE_RECORDED: 'The dispute was recorded before.',
  CHARGEBACK_TOO_MUCH: 'Less of the payment is left to charge back.',
  DISPUTE_WON: 'The dispute was recorded as won before.',
  STALE_EDIT: 'It was changed again since it was asked for.',
  CHANGE_CONFLICT: USED,
  PLAN_NOT_FOUND: 'The plan is not offered any more.',
  NEGATIVE_MARGIN: 'The cost changed since it was asked for.',
  VALIDATION_FAILED: 'It changes nothing, or lacks a reason.',
};

function neverDone(error: unknown): string {
  const why = error instanceof RuleBroken ? ownEntry(WHY_NEVER, error.code) : undefined;
  if (why === undefined) throw error;
  return why;
}
