import { RuleBroken } from '../contracts/errors.js';
import { formatNaira } from '../contracts/money.js';
import { HOUSE_USER_ID } from '../ledger/streams.js';
import { adjustmentPostings, bankCreditPostings, houseFundingPostings } from '../ledger/posting-rules.js';
import type { AdjustWallet, CreditManually, FundHouse } from './wallet.commands.js';
import type {
  AdjustmentLapsed,
  HouseFunded,
  ManualFundingCredited,
  WalletAdjusted,
} from './wallet.events.js';
import { adjusted, changeKeys, credited, hasLapsed, housed, type Wallet } from './wallet.state.js';

type Opened = { readonly type: 'WalletOpened'; readonly data: { readonly userId: string } };
type AdjustedDraft = { readonly type: 'WalletAdjusted'; readonly data: WalletAdjusted };
type LapsedDraft = { readonly type: 'AdjustmentLapsed'; readonly data: AdjustmentLapsed };
type CreditedDraft = { readonly type: 'ManualFundingCredited'; readonly data: ManualFundingCredited };
type HousedDraft = { readonly type: 'HouseFunded'; readonly data: HouseFunded };

/**
 * Sets the available balance. Held money stays held. A repeated command with the same `commandId`
 * has no effect.
 * @throws RuleBroken STALE_EDIT, CHANGE_CONFLICT, VALIDATION_FAILED
 */
export function adjustWallet(
  command: AdjustWallet,
  wallet: Wallet,
): (Opened | AdjustedDraft | LapsedDraft)[] {
  const { commandId, kind, reason, before, after, approvedBy } = command;
  if (hasLapsed(wallet, commandId)) return [];
  if (isDone(wallet, commandId, adjusted(before, after))) return [];
  requireReason(reason);
  if (before !== wallet.available && approvedBy !== undefined) return [lapsed(command, approvedBy, wallet)];
  if (before !== wallet.available)
    throw new RuleBroken('STALE_EDIT', { what: 'The balance', now: formatNaira(wallet.available) });
  if (after < 0n)
    throw new RuleBroken('VALIDATION_FAILED', { field: 'after', reason: 'must not be below zero' });
  if (after === before)
    throw new RuleBroken('VALIDATION_FAILED', { field: 'after', reason: 'is what the balance is already' });
  const delta = after - before;
  const data: WalletAdjusted = {
    userId: wallet.userId,
    commandId,
    kind,
    reason,
    delta: String(delta),
    ...(approvedBy !== undefined && { approvedBy }),
    availableBefore: String(before),
    availableAfter: String(after),
    heldAfter: String(wallet.held),
    postings: adjustmentPostings(wallet.userId, kind, delta),
  };
  return [...openedFirst(wallet), { type: 'WalletAdjusted', data }];
}

/**
 * Makes the event that cancels an approved adjustment for ever, because the balance no longer equals `before`.
 */
const lapsed = (
  { commandId, before }: AdjustWallet,
  approvedBy: string,
  { userId, available }: Wallet,
): LapsedDraft => ({
  type: 'AdjustmentLapsed',
  data: { userId, commandId, before: String(before), available: String(available), approvedBy },
});

/** @throws RuleBroken CHANGE_CONFLICT, VALIDATION_FAILED */
export function creditManually(command: CreditManually, wallet: Wallet): (Opened | CreditedDraft)[] {
  const { commandId, amount, bank, reference, evidence, reason, approvedBy } = command;
  if (isDone(wallet, commandId, credited(amount))) return [];
  requireReason(reason);
  if (amount <= 0n)
    throw new RuleBroken('VALIDATION_FAILED', { field: 'amount', reason: 'must be more than nothing' });
  const data: ManualFundingCredited = {
    userId: wallet.userId,
    commandId,
    amount: String(amount),
    bank,
    reference,
    evidence,
    reason,
    ...(approvedBy !== undefined && { approvedBy }),
    availableBefore: String(wallet.available),
    availableAfter: String(wallet.available + amount),
    heldAfter: String(wallet.held),
    postings: bankCreditPostings(wallet.userId, bank, amount),
  };
  return [...openedFirst(wallet), { type: 'ManualFundingCredited', data }];
}

/** @throws RuleBroken CHANGE_CONFLICT, VALIDATION_FAILED */
export function fundHouse(
  { commandId, amount, reason, approvedBy }: FundHouse,
  wallet: Wallet,
): (Opened | HousedDraft)[] {
  if (wallet.userId !== HOUSE_USER_ID) throw new Error('only the house wallet is funded by the house');
  if (isDone(wallet, commandId, housed(amount))) return [];
  requireReason(reason);
  if (amount <= 0n)
    throw new RuleBroken('VALIDATION_FAILED', { field: 'amount', reason: 'must be more than nothing' });
  const data: HouseFunded = {
    userId: wallet.userId,
    commandId,
    amount: String(amount),
    reason,
    ...(approvedBy !== undefined && { approvedBy }),
    availableBefore: String(wallet.available),
    availableAfter: String(wallet.available + amount),
    heldAfter: String(wallet.held),
    postings: houseFundingPostings(wallet.userId, amount),
  };
  return [...openedFirst(wallet), { type: 'HouseFunded', data }];
}

/**
 * True when the change with this `commandId` was already made.
 * @throws RuleBroken CHANGE_CONFLICT when another change has the same `commandId`
 */
function isDone({ charges }: Wallet, commandId: string, what: string): boolean {
  const [id, whole] = changeKeys(commandId, what);
  if (charges.has(id) && !charges.has(whole)) throw new RuleBroken('CHANGE_CONFLICT');
  return charges.has(whole);
}

/** @throws RuleBroken VALIDATION_FAILED */
export function requireReason(reason: string): void {
  if (reason.trim() === '')
    throw new RuleBroken('VALIDATION_FAILED', { field: 'reason', reason: 'must not be empty' });
}

const openedFirst = ({ opened, userId }: Wallet): Opened[] =>
  opened ? [] : [{ type: 'WalletOpened', data: { userId } }];
