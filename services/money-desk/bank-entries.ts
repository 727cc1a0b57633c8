import { appendSurely } from '../../infra/event-store/decide-and-append.js';
import { type EventContext, fact } from '../../infra/event-store/event-context.js';
import {
  type EventStore,
  NO_STREAM,
  type RecordedEvent,
  RevisionConflict,
} from '../../infra/event-store/event-store.js';
import { nowMs } from '../../infra/host/clock.js';
import { RuleBroken } from '../contracts/errors.js';
import { lettersOf } from '../funding/dispute.decider.js';
import { accounts } from '../ledger/postings.js';
import type { Executed } from '../wallet/queue/wallet.batch.js';
import { isChanged } from '../wallet/wallet.state.js';
import type { WalletStreams } from '../wallet/wallet.streams.js';
import { bankEntryEvent, type ManualFundingClaimed } from './bank-entry.events.js';
import { hash } from 'node:crypto';

/** All spellings of the bank and the reference give the same stream. */
export const bankEntryStream = (bank: string, reference: string): string =>
  `bank-entry-${hash('sha256', `${lettersOf(bank)}|${lettersOf(reference)}`, 'hex').slice(0, 40)}`;

export interface BanksKnown {
  readonly accounts: readonly string[];
  readonly told: string;
  readonly waiting: readonly string[];
}

/** Returns the spelling of a bank's name that the books use. `typed` may be any other spelling. */
export function bankAsKnown(typed: string, { accounts: has, told, waiting }: BanksKnown): string {
  const isIt = (name: string): boolean => lettersOf(name) === lettersOf(typed);
  const leadsTo = (name: string) => (account: string) => accounts.bank(account) === accounts.bank(name);
  const own = has.filter(isIt);
  const spellings = [told, typed].filter(isIt);
  const [account] = [...own.filter(leadsTo(told)), ...own];
  if (account === undefined) return [...waiting, ...spellings].find(isIt) ?? typed;
  return spellings.find(leadsTo(account)) ?? account;
}

export interface BankEntryDeps {
  readonly eventStore: Pick<EventStore, 'append' | 'readStream'>;
  readonly wallets: Pick<WalletStreams, 'handle' | 'newest'>;
}

/**
 * Claims the bank statement line by creating its stream, and then credits the wallet. After a crash between
 * these steps, `finishClaim` credits the wallet.
 * @throws RuleBroken BANK_REFERENCE_USED when another id booked the line, CHANGE_CONFLICT, and wallet refusals
 */
export async function creditFromBank(
  deps: BankEntryDeps,
  claim: ManualFundingClaimed,
  context: EventContext,
): Promise<Executed> {
  const stream = bankEntryStream(claim.bank, claim.reference);
  // In the other order, a credit stored between the two reads could look like a conflict.
  const known = isChanged(await deps.wallets.newest(claim.userId), claim.commandId);
  const [taken] = await deps.eventStore.readStream(stream, { limit: 1 });
  if (known && !taken) throw new RuleBroken('CHANGE_CONFLICT');
  try {
    if (!taken)
      await appendSurely(deps.eventStore, stream, NO_STREAM, [fact('ManualFundingClaimed', claim, context)]);
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error;
  }
  const [first] = await deps.eventStore.readStream(stream, { limit: 1 });
  const stored = first && bankEntryEvent(first);
  if (stored?.type !== 'ManualFundingClaimed' || stored.data.commandId !== claim.commandId)
    throw new RuleBroken('BANK_REFERENCE_USED', { reference: claim.reference });
  if (plain(stored.data) !== plain(claim)) throw new RuleBroken('CHANGE_CONFLICT');
  return credit(deps.wallets, stored.data, context);
}

export async function takenUnder(
  eventStore: Pick<EventStore, 'readStream'>,
  { bank, reference }: Pick<ManualFundingClaimed, 'bank' | 'reference'>,
): Promise<string | undefined> {
  const [first] = await eventStore.readStream(bankEntryStream(bank, reference), { limit: 1 });
  return first && String(first.data['commandId']);
}

export async function isBooked(
  eventStore: Pick<EventStore, 'readStream'>,
  { commandId, ...line }: Pick<ManualFundingClaimed, 'bank' | 'reference' | 'commandId'>,
): Promise<boolean> {
  const taken = await takenUnder(eventStore, line);
  return taken !== undefined && taken !== commandId;
}

/**
 * Makes the credit of a `ManualFundingClaimed` event, in case the process that stored the event crashed before
 * crediting.
 */
export function finishClaim(
  wallets: Pick<WalletStreams, 'handle'>,
  event: RecordedEvent,
): Promise<unknown> | undefined {
  const claimed = bankEntryEvent(event);
  if (claimed?.type !== 'ManualFundingClaimed') return undefined;
  const { actor, correlationId, id } = event;
  return credit(wallets, claimed.data, { actor, correlationId, causationId: id, now: new Date(nowMs()) });
}

const credit = (
  wallets: Pick<WalletStreams, 'handle'>,
  { commandId, userId, amount, bank, reference, evidence, reason, approvedBy }: ManualFundingClaimed,
  context: EventContext,
): Promise<Executed> =>
  wallets.handle(
    userId,
    {
      type: 'CreditManually',
      commandId,
      amount: BigInt(amount),
      bank,
      reference,
      evidence,
      reason,
      ...(approvedBy !== undefined && { approvedBy }),
    },
    context,
  );

const plain = ({ userId, amount, bank, reference }: ManualFundingClaimed): string =>
  JSON.stringify([userId, amount, lettersOf(bank), reference]);
