import { RuleBroken } from '../contracts/errors.js';
import { lagosDayOf } from '../contracts/fields/lagos-day.js';
import { formatNaira, type Kobo } from '../contracts/money.js';
import type { ChargeOnce } from './wallet.commands.js';
import type { Charged } from './wallet.events.js';
import { chargePostings } from '../ledger/posting-rules.js';
import { chargeKey, pinlessSpentOn, type Wallet } from './wallet.state.js';

interface ChargedDraft {
  readonly type: 'UpgradeCharged' | 'BvnCharged';
  readonly data: Charged;
}

/**
 * Charges the wallet. A repeated command with the same `chargeId` has no effect.
 * @throws RuleBroken PINLESS_LIMIT, INSUFFICIENT_FUNDS
 */
export function chargeOnce(command: ChargeOnce, wallet: Wallet, nowMs: number): ChargedDraft[] {
  const { kind, chargeId, amount, pinlessLimit } = command;
  if (wallet.charges.has(chargeKey(kind, chargeId))) return [];
  if (amount < 0n) throw new Error('a charge is not negative');
  requireWithinPinless(wallet, amount, pinlessLimit, nowMs);
  if (wallet.available < amount)
    throw new RuleBroken('INSUFFICIENT_FUNDS', {
      available: formatNaira(wallet.available),
      short: formatNaira(amount - wallet.available),
    });
  const data = {
    userId: wallet.userId,
    chargeId,
    amount: String(amount),
    ...(pinlessLimit !== undefined && { pinless: true as const }),
    availableAfter: String(wallet.available - amount),
    heldAfter: String(wallet.held),
    postings: chargePostings(wallet.userId, kind, amount),
  };
  return [{ type: kind === 'upgrade' ? 'UpgradeCharged' : 'BvnCharged', data }];
}

/**
 * Refuses an amount that exceeds the daily limit for spending without a PIN. Purchases and charges
 * share this limit.
 * @throws RuleBroken PINLESS_LIMIT
 */
export function requireWithinPinless(
  wallet: Pick<Wallet, 'pinless'>,
  price: Kobo,
  limit: Kobo | undefined,
  nowMs: number,
): void {
  if (limit !== undefined && pinlessSpentOn(wallet, lagosDayOf(nowMs)) + price > limit)
    throw new RuleBroken('PINLESS_LIMIT', { limit: formatNaira(limit) });
}
